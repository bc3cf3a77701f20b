/** Counts of rate limits that several processes keep together. */
import type { SharedCountOutcome } from '../observability/metrics/redis.ts';
import {
  type Count,
  type Counter,
  createMemoryCounter,
  memoryStore,
  onceInWindow,
  type RateLimitOptions,
  type RateLimitStore,
} from './rate-limit.ts';
import type { SharedCounts } from './shared-counts.ts';

/** Keys of one limit that all processes together may count in a window: memory for records of writes stays in any Redis. */
const MOST_KEYS = 25_000;

/** A key that is counted together in this window. */
interface Known {
  /** By the clock of this process. */
  readonly endsAt: number;
  readonly isRefused: boolean;
}

/**
 * Counts each time together with the others, but for a key that is refused until its window ends; alone while that fails, and what is
 * over the number of keys that this process may add.
 */
const createSharedCounter = (
  limit: RateLimitOptions,
  shared: SharedCounts,
  onShared: (outcome: SharedCountOutcome) => void,
  now: () => number = () => performance.now(),
): Counter => {
  const windowMs = limit.windowS * 1000;
  const countAlone = createMemoryCounter(limit, now);
  /** About in the order in which they end. */
  const known = new Map<string, Known>();

  const recordEnd = (key: string, endsAt: number, isRefused: boolean): void => {
    known.delete(key);
    known.set(key, { endsAt, isRefused });
  };

  const hasCapacity = (time: number): boolean => {
    for (const [key, { endsAt }] of known) {
      if (time < endsAt) break;
      known.delete(key);
    }
    return known.size < MOST_KEYS / shared.countProcesses();
  };

  const countTogether = async (key: string): Promise<Count> => {
    try {
      const { total, leftMs } = await shared.add(limit, key, 1);
      onShared('told');
      const isWithin = total <= limit.points;
      recordEnd(key, now() + leftMs, !isWithin);
      const takeBack = async (): Promise<void> => {
        const taken = await shared.add(limit, key, -1).catch(() => null);
        if (taken !== null) recordEnd(key, now() + taken.leftMs, taken.total > limit.points);
      };
      return { isWithin, leftMs, giveBack: onceInWindow(leftMs, now, takeBack) };
    } catch {
      onShared('failed');
      return countAlone(key);
    }
  };

  return (key) => {
    const time = now();
    const window = known.get(key);
    if (window === undefined || time >= window.endsAt) {
      if (!hasCapacity(time)) {
        onShared('left_out');
        return countAlone(key);
      }
      recordEnd(key, time + windowMs, false);
    } else if (window.isRefused) return { isWithin: false, leftMs: window.endsAt - time, giveBack: () => {} };
    return countTogether(key);
  };
};

/**
 * Creates the store. It never fails: while others cannot be asked, each process counts by itself.
 *
 * @param shared null in a process on its own
 * @param onShared receives where each was counted
 */
export const createRateLimitStore = (
  shared: SharedCounts | null,
  onShared: (outcome: SharedCountOutcome) => void,
): RateLimitStore => (shared === null ? memoryStore : (limit) => createSharedCounter(limit, shared, onShared));
