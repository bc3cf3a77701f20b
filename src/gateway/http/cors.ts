/** CORS: which origins' pages may call the gateway, and which of them with the cookie of a session. */
import { headerNames, originList } from '../../settings/kinds.ts';
import { depends, settingIn } from '../../settings/setting.ts';
import type { GatewayResponse } from './gateway-response.ts';
import type { RequestHead } from './router.ts';

const server = settingIn('Server');

/** Which pages may call the gateway. */
export const corsSettings = {
  corsOrigins: server('CORS_ORIGINS', originList, {
    what: 'Origins whose pages may call the gateway from a browser, exactly as the browser names them. `https://*.shop.example` stands for any one label there, without sessions; `localhost` for every origin of this machine.',
    default: depends('`localhost`; `none` in production', ({ production }) => (production ? 'none' : 'localhost')),
    example: 'https://shop.example,https://admin.shop.example',
  }),
  corsHeaders: server('CORS_HEADERS', headerNames, {
    what: 'Headers that these pages may send besides those of GraphQL clients, of W3C traces, Sentry and Datadog.',
    example: 'x-b3-traceid,x-b3-spanid,x-b3-sampled',
  }),
};

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
  'traceparent',
  'tracestate',
  'baggage',
  'sentry-trace',
];

/** Headers that pages with Datadog's tracing send; which of them, their version and settings decide. */
const DATADOG = /^x-datadog-[a-z-]+$/;

/** Headers of a response that a page may read. */
const EXPOSED_HEADERS = 'x-request-id, retry-after, idempotency-replayed';

/** Seconds for which a browser may remember the response to its preflight. */
const MAX_AGE_S = '600';

/** Returns whether pages of an origin may call the gateway. */
type IsAllowedOrigin = (origin: string) => boolean;

const isLocal: IsAllowedOrigin = (origin) => /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/.test(origin);

const LABEL = /^[a-z\d_-]+$/;

/** Makes the check of an origin in which `*` stands for one label. */
const allowLabel = (pattern: string): IsAllowedOrigin => {
  const [before = '', after = ''] = pattern.split('*', 2);
  return (origin) =>
    origin.startsWith(before) && origin.endsWith(after) && LABEL.test(origin.slice(before.length, -after.length));
};

/**
 * Allows the origins of a list, and no others.
 *
 * @param origins the setting `CORS_ORIGINS`, e.g. `https://shop.example`, or `https://*.shop.example` for any one label there; `localhost` in it stands for every
 *   origin of this machine
 */
export const allowOrigins = (origins: readonly string[]): IsAllowedOrigin => {
  const allowed = new Set(origins);
  const patterns = origins.filter((origin) => origin.includes('*')).map(allowLabel);
  if (allowed.has('localhost')) patterns.push(isLocal);
  return (origin) => allowed.has(origin) || patterns.some((isAllowed) => isAllowed(origin));
};

/** What pages may do. */
export interface CorsRules {
  readonly isAllowed: IsAllowedOrigin;
  /** Origins whose pages may send the cookie of a session. */
  readonly withSession: ReadonlySet<string>;
  /** Names of headers that they may send besides those that every client may: the setting `CORS_HEADERS`. */
  readonly headers: readonly string[];
}

const namesIn = (list: string): readonly string[] => list.split(',').map((name) => name.trim().toLowerCase());

/**
 * Adds what a browser asks for. A page of another origin gets nothing, as if there were no such headers.
 *
 * @returns whether the request was a preflight, which has been answered with that
 */
export const handleCors = (
  request: RequestHead,
  response: GatewayResponse,
  { isAllowed, withSession, headers }: CorsRules,
): boolean => {
  const { origin } = request.headers;
  const isQuestion = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  if (origin === undefined || !isAllowed(origin)) return false;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  if (withSession.has(origin)) response.setHeader('Access-Control-Allow-Credentials', 'true');
  if (!isQuestion) return false;
  const traced = namesIn(request.headers['access-control-request-headers'] ?? '').filter((name) => DATADOG.test(name));
  response
    .writeHead(204, {
      'Access-Control-Allow-Methods': 'GET, POST, DELETE',
      'Access-Control-Allow-Headers': [...ALLOWED_HEADERS, ...headers, ...traced].join(', '),
      'Access-Control-Max-Age': MAX_AGE_S,
    })
    .end();
  return true;
};
