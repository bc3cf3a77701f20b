/** Metrics of Redis: whether it can be used, and why not. */
import { Gauge, type Registry } from 'prom-client';
import { createTalliedCounter } from './instruments.ts';

/** Why Redis could not be used: codes of the system, of TLS and of the server, and our own. */
const reasons = [
  'SLOW',
  'CONNECTION_CLOSED',
  'CONNECT_TIMEOUT',
  'NODE_UNAVAILABLE',
  'NOT_REDIS',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'NOAUTH',
  'WRONGPASS',
  'NOPERM',
  'READONLY',
  'LOADING',
  'MASTERDOWN',
  'MISCONF',
  'OOM',
  'CLUSTERDOWN',
  'SENTINEL_KNOWS_NO_SUCH_NAME',
  'CLUSTER_HAS_DATABASE_0_ONLY',
  'other',
] as const;

type Reason = (typeof reasons)[number];

/** Metrics of the state of Redis. */
export type RedisMetrics = ReturnType<typeof createRedisMetrics>;

const reasonOf = (code: string): Reason => reasons.find((reason) => reason === code) ?? 'other';

/**
 * Creates the metrics: not usable yet, and no failure of any kind.
 *
 * @param ofProcess takes the gauge: each process has a connection of its own
 */
export const createRedisMetrics = (registry: Registry, ofProcess: Registry) => {
  const usable = new Gauge({
    name: 'listings_gateway_redis_usable',
    help: '1 while Redis can be used, 0 while the process goes on without; absent where none is configured.',
    registers: [ofProcess],
  });
  const countReason = createTalliedCounter(registry, {
    name: 'listings_gateway_redis_failures_total',
    help: 'Times that Redis could not be used, attempts to reconnect included, by reason.',
    label: 'reason',
    values: reasons,
  });
  return {
    showUsable: (isUsable: boolean): void => usable.set(isUsable ? 1 : 0),
    /** Counts a failure, of a step or of an attempt to connect; a code that is not known counts as `other`. */
    countFailure: (code: string): void => countReason(reasonOf(code)),
  };
};
