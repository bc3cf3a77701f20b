/** Metrics of operations, and of who asks for what: by client, by trusted document, and by what of the schema is deprecated. */
import { Histogram, type Registry } from 'prom-client';
import { limitNames } from '../../documents/operation-limits.ts';
import { type Fault, errorCodes } from '../../errors/error-codes.ts';
import { faultOf, faultsByReason } from '../../errors/upstream-errors.ts';
import { type KnownClients, createClientLabel, labelsOf } from '../../operation/known-clients.ts';
import { type OperationSummary, outcomes } from '../../operation/operation-record.ts';
import { createSeriesCounter, createTalliedCounter } from './instruments.ts';

/** Series of trusted documents: some 1,000 documents, of a few clients and outcomes each. */
const MAX_DOCUMENT_SERIES = 3_000;

const OTHER_DOCUMENT = 'other';

/** Seconds; the longest is the time that a mutation may take. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** Calls; the last but one is the most that an operation may plan by default. */
const CALL_BUCKETS = [0, 1, 2, 3, 5, 10, 20, 50, 100];

/** The worst first. */
const faults: readonly Fault[] = ['gateway', 'upstream', 'client'];

/** By whose fault an operation failed; one that failed without a code is a mistake of ours. */
const worstFaultOf = ({ codes, failures }: OperationSummary): Fault =>
  faults.find((fault) => codes.some((code) => faultOf(code, failures) === fault)) ?? 'gateway';

/**
 * Creates the metrics of operations. Kind, outcome, code and limit come from closed lists, and clients from one; documents are those of the
 * manifests, each from its first use on.
 */
export const createOperationMetrics = (registry: Registry, clients: KnownClients) => {
  const durations = new Histogram({
    name: 'listings_gateway_operation_duration_seconds',
    help: 'Time from the request to the end of its response, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  const calls = new Histogram({
    name: 'listings_gateway_operation_upstream_calls',
    help: 'Calls to the Listings Service that an operation caused, by kind.',
    labelNames: ['kind'],
    buckets: CALL_BUCKETS,
    registers: [registry],
  });
  const errors = createSeriesCounter(registry, {
    name: 'listings_gateway_errors_total',
    help: 'Operations whose response had errors with this code, by whose fault that is: client, upstream or gateway.',
    labels: ['code', 'fault'],
  });
  for (const [code, { fault }] of Object.entries(errorCodes)) errors.show(code, fault);
  for (const { code, fault } of faultsByReason) errors.show(code, fault);
  const countFailed = createTalliedCounter(registry, {
    name: 'listings_gateway_failed_operations_total',
    help: 'Operations that ran and had errors, each once: the fault is the worst of them, gateway before upstream before client.',
    label: 'fault',
    values: faults,
  });
  const countRefused = createTalliedCounter(registry, {
    name: 'listings_gateway_operation_refusals_total',
    help: 'Operations that were over this limit.',
    label: 'limit',
    values: limitNames,
  });
  const clientOf = createClientLabel(clients);
  const byClient = createSeriesCounter(registry, {
    name: 'listings_gateway_client_operations_total',
    help: 'Operations by the client that they come from (KNOWN_CLIENTS; other is on no list, none does not say) and by outcome.',
    labels: ['client', 'outcome'],
  });
  for (const client of labelsOf(clients)) for (const outcome of outcomes) byClient.show(client, outcome);
  const byDocument = createSeriesCounter(registry, {
    name: 'listings_gateway_document_operations_total',
    help: 'Operations of trusted documents: by the beginning of the SHA-256 of the text, the name of the operation, client and outcome.',
    labels: ['document', 'name', 'client', 'outcome'],
    maxSeries: MAX_DOCUMENT_SERIES,
    beyond: ([, , client = '', outcome = '']) => [OTHER_DOCUMENT, OTHER_DOCUMENT, client, outcome],
  });
  const deprecated = createSeriesCounter(registry, {
    name: 'listings_gateway_deprecated_usage_total',
    help: 'Operations that ask for what is deprecated in the schema, each once, by its coordinate and client.',
    labels: ['coordinate', 'client'],
  });
  return {
    observe: (operation: OperationSummary): void => {
      const { kind, name, outcome, documentHash } = operation;
      durations.observe({ kind, outcome }, operation.durationMs / 1000);
      if (outcome !== 'refused') calls.observe({ kind }, operation.calls);
      for (const code of operation.codes) errors.count(code, faultOf(code, operation.failures));
      if (outcome === 'partial' || outcome === 'error') countFailed(worstFaultOf(operation));
      if (operation.exceeded !== null) countRefused(operation.exceeded);
      const client = clientOf(operation.client);
      byClient.count(client, outcome);
      if (operation.isTrusted && documentHash !== null) {
        // A name that its document does not have was made up by the client.
        byDocument.count(documentHash, kind === 'none' ? '' : (name ?? ''), client, outcome);
      }
      for (const coordinate of operation.deprecated) deprecated.count(coordinate, client);
    },
    /** Shows what of the schema is deprecated, so that what nobody asks for is there too, at zero. */
    showDeprecated: (coordinates: Iterable<string>): void => {
      for (const coordinate of coordinates) {
        for (const client of labelsOf(clients)) deprecated.show(coordinate, client);
      }
    },
  };
};
