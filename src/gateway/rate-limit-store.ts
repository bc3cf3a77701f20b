/** Counts of rate limits that several processes keep together. */
import { type RateLimiterAbstract, RateLimiterCluster, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisConnection } from '../cache/redis-connection.ts';
import { createLeasedLimiter } from './leased-limiter.ts';
import { createBoundedLimiter, memoryStore, type RateLimitOptions, type RateLimitStore } from './rate-limit.ts';

/** Who counts together. */
export interface RateLimitStoreOptions {
  /** Counts with every process that uses the same server; null without one. */
  readonly redis: RedisConnection | null;
  /** Counts with the other workers of the supervisor, where there is no server or that cannot be used. */
  readonly cluster: boolean;
}

type Counter = Pick<RateLimiterAbstract, 'consume'>;

/** A supervisor that does not answer in that time, in milliseconds, is as good as none. */
const CLUSTER_TIMEOUT_MS = 1000;

/** Counts by the first as long as that can count, else by the second. */
const insured = (first: Counter, second: Counter): Counter => ({
  consume: async (key) => {
    try {
      return await first.consume(key);
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      return second.consume(key);
    }
  },
});

/** Counts in the supervisor, in bounded memory: what a worker forgets, the supervisor forgets too. */
const inSupervisor = ({ name: keyPrefix, points, windowS: duration }: RateLimitOptions): Counter =>
  createBoundedLimiter(new RateLimiterCluster({ keyPrefix, points, duration, timeoutMs: CLUSTER_TIMEOUT_MS }));

/** Counts in Redis, where keys expire by themselves. Each count has the budget of one step. */
const inRedis = (redis: RedisConnection, { name, points, windowS: duration }: RateLimitOptions): Counter =>
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
  });

/** Creates the store. It never fails: while others cannot be asked, each process counts by itself. */
export const createRateLimitStore =
  ({ redis, cluster }: RateLimitStoreOptions): RateLimitStore =>
  (options) => {
    const alone = memoryStore(options);
    const { points } = options;
    const local = cluster ? insured(createLeasedLimiter(inSupervisor(options), points), alone) : alone;
    return redis === null ? local : insured(createLeasedLimiter(inRedis(redis, options), points), local);
  };
