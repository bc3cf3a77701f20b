/** Lets clients keep lookups that they asked for by GET with a trusted document. */
import type { Plugin } from 'graphql-yoga';
import { hasAlready } from '../../http/etag.ts';
import { isCacheable, cacheableHeaders } from './lookup-caching.ts';
import type { ServerContext } from './yoga-context.ts';

/** Adds how long a response may be kept, and leaves out a body that the client has already. */
export const useLookupCaching = (maxAgeS: number): Plugin<ServerContext, ServerContext> => {
  const cacheable = new WeakSet<ServerContext>();
  return {
    onResultProcess: ({ result, request, serverContext }) => {
      const { isTrusted, plan, trace, client } = serverContext.scope;
      const hasErrors = Array.isArray(result) || Symbol.asyncIterator in result || result.errors !== undefined;
      const setsCookie = client.session?.isRenewed ?? false;
      if (isCacheable({ method: request.method, isTrusted, plan, hasErrors, isTraced: trace !== null, setsCookie })) {
        cacheable.add(serverContext);
      }
    },
    onResponse: async (hook) => {
      const { request, response, serverContext, fetchAPI } = hook;
      if (!cacheable.has(serverContext) || response.status !== 200) return;
      const body = await response.text();
      const headers = cacheableHeaders(body, maxAgeS);
      hook.setResponse(
        hasAlready(request.headers.get('if-none-match'), headers['etag'] ?? '')
          ? new fetchAPI.Response(null, { status: 304, headers })
          : new fetchAPI.Response(body, { headers: { ...Object.fromEntries(response.headers), ...headers } }),
      );
    },
  };
};
