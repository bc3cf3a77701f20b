/** `/graphql`: operations for programs, by POST in JSON or by GET, with the media types that they take and get; GraphiQL for browsers. */
import type { IncomingMessage } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { isBeyondBounds } from '../../json/json-bounds.ts';
import { isJsonObject } from '../../json/json-object.ts';
import type { Start } from '../admission/admission.ts';
import { callsOfResponse, type RequestLimits } from '../admission/request-rates.ts';
import { badRequest } from '../errors/graphql-errors.ts';
import { type ResponseType, responseTypeFor, responseOf } from '../execution/http-result.ts';
import { type GraphiqlOptions, createGraphiqlPage, wantsPage } from '../graphiql/page.ts';
import type { ClientIdentity } from '../http/client-identity.ts';
import type { GatewayResponse } from '../http/gateway-response.ts';
import { bodyTypeOf, isJson, isUtf8Name, JSON_TYPES } from '../http/media-type.ts';
import { type Refusal, sendRefusal } from '../http/refusal.ts';
import { type RequestHead, type Route, queryOf } from '../http/router.ts';
import { entityTagOf, sendTagged, sendText } from '../http/send-text.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import { UpstreamTrace } from '../operation/upstream-trace.ts';
import type { BegunOperation, RunOperation } from '../stages/engine.ts';
import type { GraphqlParameters } from '../stages/read-request.ts';
import { type DocumentParams, idParams } from '../trusted-documents/requested-document.ts';
import type { BeginPhoto } from '../uploads/photo-intake.ts';
import type { BeginOperation } from './begin-operation.ts';
import { readMultipartRequest } from './multipart-request.ts';
import { MAX_REQUEST_VALUES, parseJson, readUtf8 } from './request-text.ts';

/** Headers that a page of another site cannot send without being asked for permission first. */
const preflightHeaders = ['graphql-require-preflight', 'apollo-require-preflight', 'x-apollo-operation-name'] as const;

const hasPreflightHeader = ({ headers }: Pick<RequestHead, 'headers'>): boolean =>
  preflightHeaders.some((name) => (headers[name] ?? '') !== '');

/** Why a request is refused by its headers. */
type HeadRefusal = Pick<Refusal, 'status' | 'message'>;

/** Protects against CSRF: says why a request may come from a page of another site, or is none that can be read; null when it is fine. */
const crossSiteProblem = (request: RequestHead): HeadRefusal | null => {
  const type = bodyTypeOf(request);
  if (request.method === 'POST' && !JSON_TYPES.has(type) && type !== 'multipart/form-data') {
    return { status: 415, message: 'Send the operation as JSON, with "Content-Type: application/json".' };
  }
  if (JSON_TYPES.has(type) || hasPreflightHeader(request)) return null;
  const need = 'Requests that are not JSON need the header "GraphQL-Require-Preflight: 1" (CSRF protection)';
  return request.method === 'POST'
    ? { status: 400, message: `${need}.` }
    : { status: 400, message: `${need}; or send queries by POST, as JSON: in urql, "preferGetMethod: false".` };
};

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

const isInOtherCharset = ({ headers: { 'content-type': contentType = '' } }: RequestHead): boolean => {
  const charset = CHARSET.exec(contentType)?.[1];
  return charset !== undefined && !isUtf8Name(charset);
};

/** Reads the headers of a request: gives the media type of the response, or why it is refused. */
const readHeaders = (request: RequestHead): ResponseType | HeadRefusal => {
  const refused = crossSiteProblem(request);
  if (refused !== null) return refused;
  if (isInOtherCharset(request)) return { status: 415, message: 'Send the body in UTF-8.' };
  const message = 'The response is "application/graphql-response+json" or "application/json": accept one of them.';
  return responseTypeFor(request.headers.accept) ?? { status: 406, message };
};

const malformed = (problem: string) => badRequest('BAD_REQUEST', problem, { status: 400 });

const tooLarge = (what: string) => badRequest('REQUEST_TOO_LARGE', `The body ${what}.`, { status: 413 });

/**
 * Reads the body of a request. Nothing of what it says is checked.
 *
 * @throws BAD_REQUEST, REQUEST_TOO_LARGE
 */
const readJsonParameters = (body: Buffer): object => {
  const text = readUtf8(body);
  if (text === null) throw malformed('The body is not UTF-8.');
  if (isBeyondBounds(text, MAX_REQUEST_VALUES)) {
    throw tooLarge(`has more than ${MAX_REQUEST_VALUES} values, or is nested too deeply`);
  }
  const json = parseJson(text);
  if (json === undefined) throw malformed('The body is not JSON.');
  if (Array.isArray(json)) throw malformed('Batching is not supported.');
  if (!isJsonObject(json)) throw malformed('The body has to be a JSON object.');
  return json;
};

const ESCAPED = /%([\da-f]{2})/gi;

/** Returns whether a query is UTF-8 when it is unescaped. Characters that are not escaped are bytes here. */
const isUtf8Query = (url: string): boolean => {
  const bytes = url.replace(ESCAPED, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return readUtf8(Buffer.from(bytes, 'latin1')) !== null;
};

/**
 * Reads the parameters of a query: an empty one is none. JSON is not looked at beyond that it is JSON.
 *
 * @throws BAD_REQUEST
 */
const readQueryParameters = (request: RequestHead): GraphqlParameters & DocumentParams => {
  if (!isUtf8Query(request.url ?? '')) throw malformed('The query of the URL is not UTF-8.');
  const query = queryOf(request);
  const textOf = (name: string): string | undefined => query.get(name) || undefined;
  const jsonOf = (name: string): unknown => {
    const text = textOf(name);
    const json = text === undefined ? null : parseJson(text);
    if (json === undefined) throw malformed(`The parameter "${name}" is not JSON.`);
    return json;
  };
  return {
    query: textOf('query'),
    operationName: textOf('operationName'),
    variables: jsonOf('variables'),
    extensions: jsonOf('extensions'),
    ...Object.fromEntries(idParams.map((name) => [name, textOf(name)])),
  };
};

const isCacheable = (
  method: string | undefined,
  { isTrusted, plan, trace, client }: OperationScope,
  hasErrors: boolean,
): boolean =>
  method !== 'POST' &&
  isTrusted &&
  !hasErrors &&
  // What an operation caused is another thing each time.
  trace === null &&
  // The response would carry the cookie of the session.
  client.session?.isRenewed !== true &&
  plan !== null &&
  plan.entries.length > 0 &&
  // Assumption: R41. What is not named there may be a user's own, and is kept nowhere.
  plan.isPublic;

/** Seconds for which a client keeps lookups without asking again: an app that is opened again has them at once, and what was corrected soon. */
export const LOOKUP_MAX_AGE_S = 300;

/** Headers of such a response. Only the client itself keeps it: who may read lookups is decided for each caller (assumption R4). */
const cacheableHeaders = {
  'cache-control': `private, max-age=${LOOKUP_MAX_AGE_S}`,
  vary: 'Origin, Authorization, Authorisation, Cookie, Accept',
};

interface PendingOperation extends BegunOperation {
  readonly response: GatewayResponse;
  readonly type: ResponseType;
}

/** Sends a finished result; nothing when the client is gone. What it takes to make and to send is paid, if the next request has to wait for that. */
const writeResult = (
  { request, response, scope, type }: PendingOperation,
  result: ExecutionResult,
  countCalls: RequestLimits['countCalls'],
): void | Promise<void> => {
  const written = responseOf(result, type);
  countCalls(scope.client, callsOfResponse(written.body.length, result.errors?.length ?? 0));
  if (written.status !== 200 || !isCacheable(request.method, scope, result.errors !== undefined)) {
    return sendText(request, response, written);
  }
  const headers = { ...written.headers, ...cacheableHeaders };
  return sendTagged(request, response, entityTagOf(written.body), { ...written, headers });
};

interface GraphqlRouteOptions {
  readonly run: RunOperation;
  readonly beginOperation: BeginOperation;
  readonly beginPhoto: BeginPhoto;
  /** Counts a request whose body is read as under way, or refuses it. */
  readonly start: Start;
  readonly countCalls: RequestLimits['countCalls'];
  /** Most bytes of a body, and of a part of a form beside its file: the setting `MAX_BODY_BYTES`. */
  readonly maxBodyBytes: number;
  /** Null when browsers get no GraphiQL. */
  readonly graphiql: GraphiqlOptions | null;
  /** True if users of GraphiQL sign in with a session in a cookie. */
  readonly hasSessions: boolean;
  /** True if clients may ask what an operation asked of the service: the setting `UPSTREAM_TRACE`. */
  readonly upstreamTrace: boolean;
}

/** Serves operations. */
export const graphqlRoute = (options: GraphqlRouteOptions): Route<ClientIdentity> => {
  const { run, beginOperation, beginPhoto, start, countCalls, maxBodyBytes } = options;
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
    const type = readHeaders(request);
    if (typeof type === 'string') return { request, response, scope, type };
    scope.record.recordError({ code: 'BAD_REQUEST' });
    sendRefusal(request, response, { ...type, code: 'BAD_REQUEST', retryAfterS: null });
    return null;
  };

  /** Serves an operation whose parameters are read so. */
  const serve = async (pending: PendingOperation, readParameters: () => object | Promise<object>): Promise<void> =>
    writeResult(pending, await run(pending, readParameters), countCalls);

  const serveForm = async (pending: PendingOperation, request: IncomingMessage): Promise<void> => {
    pending.scope.bringsFile = true;
    using photo = beginPhoto(request, pending.scope.client);
    await serve(pending, async () => {
      try {
        const parameters = await readMultipartRequest(request, maxBodyBytes, photo);
        pending.scope.place.take();
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
      if (request.method === 'POST' && isJson(request) && typeof readHeaders(request) === 'string') {
        const isWithin = await request.readBody(maxBodyBytes);
        // A body that is too large costs nothing, whatever of it is still to come.
        if (isWithin && !start(request, response)) return;
        const pending = begin(request, response, client);
        if (pending === null) return;
        return serve(pending, () => {
          if (!isWithin) throw tooLarge(`of the request is larger than ${maxBodyBytes} bytes`);
          return readJsonParameters(request.takeBody());
        });
      }
      const pending = begin(request, response, client);
      if (pending === null) return;
      return request.method === 'POST'
        ? serveForm(pending, request)
        : serve(pending, () => readQueryParameters(request));
    },
  };
};
