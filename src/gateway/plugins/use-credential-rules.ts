/** Refuses operations whose document carries credentials, before it is kept anywhere. */
import type { DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { badUserInput } from '../errors.ts';
import type { ServerContext } from '../server-context.ts';
import { credentialProblem } from '../session/credential-rules.ts';
import { isDocument } from './parsed-document.ts';

/** Refuses operations that carry credentials in their text, or together with other fields. */
export const useCredentialRules = (): Plugin<ServerContext, ServerContext> => {
  const checked = new WeakSet<DocumentNode>();
  return {
    onParse: () => (hook) => {
      const { result } = hook;
      if (!isDocument(result) || checked.has(result)) return;
      const problem = credentialProblem(result);
      if (problem === null) checked.add(result);
      else hook.replaceParseResult(badUserInput(problem, { status: 400, spec: true }));
    },
  };
};
