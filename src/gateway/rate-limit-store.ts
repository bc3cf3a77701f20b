/** Counts of rate limits that several processes keep together, each as exact as it has to be. */
import { LRUCache } from 'lru-cache';
import { createFleetCounter, type Telling, untoldShare } from './fleet-counter.ts';
import {
  atMost,
  type Count,
  type Counter,
  createMemoryCounter,
  MAX_KEYS,
  memoryStore,
  type RateLimitOptions,
  type RateLimitStore,
} from './rate-limit.ts';
import type { SharedCounts } from './shared-counts.ts';

/** Counts each time together with the others, but for a key that is refused until its window ends; alone while that fails. */
const createExactCounter = (
  limit: RateLimitOptions,
  shared: SharedCounts,
  now: () => number = () => performance.now(),
): Counter => {
  const alone = createMemoryCounter(limit, now);
  const refusedUntil = new LRUCache<string, number>(atMost(MAX_KEYS));

  const countTogether = async (key: string): Promise<Count> => {
    const [answer] = await shared.add({ ...limit, isExact: true }, [{ key, points: 1 }]).catch(() => []);
    if (answer === undefined) return alone.consume(key);
    const { total, leftMs } = answer;
    const isWithin = total <= limit.points;
    if (!isWithin) refusedUntil.set(key, now() + leftMs);
    return { isWithin, leftMs };
  };

  return {
    consume: (key) => {
      const leftMs = (refusedUntil.get(key) ?? 0) - now();
      return leftMs > 0 ? { isWithin: false, leftMs } : countTogether(key);
    },
  };
};

/**
 * Creates the store. It never fails: while others cannot be asked, each process counts by itself.
 *
 * @param shared null in a process on its own
 * @param onTelling takes how others were told
 */
export const createRateLimitStore = (
  shared: SharedCounts | null,
  onTelling: (telling: Telling) => void,
): RateLimitStore => {
  if (shared === null) return memoryStore;
  return (limit) =>
    limit.isExact === true || untoldShare(limit.points, 1) === 0
      ? createExactCounter(limit, shared)
      : createFleetCounter({ limit, shared, onTelling });
};
