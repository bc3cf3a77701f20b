/** Errors from HTTP statuses that are not a success. */

import {
  UnreadableResultError,
  type UpstreamError,
  UpstreamForbiddenError,
  UpstreamInvalidError,
  UpstreamNotFoundError,
  UpstreamRateLimitedError,
  UpstreamRejectedError,
  UpstreamUnauthenticatedError,
  UpstreamUnavailableError,
} from '../call/errors.ts';
import type { GivenReason } from '../decoding/reason.ts';

const MAX_WAIT_SECONDS = 3600;
/** `Sun, 06 Nov 1994 08:49:37 GMT`. Date.parse alone would take nearly any text with a number in it. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
/** The statuses that speak of a passing fault in front of the service or in it, or say that nothing was done yet. */
const passing = new Set([408, 421, 425, 502, 503, 504]);

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

/**
 * Makes an error of a response that is not a success. A redirect is one that cannot be read: it is never followed, and that of a
 * write may stand for "done, see there".
 */
export const errorForStatus = (response: FailedResponse): UpstreamError => {
  const { operation, status, retryAfterSeconds, reason } = response;
  const details = { operation, status, serviceMessage: reason?.serviceMessage ?? null };
  if (status === 401) return new UpstreamUnauthenticatedError(details);
  if (status === 403) return new UpstreamForbiddenError(details);
  if (status === 404 || status === 410) return new UpstreamNotFoundError(details);
  if (status === 429) return new UpstreamRateLimitedError({ ...details, retryAfterSeconds });
  if (status < 400) return response.isWrite ? new UnreadableResultError(details) : new UpstreamInvalidError(details);
  const retryable = response.isSafe && passing.has(status);
  return status >= 500 || retryable
    ? new UpstreamUnavailableError({ ...details, retryAfterSeconds, retryable })
    : new UpstreamRejectedError({ ...details, validation: reason?.validation ?? null });
};
