/** Metrics of operations. */
import { Counter, Histogram, type Registry } from 'prom-client';
import type { OperationSummary } from '../observation/operation-summary.ts';

/** Seconds; the longest is the time that a mutation may take. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** Calls; the last but one is the most that an operation may plan by default. */
const CALL_BUCKETS = [0, 1, 2, 3, 5, 10, 20, 50, 100];

/** Creates the metrics of operations. Kind, outcome, code and limit come from closed lists. */
export const observeOperationsIn = (registry: Registry): ((operation: OperationSummary) => void) => {
  const registers = [registry];
  const durations = new Histogram({
    name: 'listings_gateway_operation_duration_seconds',
    help: 'Time from the request to the end of its answer, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const calls = new Histogram({
    name: 'listings_gateway_operation_upstream_calls',
    help: 'Calls to the Listings Service that an operation caused, by kind.',
    labelNames: ['kind'],
    buckets: CALL_BUCKETS,
    registers,
  });
  const errors = new Counter({
    name: 'listings_gateway_errors_total',
    help: 'Operations whose answer had errors with this code.',
    labelNames: ['code'],
    registers,
  });
  const refusals = new Counter({
    name: 'listings_gateway_operation_refusals_total',
    help: 'Operations that were over this limit.',
    labelNames: ['limit'],
    registers,
  });
  return (operation) => {
    const { kind, outcome } = operation;
    durations.observe({ kind, outcome }, operation.durationMs / 1000);
    if (outcome !== 'refused') calls.observe({ kind }, operation.calls);
    for (const code of operation.codes) errors.inc({ code });
    if (operation.exceeded !== null) refusals.inc({ limit: operation.exceeded });
  };
};
