/** Failures that are worth another try, and the delay before it. */
import type { RetryClass } from '../../contract/endpoints.ts';
import { UpstreamError, UpstreamInvalidError, UpstreamTimeoutError, UpstreamUnavailableError } from '../call/errors.ts';

const MIN_DELAY_MS = 20;
const MAX_DELAY_MS = 100;
/** A caller waits no longer than this because the service asks for it. */
const MAX_RETRY_AFTER_S = 2;
/** Time-outs that are failures to connect. All others have used up the time of a call. */
const connectTimeouts: ReadonlySet<string | null> = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']);

/** The reason of an error when a call was not sent because its route group is known to be down. */
export const BREAKER_OPEN = 'BREAKER_OPEN';

/**
 * Returns whether a failure may pass with another try.
 *
 * For a call that is not `safe` an error is retryable only where the connection was never made; a reset, a 503 or a
 * broken body is not. A 429 is never tried again, whatever the class: the service asks for fewer calls, not for more.
 */
const mayPass = (retry: RetryClass, error: UpstreamError): boolean => {
  if (!error.retryable || error.reason === BREAKER_OPEN) return false;
  if (error instanceof UpstreamTimeoutError) return connectTimeouts.has(error.reason);
  if (error instanceof UpstreamUnavailableError) return retry === 'safe' || error.status === null;
  return retry === 'safe' && error instanceof UpstreamInvalidError;
};

/**
 * Computes how long to wait before a failed call is sent again.
 *
 * @param random from 0 up to 1
 * @returns milliseconds; null when it must not or should not be sent again
 */
export const retryDelayMs = (retry: RetryClass, error: unknown, random: () => number): number | null => {
  if (!(error instanceof UpstreamError) || !mayPass(retry, error)) return null;
  const askedS = error instanceof UpstreamUnavailableError ? (error.retryAfterSeconds ?? 0) : 0;
  if (askedS > MAX_RETRY_AFTER_S) return null;
  return askedS * 1000 + MIN_DELAY_MS + random() * (MAX_DELAY_MS - MIN_DELAY_MS);
};
