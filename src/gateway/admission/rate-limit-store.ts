/** Counts of rate limits that several processes keep together, each as exact as it has to be. */

import { type SharedCountReport } from '../observability/metrics/shared-counts.ts';
import { createCrossProcessCounter } from './cross-process-counter.ts';
import {
  type Count,
  type Counter,
  createMemoryCounter,
  memoryStore,
  onceInWindow,
  type RateLimitOptions,
  type RateLimitStore,
} from './rate-limit.ts';
import { MOST_KEYS, type SharedCounts } from './shared-counts.ts';

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
const createExactCounter = (
  limit: RateLimitOptions,
  shared: SharedCounts,
  onShared: (report: SharedCountReport) => void,
  now: () => number = () => performance.now(),
): Counter => {
  const windowMs = limit.windowS * 1000;
  const alone = createMemoryCounter(limit, now);
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

  /** Adds where all count, and notes what came of it; undefined when that could not be done. */
  const addTogether = async (key: string, points: number): Promise<Count | undefined> => {
    const [reply] = await shared.add({ ...limit, isExact: true }, [{ key, points }]).catch(() => []);
    if (reply === undefined) return undefined;
    const { total, leftMs } = reply;
    const isWithin = total <= limit.points;
    recordEnd(key, now() + leftMs, !isWithin);
    return { isWithin, leftMs };
  };

  const countTogether = async (key: string): Promise<Count> => {
    const count = await addTogether(key, 1);
    if (count === undefined) return alone.consume(key);
    const takeBack = () => addTogether(key, -1).then(() => {});
    return { ...count, giveBack: onceInWindow(count.leftMs, now, takeBack) };
  };

  return {
    consume: (key) => {
      const time = now();
      const window = known.get(key);
      if (window === undefined || time >= window.endsAt) {
        if (!hasCapacity(time)) {
          onShared({ outcome: 'left_out', keys: 1, lateMs: 0 });
          return alone.consume(key);
        }
        recordEnd(key, time + windowMs, false);
      } else if (window.isRefused) return { isWithin: false, leftMs: window.endsAt - time };
      return countTogether(key);
    },
  };
};

/**
 * Creates the store. It never fails: while others cannot be asked, each process counts by itself.
 *
 * @param shared null in a process on its own
 * @param onShared receives the results of reports to other processes
 */
export const createRateLimitStore = (
  shared: SharedCounts | null,
  onShared: (report: SharedCountReport) => void,
): RateLimitStore => {
  if (shared === null) return memoryStore;
  return (limit) =>
    limit.isExact === true
      ? createExactCounter(limit, shared, onShared)
      : createCrossProcessCounter({ limit, shared, onShared });
};
