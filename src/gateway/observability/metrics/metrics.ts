/** Metrics of one gateway, in the text format of Prometheus. */
import { Registry } from 'prom-client';
import type { ObserveDrift } from '../../../upstream/call/drift.ts';
import type { ObservedCall } from '../../../upstream/client.ts';
import type { OperationSummary } from '../../operation/operation-summary.ts';
import { registerBuildInfo } from './build-info.ts';
import { countDriftIn } from './drift.ts';
import { createHttpMetrics, type HttpMetrics } from './http.ts';
import type { KnownClients } from './known-clients.ts';
import { type CountList, countListsIn, type ShowListAges, showListAgesIn } from './lookups.ts';
import { observeOperationsIn } from './operations.ts';
import type { MetricsSnapshot } from './process.ts';
import { createRegistryOf, processRegistry, snapshotOfProcess } from './process.ts';
import { createRedisMetrics, type RedisMetrics } from './redis.ts';
import { createServerLoadMetrics, type ServerLoadMetrics } from './server-load.ts';
import type { SharedCountReport } from './shared-counts.ts';
import { countSharedIn } from './shared-counts.ts';
import { type CountSpans, countSpansIn } from './spans.ts';
import type { DocumentCounts } from './trusted-documents.ts';
import { showDocumentsIn } from './trusted-documents.ts';
import { observeCallsIn } from './upstream-calls.ts';
import { createFailureMetrics, type FailureMetrics } from './upstream-failures.ts';
import { createResilienceMetrics, type ResilienceMetrics } from './upstream-guard.ts';
import { createUsageMetrics, type UsageMetrics } from './usage.ts';
import { countWorkersIn } from './workers.ts';

/** Counts what happens. Each gateway has its own; only what is of the process itself is shared. */
export interface Metrics {
  /** Counts a schema drift, i.e. a deviation of the service from its specification; for `onDrift` of the client. */
  readonly countDrift: ObserveDrift;
  /** Counts what the guard of the client does. */
  readonly resilience: ResilienceMetrics;
  readonly load: ServerLoadMetrics;
  readonly http: HttpMetrics;
  /** Takes a call to the service that is over; for `onCall` of the client. */
  readonly observeCall: (call: ObservedCall) => void;
  /** Counts why calls to the service fail. */
  readonly failures: FailureMetrics;
  /** Takes how a shared list was come by. */
  readonly countList: CountList;
  /** Takes where to read how old shared lists are. */
  readonly showListAges: ShowListAges;
  /** Adds the metrics of Redis; to be called once, where there is one. */
  readonly addRedis: () => RedisMetrics;
  /** Records the results of reports of counts to other processes. */
  readonly countShared: (report: SharedCountReport) => void;
  /** Takes what became of spans. */
  readonly countSpans: CountSpans;
  /** Has the examination of trusted documents shown. */
  readonly showDocuments: (counts: () => DocumentCounts) => void;
  /** Shows what of the schema is deprecated. */
  readonly showDeprecated: UsageMetrics['showDeprecated'];
  /** Takes an operation that is over. */
  readonly observeOperation: (operation: OperationSummary) => void;
  /** Media type of `print`. */
  readonly contentType: string;
  /** Writes every metric. */
  print(): Promise<string>;
  /** Every metric of this process, to be put together with those of others. */
  snapshot(): Promise<MetricsSnapshot>;
}

/** What metrics are of. */
export interface MetricsOptions {
  /** Of the program; `unknown` unless given. */
  readonly version?: string;
  /** Number of the process among those that serve together, from 0 on; null, as when it is not given, for one on its own. */
  readonly worker?: number | null;
  /** Clients that are distinguished; none unless given. */
  readonly clients?: KnownClients;
}

/** Creates the metrics of a gateway, all at zero. */
export const createMetrics = ({ version = 'unknown', worker = null, clients = [] }: MetricsOptions = {}): Metrics => {
  const registry = new Registry();
  const ofThis = createRegistryOf(worker ?? 0);
  const ofProcess = processRegistry(worker ?? 0);
  registerBuildInfo(registry, version);
  const usage = createUsageMetrics(registry, clients);
  const observeOperation = observeOperationsIn(registry);
  if (worker === null) countWorkersIn(registry, { configured: 1, countServing: () => 1 });
  return {
    countDrift: countDriftIn(registry),
    resilience: createResilienceMetrics(registry),
    load: createServerLoadMetrics(registry, ofThis),
    http: createHttpMetrics(registry),
    observeCall: observeCallsIn(registry),
    failures: createFailureMetrics(registry),
    countList: countListsIn(registry),
    showListAges: showListAgesIn(registry),
    addRedis: () => createRedisMetrics(registry, ofThis),
    countShared: countSharedIn(registry),
    countSpans: countSpansIn(registry),
    showDocuments: showDocumentsIn(registry),
    showDeprecated: usage.showDeprecated,
    observeOperation: (operation) => {
      observeOperation(operation);
      usage.observe(operation);
    },
    contentType: registry.contentType,
    print: async () => `${await registry.metrics()}${await ofThis.metrics()}${await ofProcess.metrics()}`,
    snapshot: async () => [
      ...(await registry.getMetricsAsJSON()),
      ...(await snapshotOfProcess(ofThis)),
      ...(await snapshotOfProcess(ofProcess)),
    ],
  };
};
