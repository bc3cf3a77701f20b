/** Counts that several processes keep together, in Redis or in their supervisor. */
import type { RateLimitOptions, WindowTotal } from './rate-limit.ts';

/** Addition under a key. */
export interface Addition {
  readonly key: string;
  /** 0 begins a window, or asks; -1 takes one back. */
  readonly points: number;
}

/**
 * Adds under keys of a limit, each in a window that is the same for all processes, and gives what each key came to, in the same
 * order. A request waits for what is exact. Rejects within a bounded time when that could not be done, or nobody knows whether it was.
 */
export type AddTogether = (
  limit: Pick<RateLimitOptions, 'name' | 'windowS' | 'isExact'>,
  additions: readonly Addition[],
) => Promise<readonly WindowTotal[]>;

/** Counts of several processes. */
export interface SharedCounts {
  readonly add: AddTogether;
  /** Number of processes that count there, as far as is known; at least 1. */
  readonly countProcesses: () => number;
}

/** Keys of one limit that all processes together may count there in a window: memory for lookup lists stays in any Redis. */
export const MOST_KEYS = 25_000;

/** Counts with the first as long as that can count, else with the second. */
export const insured = (first: SharedCounts, second: SharedCounts): SharedCounts => ({
  add: (limit, additions) => first.add(limit, additions).catch(() => second.add(limit, additions)),
  countProcesses: () => Math.max(first.countProcesses(), second.countProcesses()),
});
