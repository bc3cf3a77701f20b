/** Metrics of operations. */
import { Counter, Histogram, type Registry } from 'prom-client';
import { limitNames } from '../../documents/operation-limits.ts';
import { errorCodes, type Fault } from '../../errors/error-codes.ts';
import { faultOf, faultsByReason } from '../../errors/upstream-failures.ts';
import type { OperationSummary } from '../../operation/operation-summary.ts';

/** Seconds; the longest is the time that a mutation may take. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** Calls; the last but one is the most that an operation may plan by default. */
const CALL_BUCKETS = [0, 1, 2, 3, 5, 10, 20, 50, 100];

/** The worst first. */
const faults: readonly Fault[] = ['gateway', 'upstream', 'client'];

/** By whose fault an operation failed; one that failed without a code is a mistake of ours. */
const worstFaultOf = ({ codes, failures }: OperationSummary): Fault =>
  faults.find((fault) => codes.some((code) => faultOf(code, failures) === fault)) ?? 'gateway';

/** Creates the metrics of operations. Kind, outcome, code and limit come from closed lists. */
export const observeOperationsIn = (registry: Registry): ((operation: OperationSummary) => void) => {
  const registers = [registry];
  const durations = new Histogram({
    name: 'listings_gateway_operation_duration_seconds',
    help: 'Time from the request to the end of its response, by kind and outcome.',
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
    help: 'Operations whose response had errors with this code, by whose fault that is: client, upstream or gateway.',
    labelNames: ['code', 'fault'],
    registers,
  });
  for (const [code, { fault }] of Object.entries(errorCodes)) errors.inc({ code, fault }, 0);
  for (const { code, fault } of faultsByReason) errors.inc({ code, fault }, 0);
  const failed = new Counter({
    name: 'listings_gateway_failed_operations_total',
    help: 'Operations that ran and had errors, each once: the fault is the worst of them, gateway before upstream before client.',
    labelNames: ['fault'],
    registers,
  });
  for (const fault of faults) failed.inc({ fault }, 0);
  const refusals = new Counter({
    name: 'listings_gateway_operation_refusals_total',
    help: 'Operations that were over this limit.',
    labelNames: ['limit'],
    registers,
  });
  for (const limit of limitNames) refusals.inc({ limit }, 0);
  return (operation) => {
    const { kind, outcome } = operation;
    durations.observe({ kind, outcome }, operation.durationMs / 1000);
    if (outcome !== 'refused') calls.observe({ kind }, operation.calls);
    for (const code of operation.codes) errors.inc({ code, fault: faultOf(code, operation.failures) });
    if (outcome === 'partial' || outcome === 'error') failed.inc({ fault: worstFaultOf(operation) });
    if (operation.exceeded !== null) refusals.inc({ limit: operation.exceeded });
  };
};
