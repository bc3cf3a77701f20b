/** Failures that are worth another try, and the delay before it. */
import type { RetryClass } from '../../contract/endpoints.ts';
import { failureKinds } from '../call/failure-kinds.ts';
import { failureIn } from '../call/failure.ts';

const MIN_DELAY_MS = 20;
const MAX_DELAY_MS = 100;
/** A caller waits no longer than this because the service asks for it. */
const MAX_RETRY_AFTER_S = 2;

/**
 * Computes how long to wait before a failed call is sent again.
 *
 * @param random from 0 up to 1
 * @returns milliseconds; null when it must not or should not be sent again
 */
export const retryDelayMs = (retry: RetryClass, error: unknown, random: () => number): number | null => {
  const failure = failureIn(error);
  if (failure === null) return null;
  const allowed = failureKinds[failure.kind].retry;
  if (allowed === 'none' || (allowed === 'reads' && retry !== 'safe')) return null;
  const askedS = failure.retryAfterSeconds ?? 0;
  if (askedS > MAX_RETRY_AFTER_S) return null;
  return askedS * 1000 + MIN_DELAY_MS + random() * (MAX_DELAY_MS - MIN_DELAY_MS);
};
