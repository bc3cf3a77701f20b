/** Errors from HTTP statuses that are not a success. */

import type { FailureKind } from '../call/failure-kinds.ts';
import { UpstreamFailure } from '../call/failure.ts';
import type { GivenReason } from '../decoding/reason.ts';

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
const early = new Set([408, 421, 425]);

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

/** A response that is not a success. */
export interface FailedResponse {
  readonly operation: string;
  readonly status: number;
  /** True when the call may be sent again when the fault passes. */
  readonly isSafe: boolean;
  /** True when the call is a write. */
  readonly isWrite: boolean;
  readonly retryAfterSeconds: number | null;
  /** Reason that its body gives; null when that is not known. */
  readonly reason: GivenReason | null;
}

/** Returns whether the body of a response says to users why it is none. */
export const givesReason = (status: number): boolean => status >= 400 && status < 500 && status !== 401;

const kindForStatus = ({ status, isSafe, isWrite }: FailedResponse): FailureKind => {
  const kind = kindOfStatus[status];
  if (kind !== undefined) return kind;
  if (status >= 500) return 'http_5xx';
  if (status < 400) return isWrite ? 'result_redirected' : 'redirect';
  return isSafe && early.has(status) ? 'not_now' : 'rejected';
};

/**
 * Makes the failure of a response that is not a success. A redirect is one that cannot be read: it is never followed, and that of a
 * write may stand for "done, see there".
 */
export const errorForStatus = (response: FailedResponse): UpstreamFailure => {
  const { operation, status, retryAfterSeconds, reason } = response;
  return new UpstreamFailure(kindForStatus(response), { operation, status, retryAfterSeconds, ...reason });
};
