/** Which failed calls are sent again, by column `retry` of `failure-kinds.ts`: the delay before that, and how many there may be in all. */
import type { RetryClass } from '../contract/endpoints.ts';
import { failureKinds } from './call/failure-kinds.ts';
import type { UpstreamFailure } from './call/failure.ts';

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
export const retryDelayMs = (retry: RetryClass, failure: UpstreamFailure, random: () => number): number | null => {
  const allowed = failureKinds[failure.kind].retry;
  if (allowed === 'none' || (allowed === 'reads' && retry !== 'safe')) return null;
  const askedS = failure.retryAfterSeconds ?? 0;
  if (askedS > MAX_RETRY_AFTER_S) return null;
  return askedS * 1000 + MIN_DELAY_MS + random() * (MAX_DELAY_MS - MIN_DELAY_MS);
};

/** Retries to a hundred calls: what fails now and then is made good, and a service in trouble gets hardly more calls. */
export const RETRY_PERCENT = 10;
const WINDOW_MS = 10_000;
/** Retries that are always allowed: a share of a few calls would be none. */
const MIN_RETRIES = 3;

/** A tenth of the window, with what came in it. */
interface Tenth {
  readonly startedAt: number;
  calls: number;
  retries: number;
}

/**
 * The budget of retries: a service in trouble must not get more calls than one that is well. A tenth of the calls of ten seconds
 * are as many as come in one second, and in flight are as many as come in one response time: when all connections break at one moment,
 * every call has its retry while responses take less than a second. So there is no allowance for bursts, which would be a burst of calls
 * to a service that is down.
 */
export class RetryBudget {
  readonly #percent: number;
  readonly #now: () => number;
  /** The newest first. */
  readonly #tenths: Tenth[] = [];

  /**
   * @param percent retries per hundred calls of the last ten seconds; 0 for none, not even the minimum
   * @param now a clock in milliseconds that never goes back
   */
  constructor(percent: number, now: () => number) {
    this.#percent = percent;
    this.#now = now;
  }

  /** Counts a call that is sent for the first time. */
  addCall(): void {
    this.#newest().calls += 1;
  }

  /** Takes a retry out of the budget; false when there is none left. */
  take(): boolean {
    const newest = this.#newest();
    let [calls, taken] = [0, 0];
    for (const tenth of this.#tenths) {
      calls += tenth.calls;
      taken += tenth.retries;
    }
    const allowed = this.#percent === 0 ? 0 : Math.max(MIN_RETRIES, Math.floor((calls * this.#percent) / 100));
    if (taken >= allowed) return false;
    newest.retries += 1;
    return true;
  }

  /** The tenth that is now. Those that are older than the window are forgotten. */
  #newest(): Tenth {
    const time = this.#now();
    const tenths = this.#tenths;
    while (time - (tenths.at(-1)?.startedAt ?? time) >= WINDOW_MS) tenths.pop();
    const [newest] = tenths;
    if (newest !== undefined && time - newest.startedAt < WINDOW_MS / 10) return newest;
    const next = { startedAt: time, calls: 0, retries: 0 };
    tenths.unshift(next);
    return next;
  }
}
