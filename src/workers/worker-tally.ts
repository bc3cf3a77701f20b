/** Metrics of a supervisor: how many workers serve, and how many had to be replaced. */
import { Counter, Gauge, Registry } from 'prom-client';

const reasons = ['died', 'stuck'] as const;

/** Why a worker had to be replaced. */
export type ReplacementReason = (typeof reasons)[number];

/** What a supervisor counts. */
export interface WorkerTally {
  countReplacement(reason: ReplacementReason): void;
  /** Every metric, to be put together with those of workers. */
  snapshot(): Promise<Record<string, unknown>[]>;
}

/** Creates the metrics. `countServing` tells how many workers serve now. */
export const createWorkerTally = (countServing: () => number): WorkerTally => {
  const registry = new Registry();
  void new Gauge({
    name: 'listings_gateway_workers',
    help: 'Workers that serve, where several processes do (`WORKERS`).',
    registers: [registry],
    collect() {
      this.set(countServing());
    },
  });
  const replacements = new Counter({
    name: 'listings_gateway_workers_replaced_total',
    help: 'Workers that were replaced, because they died or because their event loop stood still.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of reasons) replacements.inc({ reason }, 0);
  return {
    countReplacement: (reason) => {
      replacements.inc({ reason });
    },
    snapshot: async () => (await registry.getMetricsAsJSON()).map((metric) => ({ ...metric })),
  };
};
