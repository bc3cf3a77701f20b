/** Metrics of the processes of an instance: how many there are to be, how many serve, and how many had to be replaced. */
import { Gauge, type Registry } from 'prom-client';
import { createTalliedCounter } from './tallied-counter.ts';

const reasons = ['died', 'stuck'] as const;

/** Why a worker had to be replaced. */
type ReplacementReason = (typeof reasons)[number];

/** Numbers of processes. */
export interface WorkerNumbers {
  readonly configured: number;
  /** Returns how many serve now. */
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
