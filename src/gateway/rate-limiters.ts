/** Limits of how often something may be done, counted together by all who share a store or a supervisor. */
import { createHmac, randomBytes } from 'node:crypto';
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { RedisConnection } from '../cache/redis-connection.ts';

/** One limit. */
export interface RateLimit {
  /** Tells its counts from those of other limits; the same in every process. */
  readonly name: string;
  /** How often within the window. */
  readonly points: number;
  /** The window in seconds. */
  readonly windowS: number;
}

/** Counts of one limit, by key. */
export interface RateLimiter {
  /** Counts once. Rejects with a `RateLimiterRes` when that is too often, and with nothing else. */
  consume(key: string): Promise<unknown>;
}

/** What counts are kept by. */
export interface RateLimiters {
  /** Creates a limit. */
  create(limit: RateLimit): RateLimiter;
  /** Makes a key of a text: the same for all who count together, and telling nothing of the text. */
  keyOf(text: string): string;
}

/** Where counts are kept. */
export interface RateLimiterOptions {
  /** Counts with every process that uses the same server; alone while that cannot be used. Null without a server. */
  readonly redis?: RedisConnection | null;
  /** Counts with the other workers of the supervisor, where there is no server or that cannot be used. */
  readonly cluster?: boolean;
  /** From which keys are made, the same for all who count together; a random one unless given. */
  readonly secret?: Uint8Array;
}

interface LimiterOptions {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}

/** A supervisor that does not answer in that time, in milliseconds, is as good as none. */
const CLUSTER_TIMEOUT_MS = 1000;

/** The one command that the limiter in Redis sends, within the budget of a step. */
const boundedClient = (redis: RedisConnection) => ({
  eval: (script: string, options: { readonly keys: string[]; readonly arguments: string[] }) =>
    redis.run((client) => client.eval(script, options)),
});

/** Creates what counts are kept by: in this process alone unless told otherwise. */
export const createRateLimiters = ({
  redis = null,
  cluster = false,
  secret = randomBytes(32),
}: RateLimiterOptions = {}): RateLimiters => {
  const createLocal = (options: LimiterOptions): RateLimiterAbstract =>
    cluster ? new RateLimiterCluster({ ...options, timeoutMs: CLUSTER_TIMEOUT_MS }) : new RateLimiterMemory(options);

  return {
    create: ({ name, points, windowS }) => {
      const options = { points, duration: windowS };
      const local = createLocal({ ...options, keyPrefix: name });
      const shared =
        redis === null
          ? local
          : new RateLimiterRedis({
              ...options,
              storeClient: boundedClient(redis),
              useRedisPackage: true,
              keyPrefix: `listings-gateway:limit:${name}`,
              insuranceLimiter: local,
            });
      const alone = new RateLimiterMemory(options);
      return {
        consume: async (key) => {
          try {
            return await shared.consume(key);
          } catch (error) {
            if (error instanceof RateLimiterRes) throw error;
            return alone.consume(key);
          }
        },
      };
    },
    keyOf: (text) => createHmac('sha256', secret).update(text).digest('base64url'),
  };
};
