/** Bounds how often something is done under a key: by an address, with a token, for a username. */
import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** What is counted. */
export interface RateLimitOptions {
  /** Tells the counts of one limit from those of another in a shared store. */
  readonly name: RateLimitName;
  /** How often within a window; more is too often. */
  readonly points: number;
  /** Length of a window in seconds, from the first time on. */
  readonly windowS: number;
}

/** Every limit that counts over time. */
export type RateLimitName = 'address' | 'token' | 'sign_in_address' | 'sign_in_username';

/** Makes the counter of a limit. Whatever it is, it must answer in a bounded time and in bounded memory. */
export type RateLimitStore = (options: RateLimitOptions) => Pick<RateLimiterAbstract, 'consume'>;

/** Bounds how often something is done. */
export interface RateLimit {
  /** Counts one; gives the seconds to wait, 0 when it is not too often. Rejects when the store fails. */
  take(key: string): Promise<number>;
}

/** Keys of one limit that are remembered in memory. */
export const MAX_KEYS = 50_000;

/** Bounds the memory of a counter: it forgets the keys that were used longest ago when there are more than it may remember. */
export const createBoundedLimiter = (limiter: Pick<RateLimiterAbstract, 'consume' | 'delete'>, maxKeys = MAX_KEYS) => {
  const known = new LRUCache<string, true>({
    max: maxKeys,
    // One that cannot be forgotten now expires with its window.
    dispose: (_value, key) => void limiter.delete(key).catch(() => {}),
  });
  return {
    consume: (given: string | number, points = 1): Promise<RateLimiterRes> => {
      const key = String(given);
      if (known.get(key) === undefined) known.set(key, true);
      return limiter.consume(key, points);
    },
    /** Keys that are remembered now. */
    get size() {
      return known.size;
    },
  };
};

/** Counts in this process. */
export const memoryStore: RateLimitStore = ({ name, points, windowS }) =>
  createBoundedLimiter(new RateLimiterMemory({ keyPrefix: name, points, duration: windowS }));

/**
 * Creates a limit.
 *
 * @param secret makes the keys of the store: they tell nothing of tokens, usernames or addresses to who does not have it
 */
export const createRateLimit = (
  options: RateLimitOptions,
  secret: Uint8Array,
  store: RateLimitStore = memoryStore,
): RateLimit => {
  const counter = store(options);
  return {
    take: async (key) => {
      try {
        await counter.consume(createHmac('sha256', secret).update(key).digest('base64url'));
        return 0;
      } catch (error) {
        if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        throw error;
      }
    },
  };
};
