/** Puts trusted documents in the place of the ids that requests name them by. */
import type { Plugin } from 'graphql-yoga';
import type { ServerContext } from '../server-context.ts';
import { idParams, nameDocument } from '../trusted-documents/request.ts';
import type { TrustedDocuments } from '../trusted-documents/store.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The ids in the query of a URL. */
const idsIn = (url: string): Readonly<Record<string, string>> => {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  return Object.fromEntries(idParams.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])));
};

/** Resolves the ids of documents, before anything else looks at the operation. */
export const useTrustedDocuments = (documents: TrustedDocuments): Plugin<ServerContext, ServerContext> => ({
  onRequestParse: ({ request }) =>
    request.method === 'GET'
      ? {
          onRequestParseDone: (hook) => {
            const params = hook.requestParserResult;
            if (!Array.isArray(params)) hook.setRequestParserResult({ ...params, ...idsIn(request.url) });
          },
        }
      : undefined,
  onParams: ({ params, setParams, context }) => {
    const named = nameDocument(params, documents);
    if (named.error !== null) throw named.error;
    context.scope.isTrusted = named.isTrusted;
    if (isObject(named.params)) setParams(named.params);
  },
});
