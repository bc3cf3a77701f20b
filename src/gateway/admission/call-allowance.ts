/** Bounds the calls that are made under a key over time: a leaky bucket, kept as the moment at which it is empty again (GCRA). */
import { LRUCache } from 'lru-cache';

/** Part of a minute's calls that may be made at once; the others as time goes by. */
const AT_ONCE = 1 / 10;
/** Calls that may always be made at once, if a minute has so many: a page of an app asks for several things together. */
const LEAST_AT_ONCE = 20;
/** Keys that are remembered. */
export const MAX_KEYS = 50_000;

const MINUTE_MS = 60_000;

/** Calls that may be made under keys. */
export interface CallAllowance {
  /**
   * Spends calls if there is one left, and gives 0; else spends nothing, and gives the milliseconds until there is one. Who spends more than are
   * left waits the longer for the next.
   */
  spend(key: string, calls: number): number;
  /** Keys that are remembered now. */
  readonly size: number;
}

/**
 * Creates an allowance. It forgets the keys that were used longest ago when there are more than it may remember.
 *
 * @param perMinute calls that may be made in a minute
 * @param now milliseconds on a clock that never goes back
 */
export const createCallAllowance = (perMinute: number, now: () => number): CallAllowance => {
  const msPerCall = MINUTE_MS / perMinute;
  const atOnce = Math.min(perMinute, Math.max(LEAST_AT_ONCE, Math.floor(perMinute * AT_ONCE)));
  const fullAfterMs = (atOnce - 1) * msPerCall;
  // `max` would allocate memory for all of them at once.
  const emptyAt = new LRUCache<string, number>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 });
  return {
    spend: (key, calls) => {
      const time = now();
      const from = Math.max(time, emptyAt.get(key) ?? 0);
      const waitMs = from - time - fullAfterMs;
      if (waitMs > 0) return waitMs;
      emptyAt.set(key, from + calls * msPerCall);
      return 0;
    },
    get size() {
      return emptyAt.size;
    },
  };
};
