/** Budget of retries: a service in trouble must not get more calls than one that is well. */
import { createSlidingWindow } from '../../concurrency/sliding-window.ts';

/** Size of a budget. */
export interface RetryBudgetOptions {
  /** Retries per hundred calls of the last ten seconds. */
  readonly percent: number;
  /** A clock in milliseconds that never goes back. */
  readonly now: () => number;
}

const WINDOW_MS = 10_000;
/** Retries that are always allowed: a share of a few calls would be none. */
const MIN_RETRIES = 3;

/**
 * Creates a budget. A tenth of the calls of ten seconds are as many as come in one second, and in flight are as many as come in one
 * response time: when all connections break at one moment, every call has its retry while responses take less than a second. So there
 * is no allowance for bursts, which would be a burst of calls to a service that is down.
 *
 * With 0 percent there are no retries, not even the minimum.
 */
export const createRetryBudget = ({ percent, now }: RetryBudgetOptions) => {
  const window = createSlidingWindow(WINDOW_MS, now);
  return {
    /** Counts a call that is sent for the first time. */
    addCall: (): void => window.addCall(),
    /** Takes a retry out of the budget; false when there is none left. */
    take: (): boolean => {
      const allowed = percent === 0 ? 0 : Math.max(MIN_RETRIES, Math.floor((window.calls * percent) / 100));
      if (window.marks >= allowed) return false;
      window.addMark();
      return true;
    },
  };
};
