/** Metrics of a supervisor: its workers, and its own process. */
import { Registry } from 'prom-client';
import { processRegistry, snapshotOfProcess } from '../gateway/observability/metrics/process.ts';
import { countWorkersIn, type WorkerNumbers } from '../gateway/observability/metrics/workers.ts';

/** Creates the metrics of a supervisor. */
export const createWorkerTally = (numbers: WorkerNumbers) => {
  const registry = new Registry();
  const ofProcess = processRegistry('supervisor');
  return {
    countReplacement: countWorkersIn(registry, numbers),
    /** Every metric, to be put together with those of workers. */
    snapshot: async (): Promise<Record<string, unknown>[]> => {
      const metrics = [...(await registry.getMetricsAsJSON()), ...(await snapshotOfProcess(ofProcess))];
      return metrics.map((metric) => ({ ...metric }));
    },
  };
};
