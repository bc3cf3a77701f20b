/** Metrics of the departures of the service from its specification. */
import { Counter, type Registry } from 'prom-client';
import { type Endpoint, endpoints } from '../../../contract/endpoints.ts';
import type { FieldType } from '../../../contract/structure.ts';
import type { ObserveDrift } from '../../../upstream/call/drift.ts';

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

/** Labels come from closed lists only, so that no response can make series without end. */
const responseFields: ReadonlySet<string> = (() => {
  const fields = new Set<string>();
  for (const { response } of Object.values<Endpoint>(endpoints)) {
    if (response.kind === 'json') addFields(response.type, fields);
  }
  return fields;
})();

/** Creates the counter of departures by endpoint, field and problem. */
export const countDriftIn = (registry: Registry): ObserveDrift => {
  const counter = new Counter({
    name: 'listings_gateway_upstream_drift_total',
    help: 'Deviations of responses of the Listings Service from its specification.',
    labelNames: ['operation', 'field', 'problem'],
    registers: [registry],
  });
  return ({ path, problem }, operation) => {
    counter.inc({ operation, field: responseFields.has(path) ? path : OTHER_FIELD, problem });
  };
};
