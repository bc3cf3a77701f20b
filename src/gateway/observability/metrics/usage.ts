/** Metrics of who asks for what: operations by client, by trusted document, and by what of the schema is deprecated. */
import { Counter, type Registry } from 'prom-client';
import { createClientLabel, type KnownClients, labelsOf } from '../../operation/known-clients.ts';
import { type OperationSummary, outcomes } from '../../operation/operation-summary.ts';
import { createSeriesCounter } from './tallied-counter.ts';

/** Series of trusted documents: some 1,000 documents, of a few clients and outcomes each. */
const MAX_DOCUMENT_SERIES = 3_000;

const OTHER_DOCUMENT = 'other';

/** Creates the metrics. Clients are distinguished by a list; documents are those of the manifests, each from its first use on. */
export const createUsageMetrics = (registry: Registry, clients: KnownClients) => {
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
  const deprecated = new Counter({
    name: 'listings_gateway_deprecated_usage_total',
    help: 'Operations that ask for what is deprecated in the schema, each once, by its coordinate and client.',
    labelNames: ['coordinate', 'client'],
    registers: [registry],
  });
  return {
    /** Counts an operation that is over. */
    observe: (operation: OperationSummary): void => {
      const { client: said, kind, name, outcome, isTrusted, documentHash, deprecated: coordinates } = operation;
      const client = clientOf(said);
      byClient.count(client, outcome);
      if (isTrusted && documentHash !== null) {
        // One that its document does not have was made up by the client.
        const named = kind === 'none' ? '' : (name ?? '');
        byDocument.count(documentHash, named, client, outcome);
      }
      for (const coordinate of coordinates) deprecated.inc({ coordinate, client });
    },
    /** Shows what of the schema is deprecated, so that what nobody asks for is there too, at zero. */
    showDeprecated: (coordinates: Iterable<string>): void => {
      for (const coordinate of coordinates) {
        for (const client of labelsOf(clients)) deprecated.inc({ coordinate, client }, 0);
      }
    },
  };
};
