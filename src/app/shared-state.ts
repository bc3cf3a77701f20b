/** State that gateways in front of the same service share: counts of rate limits, renewals of sessions, and records of writes. */
import { hash, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { type RateLimitStore, createRateLimitStore } from '../gateway/admission/rate-limit.ts';
import { type AddTogether, createRedisCounts, insured } from '../gateway/admission/shared-counts.ts';
import { RESULT_KEPT_MS } from '../gateway/browser-sessions/renew-session.ts';
import type { Metrics } from '../gateway/observability/metrics/metrics.ts';
import type { RedisMetrics } from '../gateway/observability/metrics/redis.ts';
import type { Logger } from '../log/logger.ts';
import { createMemoryRecords } from '../records/memory-records.ts';
import { type RecordStore, RecordStoreError } from '../records/record-store.ts';
import type { RedisConnection, RedisState } from '../redis/redis.ts';

/** Shared state. */
export interface Sharing {
  readonly rateLimitStore: RateLimitStore;
  /** Makes the keys of that store. */
  readonly rateLimitSecret: Uint8Array;
  /** Renewals of browser sessions by other processes; none without Redis. */
  readonly renewalStores: readonly RecordStore[];
  /** Records of writes that may be sent again: in Redis, else in this process; with other workers and without Redis they cannot be kept. */
  readonly recordStore: RecordStore;
  /** Records of refreshed sessions, likewise. */
  readonly refreshStore: RecordStore;
  /** A secret of this process and the other workers of its supervisor, for its life. */
  readonly processSecret: Uint8Array;
}

/** State that the workers of one supervisor share. */
export interface SharedByWorkers {
  readonly rateLimitSecret: Uint8Array;
  readonly countTogether: AddTogether;
}

/** Version of what is stored. Another form of keys or texts needs another number: both may be in use for a while. */
const FORMAT = 1;

/** Prefix of the keys of a service, so that gateways in front of two services never mix them. */
const prefixOf = (subject: string, serviceUrl: URL): string => {
  const service = hash('sha256', serviceUrl.href, 'base64url').slice(0, 16);
  return `listings-gateway:${subject}:${FORMAT}:${service}:`;
};

/** The secret that all gateways with the same settings have; null when there is nothing to make it of. */
const secretOf = ({ rateLimitKey, redisUrl }: Config): Uint8Array | null => {
  const source = rateLimitKey ?? redisUrl;
  return source === null
    ? null
    : new Uint8Array(hkdfSync('sha256', source.reveal(), '', 'listings-gateway rate limits', 32));
};

/** Connects to Redis, whose client is loaded where it is used: its hundreds of modules would take a start a fifth longer. */
const connectTo = async (
  url: string,
  budgetMs: number,
  log: Logger,
  { showUsable, countFailure }: RedisMetrics,
): Promise<RedisConnection> => {
  const { connectRedis } = await import('../redis/redis.ts');
  const ofRedis = log.child({ part: 'redis' });
  const onState = (state: RedisState): void => {
    showUsable(state.usable);
    if (state.usable) {
      ofRedis.info('Redis is used: limits of sign-in, session renewals and idempotency keys are shared.');
      return;
    }
    ofRedis.warn(
      { reason: state.reason },
      'Redis cannot be used: this gateway goes on without, refuses writes with an idempotency key, and tries again.',
    );
  };
  return connectRedis({ url, onState, onFailure: countFailure, budgetMs });
};

/** Time for which a refreshed session is recorded: an app that has lost the response asks again within minutes. */
const REFRESH_KEPT_MS = 600_000;
/** Part of the memory for records that those may take; with Redis, how full its server may be before no further one is recorded. */
const REFRESH_SHARE = 1 / 8;
const REFRESH_SHARE_OF_REDIS = 1 / 2;

const refuse = (): Promise<never> => Promise.reject(new RecordStoreError('NO_REDIS'));

/** Records that nobody keeps: another worker would make a write again. */
const refuseRecords: RecordStore = { claim: refuse, renew: refuse, finish: refuse, release: refuse };

/**
 * Connects what is shared. Never fails: what cannot be reached is done without; only records of writes never are.
 *
 * @param serviceUrl base address of the service
 * @param workers null in a process on its own
 * @param own takes the connection, to be closed in the end
 * @param metrics count exchanges of counts with other processes, and the state of Redis
 */
export const connectSharedState = async (
  config: Config,
  serviceUrl: URL,
  workers: SharedByWorkers | null,
  log: Logger,
  own: (connection: RedisConnection) => RedisConnection,
  metrics: Pick<Metrics, 'countShared' | 'addRedis'>,
): Promise<Sharing> => {
  const { redisUrl, redisTimeoutMs: budgetMs, idempotency } = config;
  const processSecret = workers?.rateLimitSecret ?? randomBytes(32);
  const rateLimitSecret = secretOf(config) ?? processSecret;
  const byWorkers = workers && { add: workers.countTogether, countProcesses: () => config.workers };
  if (redisUrl === null) {
    const inMemory = (share: number, keepMs: number): RecordStore =>
      workers === null
        ? createMemoryRecords({ keepMs, maxBytes: share * idempotency.maxBytes, now: () => performance.now() })
        : refuseRecords;
    return {
      rateLimitStore: createRateLimitStore(byWorkers, metrics.countShared),
      rateLimitSecret,
      renewalStores: [],
      recordStore: inMemory(1 - REFRESH_SHARE, idempotency.keepMs),
      refreshStore: inMemory(REFRESH_SHARE, REFRESH_KEPT_MS),
      processSecret,
    };
  }
  const connection = own(await connectTo(redisUrl.reveal(), budgetMs, log, metrics.addRedis()));
  const { createRedisRecords } = await import('../records/redis-records.ts');
  const byAll = createRedisCounts(connection);
  const renewals = { prefix: prefixOf('session-renewals', serviceUrl), keepMs: RESULT_KEPT_MS, budgetMs, share: 1 };
  const writes = { prefix: prefixOf('idempotency', serviceUrl), keepMs: idempotency.keepMs };
  const refreshes = {
    prefix: prefixOf('idempotency-refreshes', serviceUrl),
    keepMs: REFRESH_KEPT_MS,
    share: REFRESH_SHARE_OF_REDIS,
  };
  return {
    rateLimitStore: createRateLimitStore(byWorkers === null ? byAll : insured(byAll, byWorkers), metrics.countShared),
    rateLimitSecret,
    renewalStores: [createRedisRecords({ ...renewals, connection })],
    recordStore: createRedisRecords({ ...writes, connection }),
    refreshStore: createRedisRecords({ ...refreshes, connection }),
    processSecret,
  };
};
