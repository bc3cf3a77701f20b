/** Metrics of one gateway, in the text format of Prometheus. */
import { Registry } from 'prom-client';
import type { KnownClients } from '../../operation/known-clients.ts';
import { countListsIn, createEventCounters, showDocumentsIn, showListAgesIn } from './gateway.ts';
import { createOperationMetrics } from './operations.ts';
import {
  type MetricsSnapshot,
  countWorkersIn,
  createRegistryOf,
  processRegistry,
  registerBuildInfo,
  snapshotOfProcess,
} from './process.ts';
import { createRedisMetrics } from './redis.ts';
import { createHttpMetrics, createServerLoadMetrics } from './server-load.ts';
import { countDriftIn, createFailureMetrics, createResilienceMetrics, observeCallsIn } from './upstream.ts';

interface MetricsOptions {
  /** Of the program; `unknown` unless given. */
  readonly version?: string;
  /** Number of the process among those that serve together, from 0 on; null, as when it is not given, for one on its own. */
  readonly worker?: number | null;
  /** Clients that are distinguished; none unless given. */
  readonly clients?: KnownClients;
}

/** Counters, gauges and histograms of a gateway. Each has its own; only what is of the process itself is shared. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of a gateway, all at zero. */
export const createMetrics = ({ version = 'unknown', worker = null, clients = [] }: MetricsOptions = {}) => {
  const registry = new Registry();
  const ofThis = createRegistryOf(worker ?? 0);
  const ofProcess = processRegistry(worker ?? 0);
  registerBuildInfo(registry, version);
  const operations = createOperationMetrics(registry, clients);
  if (worker === null) countWorkersIn(registry, { configured: 1, countServing: () => 1 });
  const contentType: string = registry.contentType;
  return {
    ...createEventCounters(registry),
    /** Counts a schema drift, i.e. a deviation of the service from its specification; for `onDrift` of the client. */
    countDrift: countDriftIn(registry),
    /** Counts retries, refusals and circuit breakers of the client. */
    resilience: createResilienceMetrics(registry),
    load: createServerLoadMetrics(registry, ofThis),
    http: createHttpMetrics(registry),
    /** Records a call to the service that is over; for `onCall` of the client. */
    observeCall: observeCallsIn(registry),
    failures: createFailureMetrics(registry),
    countList: countListsIn(registry),
    /** Sets where to read how old shared lists are. */
    showListAges: showListAgesIn(registry),
    /** Adds the metrics of Redis; to be called once, where there is one. */
    addRedis: () => createRedisMetrics(registry, ofThis),
    /** Sets where to read how far trusted documents are examined. */
    showDocuments: showDocumentsIn(registry),
    /** Shows what of the schema is deprecated. */
    showDeprecated: operations.showDeprecated,
    observeOperation: operations.observe,
    /** Media type of `print`. */
    contentType,
    /** Writes every metric. */
    print: async (): Promise<string> =>
      `${await registry.metrics()}${await ofThis.metrics()}${await ofProcess.metrics()}`,
    /** Where the metrics are: those of the gateway, of its own process, and what all gateways of a process share. */
    registries: [registry, ofThis, ofProcess],
    /** Takes a snapshot of every metric of this process, to be put together with those of others. */
    snapshot: async (): Promise<MetricsSnapshot> => [
      ...(await registry.getMetricsAsJSON()),
      ...(await snapshotOfProcess(ofThis)),
      ...(await snapshotOfProcess(ofProcess)),
    ],
  };
};
