/** Metrics of rate limits that several processes count together. */
import { Counter, type Registry } from 'prom-client';

const outcomes = ['told', 'failed', 'left_out'] as const;

/** Where something was counted: with the other processes, or alone, because they could not be asked or count as much as they may. */
export type SharedCountOutcome = (typeof outcomes)[number];

/** Creates the metrics. Returns a function that records where something was counted. */
export const countSharedIn = (registry: Registry): ((outcome: SharedCountOutcome) => void) => {
  const counts = new Counter({
    name: 'listings_gateway_shared_counts_total',
    help: 'Attempts to sign in that were counted with the other processes (`told`), or alone: because these could not be asked (`failed`), or too many were counted (`left_out`).',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of outcomes) counts.inc({ outcome }, 0);
  return (outcome) => counts.inc({ outcome });
};
