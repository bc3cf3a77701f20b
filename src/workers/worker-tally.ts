/** Metrics of a supervisor: its workers, and its own process. */
import { Registry } from 'prom-client';
import { processRegistry, snapshotOfProcess } from '../gateway/observability/metrics/process.ts';
import {
  countWorkersIn,
  type ReplacementReason,
  type WorkerNumbers,
} from '../gateway/observability/metrics/workers.ts';

/** Metrics of a supervisor. */
export interface WorkerTally {
  countReplacement(reason: ReplacementReason): void;
  /** Every metric, to be put together with those of workers. */
  snapshot(): Promise<Record<string, unknown>[]>;
}

/** Creates the metrics. */
export const createWorkerTally = (numbers: WorkerNumbers): WorkerTally => {
  const registry = new Registry();
  const ofProcess = processRegistry('supervisor');
  return {
    countReplacement: countWorkersIn(registry, numbers),
    snapshot: async () => {
      const metrics = [...(await registry.getMetricsAsJSON()), ...(await snapshotOfProcess(ofProcess))];
      return metrics.map((metric) => ({ ...metric }));
    },
  };
};
