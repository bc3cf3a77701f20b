/** Failures in a row, with nothing answered in between: what an outage looks like at any rate of calls. */
import { createSlidingWindow } from './sliding-window.ts';

/** A run of failures. */
export interface FailureRun {
  /** Failures within the window since the last call that was answered. */
  readonly length: number;
  note(hasFailed: boolean): void;
}

/**
 * Creates a run.
 *
 * @param windowMs how long a failure is remembered
 * @param now a clock in milliseconds that never goes back
 */
export const createFailureRun = (windowMs: number, now: () => number): FailureRun => {
  const window = createSlidingWindow(windowMs, now);
  let isEmpty = true;
  return {
    get length() {
      return isEmpty ? 0 : window.calls;
    },
    note: (hasFailed) => {
      if (hasFailed) window.addCall();
      else if (!isEmpty) window.clear();
      isEmpty = !hasFailed;
    },
  };
};
