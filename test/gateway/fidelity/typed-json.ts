/** Walks the JSON that the service responds with, by the types of the contract. */
import { type Endpoint, type EndpointName, endpoints } from '../../../src/contract/endpoints.ts';
import { ItemExtraParams, ValidateResult } from '../../../src/contract/listings.ts';
import { type FieldType, list } from '../../../src/contract/structure.ts';
import { CompanyDetails, UserPublicProfile } from '../../../src/contract/user.ts';

/** What the embedded service puts into fields that have no declared type. */
const untypedFields: Readonly<Record<string, FieldType>> = {
  Company: CompanyDetails,
  User: UserPublicProfile,
  N_Params: ItemExtraParams,
  S_Params: ItemExtraParams,
  ValidationResults: list(ValidateResult),
};

/** Where a value stands: `ItemDetail.Title`; the name of the type for what is in no structure. */
export interface Place {
  readonly path: string;
  /** Name of the field; empty for what is in no structure. */
  readonly field: string;
}

/** Makes another value of one. What it holds has been changed already. */
export type Change = (value: unknown, type: FieldType, place: Place) => unknown;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const changeAt = (value: unknown, type: FieldType, place: Place, change: Change): unknown => {
  if (type.kind === 'untyped') {
    const known = untypedFields[place.field];
    return known === undefined ? change(value, type, place) : changeAt(value, known, place, change);
  }
  if (type.kind === 'list' && Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return change(
      items.map((item) => changeAt(item, type.item, place, change)),
      type,
      place,
    );
  }
  if (type.kind === 'structure' && isObject(value)) {
    const fields = Object.entries(value).map(([field, each]) => {
      const fieldType = type.fields[field] ?? { kind: 'untyped' };
      return [field, changeAt(each, fieldType, { path: `${type.name}.${field}`, field }, change)];
    });
    return change(Object.fromEntries(fields), type, place);
  }
  return change(value, type, place);
};

/** Changes every value of a response, the inner ones first. Null is visited with the type of its field. */
export const changeResponse = (endpoint: EndpointName, json: unknown, change: Change): unknown => {
  const { response }: Endpoint = endpoints[endpoint];
  if (response.kind !== 'json') return json;
  const path = response.type.kind === 'structure' ? response.type.name : response.type.kind;
  return changeAt(json, response.type, { path, field: '' }, change);
};
