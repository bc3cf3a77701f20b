/** Metrics of the process: its event loop, its memory, lines of its log that were dropped, and its workers; and the metrics of several processes as those of one. */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { AggregatorRegistry, Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import { countDroppedLines } from '../../../log/logger.ts';
import { createTalliedCounter } from './instruments.ts';

const reasons = ['died', 'stuck'] as const;

type ReplacementReason = (typeof reasons)[number];

/** Numbers of processes. */
export interface WorkerNumbers {
  readonly configured: number;
  readonly countServing: () => number;
}

/** Creates the metrics, for one process of an instance. Returns what counts replacements. */
export const countWorkersIn = (
  registry: Registry,
  { configured, countServing }: WorkerNumbers,
): ((reason: ReplacementReason) => void) => {
  const registers = [registry];
  void new Gauge({
    name: 'listings_gateway_workers',
    help: 'Processes that serve: workers, or 1 where a process serves on its own.',
    registers,
    collect() {
      this.set(countServing());
    },
  });
  new Gauge({
    name: 'listings_gateway_workers_configured',
    help: 'Processes that are to serve (`WORKERS`).',
    registers,
  }).set(configured);
  return createTalliedCounter(registry, {
    name: 'listings_gateway_workers_replaced_total',
    help: 'Workers that were replaced, because they died or their event loop was blocked.',
    label: 'reason',
    values: reasons,
  });
};

/** Counts lines of the log that were dropped; the same for all that runs in the process. */
const countDroppedLinesIn = (registry: Registry): void => {
  void new Counter({
    name: 'listings_gateway_log_lines_dropped_total',
    help: 'Lines of the log that were dropped, because nobody read them or they could not be written.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(countDroppedLines());
    },
  });
};

/** Every metric of one process, as an object that can be sent to another. */
export type MetricsSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Which process of an instance series are of, as their label `worker`: a worker by its number from 0 on, or what runs the workers. */
type ProcessLabel = number | 'supervisor';

let registry: Registry | null = null;

/** Load of the event loop: the rate of active seconds is its utilisation, from 0 to 1. */
const countEventLoopTime = (registers: Registry[]): void => {
  void new Counter({
    name: 'nodejs_eventloop_active_seconds_total',
    help: 'Seconds that the event loop was busy since startup; its rate is the utilisation of the event loop.',
    registers,
    collect() {
      this.reset();
      this.inc(performance.eventLoopUtilization().active / 1000);
    },
  });
};

/** Limit of the heap, at which the process ends for lack of memory. */
const registerHeapLimit = (registers: Registry[]): void => {
  new Gauge({
    name: 'nodejs_heap_size_limit_bytes',
    help: 'Bytes that the heap may have at most.',
    registers,
  }).set(getHeapStatistics().heap_size_limit);
};

const labelAs = (process: ProcessLabel, registry: Registry): Registry => {
  registry.setDefaultLabels({ worker: String(process) });
  return registry;
};

/** Creates a registry whose series are of one process alone. */
export const createRegistryOf = (process: ProcessLabel): Registry => labelAs(process, new Registry());

/** The metrics of this process, under the names that every program on Node has. Collected from the first use on, and labelled as the last use says. */
export const processRegistry = (process: ProcessLabel): Registry => {
  if (registry === null) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
    countEventLoopTime([registry]);
    registerHeapLimit([registry]);
    countDroppedLinesIn(registry);
  }
  return labelAs(process, registry);
};

/**
 * Takes a snapshot of series that are of one process alone. Only what a worker counted that is gone is added to what the one in
 * its place counts.
 */
export const snapshotOfProcess = async (registryOfProcess: Registry): Promise<MetricsSnapshot> =>
  (await registryOfProcess.getMetricsAsJSON()).map((metric) => {
    // The library declares a number, and has a word.
    const type: unknown = metric.type;
    return { ...metric, aggregator: type === 'gauge' ? 'first' : 'sum' };
  });

/** Sets the gauge that is always 1 and whose labels name the version of the gateway and of Node. */
export const registerBuildInfo = (registry: Registry, version: string): void => {
  const gauge = new Gauge({
    name: 'listings_gateway_build_info',
    help: 'Always 1; the labels say which build runs.',
    labelNames: ['version', 'node_version'],
    // Of several processes, it is still 1.
    aggregator: 'first',
    registers: [registry],
  });
  gauge.set({ version, node_version: process.version }, 1);
};

/** Media type of what `printMerged` writes. */
export const mergedContentType = Registry.PROMETHEUS_CONTENT_TYPE;

/** Writes the metrics of several processes as those of one. */
export const printMerged = (snapshots: readonly object[]): Promise<string> =>
  AggregatorRegistry.aggregate([...snapshots]).metrics();

/** Puts the metrics of several processes together into those of one. */
export const mergeSnapshots = async (snapshots: readonly object[]): Promise<Record<string, unknown>[]> => {
  const merged = await AggregatorRegistry.aggregate([...snapshots]).getMetricsAsJSON();
  return merged.map((metric) => ({ ...metric }));
};
