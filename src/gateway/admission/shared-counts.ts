/** Counts that several processes keep together, in Redis or in their supervisor. */
import type { RateLimitOptions, WindowTotal } from './rate-limit.ts';

/**
 * Adds under a key of a limit, in a window that is the same for all processes, and gives what it came to; -1 takes one back. Rejects within
 * a bounded time when that could not be done, or nobody knows whether it was.
 */
export type AddTogether = (
  limit: Pick<RateLimitOptions, 'name' | 'windowS'>,
  key: string,
  points: number,
) => Promise<WindowTotal>;

/** Counts of several processes. */
export interface SharedCounts {
  readonly add: AddTogether;
  /** Number of processes that count there, as far as is known; at least 1. */
  readonly countProcesses: () => number;
}

/** Counts with the first as long as that can count, else with the second. */
export const insured = (first: SharedCounts, second: SharedCounts): SharedCounts => ({
  add: (...addition) => first.add(...addition).catch(() => second.add(...addition)),
  countProcesses: () => Math.max(first.countProcesses(), second.countProcesses()),
});
