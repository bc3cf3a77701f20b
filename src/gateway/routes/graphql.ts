/** `/graphql`: operations for programs, GraphiQL for browsers. */
import type { IncomingMessage } from 'node:http';
import type { Start } from '../admission/admission.ts';
import { errorCodes } from '../errors/error-codes.ts';
import { createGraphiqlPage, type GraphiqlOptions, wantsPage } from '../graphiql/page.ts';
import type { ClientIdentity } from '../http/client-identity.ts';
import { isJson } from '../http/csrf.ts';
import { respondEarly } from '../http/early-response.ts';
import type { GatewayResponse } from '../http/node-response.ts';
import type { RequestHead } from '../http/request-head.ts';
import type { Route } from '../http/router.ts';
import { UpstreamTrace } from '../operation/upstream-trace.ts';
import type { Engine } from '../stages/engine.ts';
import type { BeginPhoto } from '../uploads/photo-intake.ts';
import type { BeginOperation } from './begin-operation.ts';
import { readJsonParameters } from './json-parameters.ts';
import { readMultipartRequest } from './multipart-request.ts';
import { readOperationMedia } from './operation-media.ts';
import { readQueryParameters } from './query-parameters.ts';
import { type PendingOperation, writeResult } from './write-result.ts';

/** Options of the route. */
export interface GraphqlRouteOptions {
  readonly engine: Engine;
  readonly beginOperation: BeginOperation;
  readonly beginPhoto: BeginPhoto;
  /** Counts a request whose body is read as under way, or refuses it. */
  readonly start: Start;
  /** Most bytes of a body, and of a part of a form beside its file. */
  readonly maxBodyBytes: number;
  /** Time for which clients may cache lookups that they got by GET with a trusted document, in seconds. */
  readonly lookupMaxAgeS: number;
  /** Null when browsers get no GraphiQL. */
  readonly graphiql: GraphiqlOptions | null;
  /** True if users of GraphiQL sign in with a session in a cookie. */
  readonly hasSessions: boolean;
  /** True if clients may ask what an operation asked of the service. */
  readonly upstreamTrace: boolean;
}

/** Serves operations. */
export const graphqlRoute = (options: GraphqlRouteOptions): Route<ClientIdentity> => {
  const { engine, beginOperation, beginPhoto, start, maxBodyBytes, lookupMaxAgeS } = options;
  const { graphiql, hasSessions, upstreamTrace } = options;
  const sendPage = graphiql === null ? null : createGraphiqlPage({ ...graphiql, hasSessions, upstreamTrace });

  /** Begins an operation; null when its request is refused by its headers. */
  const begin = (request: RequestHead, response: GatewayResponse, client: ClientIdentity): PendingOperation | null => {
    const asked = upstreamTrace ? request.headers['x-upstream-trace'] : undefined;
    const trace =
      asked === 'true' || asked === 'plan'
        ? new UpstreamTrace(performance.now(), { isPlanOnly: asked === 'plan' })
        : null;
    const scope = beginOperation(request, response, client, null, trace);
    const { type, refused } = readOperationMedia(request);
    if (refused === null) return { request, response, scope, type };
    const { requestId } = scope;
    const extensions = { code: 'BAD_REQUEST', retryable: errorCodes.BAD_REQUEST.retryable, requestId };
    scope.record.recordError(extensions);
    respondEarly(response, refused.status, { errors: [{ message: refused.message, extensions }] });
    return null;
  };

  /** Serves an operation whose parameters are read so. */
  const serve = async (pending: PendingOperation, readParameters: () => object | Promise<object>): Promise<void> =>
    writeResult(pending, await engine.run(pending, readParameters), lookupMaxAgeS);

  const serveForm = async (pending: PendingOperation, request: IncomingMessage): Promise<void> => {
    pending.scope.bringsFile = true;
    using photo = beginPhoto(request);
    await serve(pending, async () => {
      try {
        const parameters = await readMultipartRequest(request, maxBodyBytes, photo);
        pending.scope.takePlace();
        return parameters;
      } catch (error) {
        // What is still to come is not worth waiting for.
        pending.response.setHeader('Connection', 'close');
        throw error;
      }
    });
  };

  return {
    path: '/graphql',
    methods: ['GET', 'POST'],
    handle: async (request, response, client) => {
      if (sendPage !== null && wantsPage(request)) return sendPage(request, response);
      if (request.method === 'POST' && isJson(request) && readOperationMedia(request).refused === null) {
        const body = await request.readBody(maxBodyBytes);
        // A body that is too large costs nothing, whatever of it is still to come.
        if (body !== null && !start(request, response)) return;
        const pending = begin(request, response, client);
        return pending === null ? undefined : serve(pending, () => readJsonParameters(body, maxBodyBytes));
      }
      const pending = begin(request, response, client);
      if (pending === null) return;
      return request.method === 'POST'
        ? serveForm(pending, request)
        : serve(pending, () => readQueryParameters(request));
    },
  };
};
