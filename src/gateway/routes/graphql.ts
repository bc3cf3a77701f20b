/** `/graphql`: operations for programs, GraphiQL for browsers. */
import type { HttpResponse, RequestHead } from '../../http1/message.ts';
import type { FastPathRequest } from '../../http1/request.ts';
import type { Start } from '../admission/admission.ts';
import { errorCodes } from '../errors/error-codes.ts';
import { createGraphiqlPage, type GraphiqlOptions, wantsPage } from '../graphiql/page.ts';
import type { ClientIdentity } from '../http/client-identity.ts';
import { isJson } from '../http/csrf.ts';
import { respondEarly } from '../http/early-response.ts';
import type { Route } from '../http/router.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import { UpstreamTrace } from '../operation/upstream-trace.ts';
import type { BeginOperation } from './begin-operation.ts';
import type { PendingOperation } from './graphql-fallback.ts';
import { createJsonOperationHandler, type JsonOperationOptions } from './json-operation.ts';
import { readOperationMedia } from './operation-media.ts';
import { readBody } from './request-body.ts';

/** Options of the route. */
export interface GraphqlRouteOptions extends JsonOperationOptions {
  readonly beginOperation: BeginOperation;
  /** Counts a request whose body is read as under way, or refuses it. */
  readonly start: Start;
  /** Null when browsers get no GraphiQL. */
  readonly graphiql: GraphiqlOptions | null;
  /** True if users of GraphiQL sign in with a session in a cookie. */
  readonly hasSessions: boolean;
  /** True if clients may ask what an operation asked of the service. */
  readonly upstreamTrace: boolean;
}

/** The route of operations. */
export interface GraphqlRoute extends Route<ClientIdentity> {
  /** Serves a request of the fast path. */
  readonly handleFast: (
    request: FastPathRequest,
    response: HttpResponse,
    client: ClientIdentity,
  ) => void | Promise<void>;
}

/** Serves operations. */
export const graphqlRoute = (options: GraphqlRouteOptions): GraphqlRoute => {
  const { fallback, beginOperation, start, maxBodyBytes, graphiql, hasSessions, upstreamTrace } = options;
  const serveJson = createJsonOperationHandler(options);
  const sendPage = graphiql === null ? null : createGraphiqlPage({ ...graphiql, hasSessions, upstreamTrace });

  /** Begins an operation; null when its request is refused by its headers. */
  const begin = <Request extends RequestHead>(
    request: Request,
    response: HttpResponse,
    client: ClientIdentity,
  ): PendingOperation<Request> | null => {
    const wantsTrace = upstreamTrace && request.headers['x-upstream-trace'] === 'true';
    const trace = wantsTrace ? new UpstreamTrace(performance.now()) : null;
    const scope = beginOperation(request, response, client, null, trace);
    const { type, refused } = readOperationMedia(request);
    if (refused === null) return { request, response, scope, type };
    const { requestId } = scope;
    const extensions = { code: 'BAD_REQUEST', retryable: errorCodes.BAD_REQUEST.retryable, requestId };
    scope.record.recordError(extensions);
    respondEarly(response, refused.status, { errors: [{ message: refused.message, extensions }] });
    return null;
  };

  return {
    path: '/graphql',
    methods: ['GET', 'POST'],
    handleFast: (request, response, client) => {
      const pending = begin(request, response, client);
      if (pending === null) return;
      const body = request.body.length > maxBodyBytes ? null : request.body;
      return leaveAfter(pending.scope, serveJson(pending, body));
    },
    handle: async (request, response, client) => {
      if (sendPage !== null && wantsPage(request)) return sendPage(request, response);
      if (request.method === 'POST' && isJson(request) && readOperationMedia(request).refused === null) {
        const body = await readBody(request, maxBodyBytes);
        // A body that is too large costs nothing, whatever of it is still to come.
        if (body !== null && !start(request, response)) return;
        const pending = begin(request, response, client);
        return pending === null ? undefined : leaveAfter(pending.scope, serveJson(pending, body));
      }
      const pending = begin(request, response, client);
      return pending === null ? undefined : leaveAfter(pending.scope, fallback.serve(pending));
    },
  };
};

/** Keeps the place of a large response until it is written. */
const leaveAfter = (scope: OperationScope, serving: void | Promise<void>): void | Promise<void> => {
  if (serving instanceof Promise) return serving.finally(() => scope.size?.leave());
  scope.size?.leave();
};
