/** Metrics of one gateway, in the text format of Prometheus. */
import { Registry } from 'prom-client';
import type { ObservedCall } from '../upstream/client.ts';
import type { ObserveDrift } from '../upstream/drift.ts';
import type { Telling } from './fleet-counter.ts';
import type { MetricsSnapshot } from './merged-metrics.ts';
import { tellBuildIn } from './metrics/build-info.ts';
import { countDriftIn } from './metrics/drift.ts';
import { createEdgeMetrics, type EdgeMetrics } from './metrics/edge.ts';
import { createHttpPathMetrics, type HttpPathMetrics } from './metrics/http-paths.ts';
import { type CountList, countListsIn } from './metrics/lookups.ts';
import { observeOperationsIn } from './metrics/operations.ts';
import { createRegistryOf, processRegistry, snapshotOfProcess } from './metrics/process.ts';
import { countTellingIn } from './metrics/shared-counts.ts';
import { type CountSpans, countSpansIn } from './metrics/spans.ts';
import { showDocumentsIn } from './metrics/trusted-documents.ts';
import { observeCallsIn } from './metrics/upstream-calls.ts';
import { createFailureMetrics, type FailureMetrics } from './metrics/upstream-failures.ts';
import { createGuardMetrics, type GuardMetrics } from './metrics/upstream-guard.ts';
import { countWorkersIn } from './metrics/workers.ts';
import type { OperationSummary } from './observation/operation-summary.ts';
import type { DocumentCounts } from './trusted-documents/examine-documents.ts';

/** Counts what happens. Each gateway has its own; only what is of the process itself is shared. */
export interface Metrics {
  /** Counts a departure of the service from its specification; for `onDrift` of the client. */
  readonly countDrift: ObserveDrift;
  /** Counts what the guard of the client does. */
  readonly guard: GuardMetrics;
  readonly edge: EdgeMetrics;
  readonly http: HttpPathMetrics;
  /** Takes a call to the service that is over; for `onCall` of the client. */
  readonly observeCall: (call: ObservedCall) => void;
  /** Counts why calls to the service fail. */
  readonly failures: FailureMetrics;
  /** Takes how a shared list was come by. */
  readonly countList: CountList;
  /** Takes how other processes were told of counts of rate limits. */
  readonly countTelling: (telling: Telling) => void;
  /** Takes what became of spans. */
  readonly countSpans: CountSpans;
  /** Has the examination of trusted documents shown. */
  readonly showDocuments: (counts: () => DocumentCounts) => void;
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
}

/** Creates the metrics of a gateway, all at zero. */
export const createMetrics = ({ version = 'unknown', worker = null }: MetricsOptions = {}): Metrics => {
  const registry = new Registry();
  const ofThis = createRegistryOf(worker ?? 0);
  const ofProcess = processRegistry(worker ?? 0);
  tellBuildIn(registry, version);
  if (worker === null) countWorkersIn(registry, { configured: 1, countServing: () => 1 });
  return {
    countDrift: countDriftIn(registry),
    guard: createGuardMetrics(registry),
    edge: createEdgeMetrics(registry, ofThis),
    http: createHttpPathMetrics(registry),
    observeCall: observeCallsIn(registry),
    failures: createFailureMetrics(registry),
    countList: countListsIn(registry),
    countTelling: countTellingIn(registry),
    countSpans: countSpansIn(registry),
    showDocuments: showDocumentsIn(registry),
    observeOperation: observeOperationsIn(registry),
    contentType: registry.contentType,
    print: async () => `${await registry.metrics()}${await ofThis.metrics()}${await ofProcess.metrics()}`,
    snapshot: async () => [
      ...(await registry.getMetricsAsJSON()),
      ...(await snapshotOfProcess(ofThis)),
      ...(await snapshotOfProcess(ofProcess)),
    ],
  };
};
