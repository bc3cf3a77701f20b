/** Counts that several processes keep together without asking for each single one. */
import { LRUCache } from 'lru-cache';
import { atMost, type Count, type Counter, MAX_KEYS } from './rate-limit.ts';

interface Lease {
  /** How often it may still be counted here. */
  left: number;
  readonly until: number;
}

/** Share of a limit that a process takes at once: what it does not use of that is lost to the others in the window. */
const SHARE = 200;

/**
 * Takes counts from a counter that is far away in lots of a two-hundredth of the limit, and hands them out here, at once. Small
 * limits are counted one by one; of large ones each process may leave one lot of a key unused.
 *
 * @param points how often a window of the counter allows
 * @param now milliseconds on a clock that never goes back
 */
export const createLeasedLimiter = (
  counter: Counter,
  points: number,
  now: () => number = () => performance.now(),
): Counter => {
  const lot = Math.max(1, Math.floor(points / SHARE));
  if (lot === 1) return counter;
  const leases = new LRUCache<string, Lease>(atMost(MAX_KEYS));

  const takeLot = async (key: string, wanted: number): Promise<Count> => {
    const taken = Math.max(lot, wanted);
    const count = await counter.consume(key, taken);
    if (!count.isWithin) return count;
    // Others may have taken a lot meanwhile.
    const known = leases.get(key);
    const left = known !== undefined && now() < known.until ? known.left : 0;
    leases.set(key, { left: left + taken - wanted, until: now() + count.leftMs });
    return count;
  };

  return {
    consume: (key, wanted = 1) => {
      const lease = leases.get(key);
      if (lease !== undefined && lease.left >= wanted && now() < lease.until) {
        lease.left -= wanted;
        return { isWithin: true, leftMs: lease.until - now() };
      }
      return takeLot(key, wanted);
    },
  };
};
