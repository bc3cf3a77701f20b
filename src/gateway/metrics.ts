/** Metrics of one gateway, in the text format of Prometheus. */
import { Counter, Registry } from 'prom-client';
import { type Endpoint, endpoints } from '../contract/endpoints.ts';
import type { FieldType } from '../contract/structure.ts';
import type { ObserveDrift } from '../upstream/drift.ts';
import type { MetricsSnapshot } from './merged-metrics.ts';

/** Counts what happens. Each gateway has its own; nothing is shared through the process. */
export interface Metrics {
  /** Counts a departure of the service from its specification; for `onDrift` of the client. */
  readonly countDrift: ObserveDrift;
  /** Media type of `print`. */
  readonly contentType: string;
  /** Writes every metric. */
  print(): Promise<string>;
  /** Every metric of this process, to be put together with those of others. */
  snapshot(): Promise<MetricsSnapshot>;
}

/** The label of a field that no table of the contract has. */
const OTHER_FIELD = 'other';

const addFields = (type: FieldType, fields: Set<string>): void => {
  if (type.kind === 'list') addFields(type.item, fields);
  if (type.kind !== 'structure') return;
  fields.add(type.name);
  for (const [name, field] of Object.entries(type.fields)) {
    fields.add(`${type.name}.${name}`);
    addFields(field, fields);
  }
};

const listResponseFields = (): ReadonlySet<string> => {
  const fields = new Set<string>();
  for (const { response } of Object.values<Endpoint>(endpoints)) {
    if (response.kind === 'json') addFields(response.type, fields);
  }
  return fields;
};

const countDriftIn = (registry: Registry): ObserveDrift => {
  const counter = new Counter({
    name: 'listings_gateway_upstream_drift_total',
    help: 'Departures of answers of the Listings Service from its specification.',
    labelNames: ['operation', 'field', 'problem'],
    registers: [registry],
  });
  // Labels come from closed lists only, so that no answer can make series without end.
  const fields = listResponseFields();
  return ({ path, problem }, operation) => {
    counter.inc({ operation, field: fields.has(path) ? path : OTHER_FIELD, problem });
  };
};

/** Creates the metrics of a gateway, all at zero. */
export const createMetrics = (): Metrics => {
  const registry = new Registry();
  return {
    countDrift: countDriftIn(registry),
    contentType: registry.contentType,
    print: () => registry.metrics(),
    snapshot: () => registry.getMetricsAsJSON(),
  };
};
