/** Metrics of several processes as those of one: sums, unless a metric says how else it is to be put together. */
import { AggregatorRegistry, Registry } from 'prom-client';

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
