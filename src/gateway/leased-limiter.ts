/** Counts that several processes keep together without asking for each single one. */
import { LRUCache } from 'lru-cache';
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { MAX_KEYS } from './rate-limit.ts';

interface Lease {
  /** How often it may still be counted here. */
  left: number;
  readonly until: number;
  readonly state: RateLimiterRes;
}

/** Share of a limit that a process takes at once: what it does not use of that is lost to the others in the window. */
const SHARE = 200;

/**
 * Takes counts from a limiter that is far away in lots of a two-hundredth of the limit, and hands them out here. Small
 * limits are counted one by one; of large ones each process may leave one lot of a key unused.
 *
 * @param points how often a window of the limiter allows
 * @param now milliseconds on a clock that never goes back
 */
export const createLeasedLimiter = (
  limiter: Pick<RateLimiterAbstract, 'consume'>,
  points: number,
  now: () => number = () => performance.now(),
): Pick<RateLimiterAbstract, 'consume'> => {
  const lot = Math.max(1, Math.floor(points / SHARE));
  if (lot === 1) return limiter;
  const leases = new LRUCache<string, Lease>({ max: MAX_KEYS });
  return {
    consume: async (given) => {
      const key = String(given);
      const lease = leases.get(key);
      if (lease !== undefined && lease.left > 0 && now() < lease.until) {
        lease.left -= 1;
        return lease.state;
      }
      const state = await limiter.consume(key, lot);
      // Others may have taken a lot meanwhile.
      const known = leases.get(key);
      const left = known !== undefined && now() < known.until ? known.left : 0;
      leases.set(key, { left: left + lot - 1, until: now() + state.msBeforeNext, state });
      return state;
    },
  };
};
