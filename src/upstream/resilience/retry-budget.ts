/** Budget of retries: a service in trouble must not get more calls than one that is well. */
import { createSlidingWindow } from '../../concurrency/sliding-window.ts';

/** Size of a budget. */
export interface RetryBudgetOptions {
  /** Retries to a hundred calls of the last ten seconds. */
  readonly percent: number;
  /** A clock in milliseconds that never goes back. */
  readonly now: () => number;
}

const WINDOW_MS = 10_000;
/** With few calls a share of them would be no retry at all. */
const MIN_RETRIES = 3;

/**
 * Creates a budget. A tenth of the calls of ten seconds are as many as come in one second, and in flight are as many as come in one
 * response time: when all connections break at one moment, every call has its retry while responses take less than a second. So there
 * is no allowance for bursts, which would be a burst of calls to a service that is down.
 *
 * 0 percent is none, not even the few that there are otherwise at least.
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
