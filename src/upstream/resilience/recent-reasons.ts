/** Reasons why the last calls of a route group failed, for the log line of a circuit breaker that opens. */
import type { FailureReason } from '../call/failure-reason.ts';

/** Number of failed calls by reason. */
export type ReasonCounts = Readonly<Partial<Record<FailureReason, number>>>;

/** Longer than a circuit breaker looks back. */
const WINDOW_MS = 10_000;
/** More say nothing new. */
const MAX_RECORDED = 100;

/** Creates an empty list of the last failures of a route group. `now` is in milliseconds, and never goes back. */
export const createRecentReasons = (now: () => number) => {
  const recorded: { readonly reason: FailureReason; readonly at: number }[] = [];
  return {
    record: (reason: FailureReason): void => {
      if (recorded.length === MAX_RECORDED) recorded.shift();
      recorded.push({ reason, at: now() });
    },
    /** Sums up what was recorded within the last ten seconds. */
    count: (): ReasonCounts => {
      const since = now() - WINDOW_MS;
      const counts: Partial<Record<FailureReason, number>> = {};
      for (const { reason, at } of recorded) if (at > since) counts[reason] = (counts[reason] ?? 0) + 1;
      return counts;
    },
  };
};
