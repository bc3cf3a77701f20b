/** Why the last calls of a route group failed, for the line that tells that it is down. */
import type { FailureReason } from '../call/failure-reason.ts';

/** How many calls failed for each reason. */
export type ReasonCounts = Readonly<Partial<Record<FailureReason, number>>>;

/** The last failures of a route group. */
export interface RecentReasons {
  note(reason: FailureReason): void;
  /** Sums up what was noted within the last ten seconds. */
  count(): ReasonCounts;
}

/** Longer than a breaker looks back. */
const WINDOW_MS = 10_000;
/** More say nothing new. */
const MAX_NOTED = 100;

/** Creates an empty list. `now` is in milliseconds, and never goes back. */
export const createRecentReasons = (now: () => number): RecentReasons => {
  const noted: { readonly reason: FailureReason; readonly at: number }[] = [];
  return {
    note: (reason) => {
      if (noted.length === MAX_NOTED) noted.shift();
      noted.push({ reason, at: now() });
    },
    count: () => {
      const since = now() - WINDOW_MS;
      const counts: Partial<Record<FailureReason, number>> = {};
      for (const { reason, at } of noted) if (at > since) counts[reason] = (counts[reason] ?? 0) + 1;
      return counts;
    },
  };
};
