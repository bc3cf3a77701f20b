/** Refuses operations that are too large, before they are parsed, validated or run. */
import { type DocumentNode, parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { overLimit } from '../errors.ts';
import { exceededByDocument } from '../operation-limits/document-size.ts';
import type { OperationLimits } from '../operation-limits/limits.ts';
import { exceededByVariables } from '../operation-limits/variables-size.ts';
import type { ServerContext } from '../server-context.ts';
import { isDocument } from './parsed-document.ts';

/** What graphql-js says when it stops at its limit of tokens. */
const isTooManyTokens = (error: unknown): boolean =>
  error instanceof Error && /more that \d+ tokens/.test(error.message);

/** Refuses operations that are too large. Variables are measured each time, documents once while they are kept. */
export const useOperationLimits = (limits: OperationLimits): Plugin<ServerContext, ServerContext> => {
  const measured = new WeakSet<DocumentNode>();

  const parseBounded = (source: Parameters<typeof parse>[0]): DocumentNode => {
    try {
      return parse(source, { maxTokens: limits.tokens });
    } catch (error) {
      if (!isTooManyTokens(error)) throw error;
      throw overLimit({ name: 'tokens', what: 'tokens', limit: limits.tokens, figure: limits.tokens + 1 });
    }
  };

  return {
    onParams: ({ params, setResult }) => {
      const { query, variables } = params;
      const bytes = typeof query === 'string' ? Buffer.byteLength(query) : 0;
      const exceeded =
        bytes > limits.documentBytes
          ? { name: 'documentBytes' as const, what: 'bytes of text', limit: limits.documentBytes, figure: bytes }
          : exceededByVariables(variables, limits);
      if (exceeded !== null) setResult({ errors: [overLimit(exceeded)] });
    },
    onParse: (hook) => {
      hook.setParseFn(parseBounded);
      return (parsed) => {
        const { result } = parsed;
        if (!isDocument(result) || measured.has(result)) return;
        const exceeded = exceededByDocument(result, limits);
        if (exceeded === null) measured.add(result);
        else parsed.replaceParseResult(overLimit(exceeded));
      };
    },
  };
};
