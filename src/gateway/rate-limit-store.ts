/** Counts of rate limits that several processes keep together. */
import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterCluster, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisConnection } from '../cache/redis-connection.ts';
import { createLeasedLimiter } from './leased-limiter.ts';
import {
  atMost,
  type Count,
  type Counter,
  MAX_KEYS,
  memoryStore,
  type RateLimitOptions,
  type RateLimitStore,
} from './rate-limit.ts';

/** Who counts together. */
export interface RateLimitStoreOptions {
  /** Counts with every process that uses the same server; null without one. */
  readonly redis: RedisConnection | null;
  /** Counts with the other workers of the supervisor, where there is no server or that cannot be used. */
  readonly cluster: boolean;
}

/** A supervisor that does not answer in that time, in milliseconds, is as good as none. */
const CLUSTER_TIMEOUT_MS = 1000;

/** A limiter of the library as a counter: there, too often is a rejection. */
export const counterOf = (limiter: Pick<RateLimiterAbstract, 'consume'>): Counter => ({
  consume: async (key, points = 1): Promise<Count> => {
    try {
      const { msBeforeNext } = await limiter.consume(key, points);
      return { isWithin: true, leftMs: msBeforeNext };
    } catch (error) {
      if (error instanceof RateLimiterRes) return { isWithin: false, leftMs: error.msBeforeNext };
      throw error;
    }
  },
});

/** Bounds the memory of a limiter: it forgets the keys that were used longest ago when there are more than it may remember. */
export const createBoundedLimiter = (limiter: Pick<RateLimiterAbstract, 'consume' | 'delete'>, maxKeys = MAX_KEYS) => {
  const known = new LRUCache<string, true>({
    ...atMost(maxKeys),
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

/** Counts by the first as long as that can count, else by the second. */
const insured = (first: Counter, second: Counter): Counter => ({
  consume: (key, points) => {
    const count = first.consume(key, points);
    return count instanceof Promise ? count.catch(() => second.consume(key, points)) : count;
  },
});

/** Counts in the supervisor, in bounded memory: what a worker forgets, the supervisor forgets too. */
const inSupervisor = ({ name: keyPrefix, points, windowS: duration }: RateLimitOptions): Counter =>
  counterOf(
    createBoundedLimiter(new RateLimiterCluster({ keyPrefix, points, duration, timeoutMs: CLUSTER_TIMEOUT_MS })),
  );

/** Counts in Redis, where keys expire by themselves. Each count has the budget of one step. */
const inRedis = (redis: RedisConnection, { name, points, windowS: duration }: RateLimitOptions): Counter =>
  counterOf(
    new RateLimiterRedis({
      points,
      duration,
      keyPrefix: `listings-gateway:limit:${name}`,
      useRedisPackage: true,
      // The one command that it sends.
      storeClient: {
        eval: (script: string, given: { readonly keys: string[]; readonly arguments: string[] }) =>
          redis.run((client) => client.eval(script, given)),
      },
    }),
  );

/** Creates the store. It never fails: while others cannot be asked, each process counts by itself. */
export const createRateLimitStore =
  ({ redis, cluster }: RateLimitStoreOptions): RateLimitStore =>
  (options) => {
    const alone = memoryStore(options);
    const { points } = options;
    const local = cluster ? insured(createLeasedLimiter(inSupervisor(options), points), alone) : alone;
    return redis === null ? local : insured(createLeasedLimiter(inRedis(redis, options), points), local);
  };
