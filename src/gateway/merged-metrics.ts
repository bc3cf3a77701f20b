/** Metrics of several processes as one text: sums, unless a metric says how else it is to be put together. */
import { AggregatorRegistry, type Registry } from 'prom-client';

/** Every metric of one process, as an object that can be sent to another. */
export type MetricsSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Writes the metrics of several processes as those of one. */
export const printMerged = (snapshots: readonly object[]): Promise<string> =>
  AggregatorRegistry.aggregate([...snapshots]).metrics();
