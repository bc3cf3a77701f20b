/** Metrics of rate limits that several processes count together. */
import { Counter, Histogram, type Registry } from 'prom-client';

/** Result of a report of the counts of some keys. */
export interface SharedCountReport {
  /** `left_out` when the processes have reported as many keys as they may. */
  readonly outcome: 'told' | 'failed' | 'left_out';
  readonly keys: number;
  /** Milliseconds between the first request that is in it and the response. */
  readonly lateMs: number;
}

const outcomes: readonly SharedCountReport['outcome'][] = ['told', 'failed', 'left_out'];

/** Creates the metrics. Returns a function that records the results of reports. */
export const countSharedIn = (registry: Registry): ((report: SharedCountReport) => void) => {
  const keys = new Counter({
    name: 'listings_gateway_shared_counts_total',
    help: 'Counts of busy addresses and tokens for the other processes: reported (`told`), not reported (`failed`), or left out because too many were reported.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of outcomes) keys.inc({ outcome }, 0);
  const late = new Histogram({
    name: 'listings_gateway_shared_counts_seconds',
    help: 'How long after its first request a batch of counts was reported and the reply was there.',
    buckets: [0.25, 0.3, 0.4, 0.6, 1, 2],
    registers: [registry],
  });
  return ({ outcome, keys: count, lateMs }) => {
    keys.inc({ outcome }, count);
    if (outcome === 'told') late.observe(lateMs / 1000);
  };
};
