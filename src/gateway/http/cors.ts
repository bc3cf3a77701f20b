/** CORS: which origins' pages may call the gateway, and which of them with the cookie of a session. */
import type { HttpResponse, RequestHead } from '../../http1/message.ts';

/** Headers that a page may send. */
const ALLOWED_HEADERS = [
  'content-type',
  'authorization',
  'authorisation',
  'x-request-id',
  'x-upstream-trace',
  'idempotency-key',
  'graphql-require-preflight',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'apollographql-client-name',
  'apollographql-client-version',
  'graphql-client-name',
  'graphql-client-version',
].join(', ');

/** Headers of a response that a page may read. */
const EXPOSED_HEADERS = 'x-request-id, retry-after, idempotency-replayed';

/** Seconds for which a browser may remember the response to its preflight. */
const MAX_AGE_S = '600';

/** Returns whether pages of an origin may call the gateway. */
export type IsAllowedOrigin = (origin: string) => boolean;

const isLocal: IsAllowedOrigin = (origin) => /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/.test(origin);

/**
 * Allows exactly the origins of a list.
 *
 * @param origins e.g. `https://shop.example`; `localhost` in it stands for every origin of this machine
 */
export const allowOrigins = (origins: readonly string[]): IsAllowedOrigin => {
  const allowed = new Set(origins);
  return (origin) => allowed.has(origin) || (allowed.has('localhost') && isLocal(origin));
};

/**
 * Adds what a browser asks for. A page of another origin gets nothing, as if there were no such headers.
 *
 * @param withSession origins whose pages may send the cookie of a session
 * @returns whether the request was a preflight, which has been answered with that
 */
export const handleCors = (
  request: RequestHead,
  response: HttpResponse,
  isAllowed: IsAllowedOrigin,
  withSession: ReadonlySet<string>,
): boolean => {
  const { origin } = request.headers;
  const isQuestion = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  if (origin === undefined || !isAllowed(origin)) return false;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  if (withSession.has(origin)) response.setHeader('Access-Control-Allow-Credentials', 'true');
  if (!isQuestion) return false;
  response
    .writeHead(204, {
      'Access-Control-Allow-Methods': 'GET, POST, DELETE',
      'Access-Control-Allow-Headers': ALLOWED_HEADERS,
      'Access-Control-Max-Age': MAX_AGE_S,
    })
    .end();
  return true;
};
