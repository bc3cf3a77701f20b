/** Failures of calls: of a status that is no success, of a connection that broke, for lack of time, and of nobody who waits. */
import { errors } from 'undici';
import type { FailureKind } from './call/failure-kinds.ts';
import { UpstreamFailure } from './call/failure.ts';
import type { CallScope, Route } from './call/service-request.ts';
import type { RefusalWords } from './decoding/refusal-words.ts';
import { isPage } from './decoding/words.ts';

const MAX_WAIT_SECONDS = 3600;
/** `Sun, 06 Nov 1994 08:49:37 GMT`. Date.parse alone would take nearly any text with a number in it. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
/** The statuses of which each has a kind of its own. */
const kindOfStatus: Readonly<Record<number, FailureKind>> = {
  401: 'token_rejected',
  403: 'forbidden',
  404: 'not_found',
  410: 'not_found',
  429: 'rate_limited',
  502: 'http_passing',
  503: 'http_passing',
  504: 'http_passing',
};
/** The statuses that say that nothing was done yet. */
const early = [408, 421, 425];

/**
 * Reads a `Retry-After` header: seconds, or a date.
 *
 * @param nowMs milliseconds since 1970
 * @returns whole seconds from 0 to 3,600; null when the header is absent or says nothing that can be read
 */
export const readRetryAfter = (header: string | null, nowMs: number): number | null => {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), MAX_WAIT_SECONDS);
  const seconds = HTTP_DATE.test(text) ? Math.ceil((Date.parse(text) - nowMs) / 1000) : Number.NaN;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), MAX_WAIT_SECONDS);
};

/** Returns whether the body of a response that is no success is read: it says why to users, and of a 401 where that may be a reply. */
export const hasWords = ({ expects }: Route, status: number): boolean =>
  status >= 400 && status < 500 && (status !== 401 || expects === 'json-or-refusal');

/**
 * The kind of failure that a response is which is not a success. A redirect is one that cannot be read: it is never followed, and that of a
 * write may stand for "done, see there".
 *
 * @param text its body, as far as that is read
 */
const kindForStatus = ({ retry, group }: Route, status: number, text: string): FailureKind => {
  const kind = kindOfStatus[status];
  // Assumption: R7. Whatever stands in the place of the service says so with a page: that is not the service's word that there is nothing.
  if (kind === 'not_found' && isPage(text)) return retry === 'safe' ? 'unreadable' : 'rejected';
  if (kind !== undefined) return kind;
  if (status >= 500) return 'http_5xx';
  if (status < 300) return 'unreadable';
  if (status < 400) return retry === 'safe' || group === 'tokens' ? 'redirect' : 'result_redirected';
  if (retry === 'safe') return early.includes(status) ? 'not_now' : 'rejected';
  // Proxies say so of a service that was too slow for them.
  return status === 408 && group !== 'tokens' ? 'result_unknown' : 'rejected';
};

/** Makes the failure that a status says. @param words those that its body has for it */
export const failureOfStatus = (
  route: Route,
  status: number,
  retryAfterSeconds: number | null,
  text = '',
  words: RefusalWords | null = null,
): UpstreamFailure =>
  new UpstreamFailure(kindForStatus(route, status, text), {
    operation: route.operation,
    status,
    retryAfterSeconds,
    ...words,
  });

const timeouts = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'];
/** The code of a write whose whole time was up. */
const TIME_UP = 'TIMEOUT';

/** Returns whether a call was sent, and its response was too late. */
export const isLate = ({ kind, systemCode }: UpstreamFailure): boolean =>
  kind === 'timeout' || (kind === 'result_unknown' && [TIME_UP, ...timeouts].includes(systemCode ?? ''));

/** The code of an error of the system or of the HTTP client; null when it has none. */
export const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Returns whether something responded, but not in HTTP, or with headers larger than are read. */
const isBrokenHttp = (error: unknown): boolean =>
  error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError;

/**
 * Makes the failure of a connection. What was not sent did nothing; what was may have been applied. No code tells that: the system
 * reports a way that is gone by the same one, however late.
 *
 * @param status that of the response when its headers came; else null
 */
export const failureOfConnection = (
  { operation, retry }: Pick<Route, 'operation' | 'retry'>,
  error: unknown,
  status: number | null,
  isSent: boolean,
): UpstreamFailure => {
  // Some errors of the parser have no code.
  const systemCode = codeOf(error) ?? (isBrokenHttp(error) ? 'HPE_UNKNOWN' : null);
  const isTimeout = timeouts.includes(systemCode ?? '');
  const kind = (): FailureKind => {
    if (!isSent) return isTimeout ? 'connect_timeout' : 'unreachable';
    if (retry !== 'safe') return 'result_unknown';
    if (isTimeout) return 'timeout';
    return isBrokenHttp(error) ? 'broken_http' : 'disconnected';
  };
  return new UpstreamFailure(kind(), { operation, status, systemCode });
};

/** Makes the failure of a request that was given up for lack of time. */
export const failureOfTime = ({ operation, retry }: Route, status: number | null, isSent: boolean): UpstreamFailure =>
  isSent && retry !== 'safe'
    ? new UpstreamFailure('result_unknown', { operation, status, systemCode: TIME_UP })
    : new UpstreamFailure('timeout', { operation, status });

/** Makes the failure of a request that is cancelled now, which says whether the time of its operation is up. */
export const failureOfCancellation = (
  { operation, retry }: Route,
  { timeLeftMs }: CallScope,
  status: number | null,
  isSent: boolean,
): UpstreamFailure =>
  new UpstreamFailure(isSent && retry !== 'safe' ? 'write_cancelled' : 'cancelled', {
    operation,
    status,
    systemCode: timeLeftMs !== undefined && timeLeftMs() <= 0 ? 'OPERATION_TIMEOUT' : null,
  });
