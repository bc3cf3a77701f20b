/** Compares JSON with the structures of the contract and remembers which fields came with a value. */

import { ItemExtraParams, ValidateResult } from '../../src/contract/listings.ts';
import { type FieldType, list, type Structure } from '../../src/contract/structure.ts';
import { CompanyDetails, UserPublicProfile } from '../../src/contract/user.ts';

/** What fields without a declared type hold, by structure and field. */
const shapes: Readonly<Record<string, FieldType>> = {
  'ItemDetail.Company': CompanyDetails,
  'ItemDetail.User': UserPublicProfile,
  'ContactDetails.User': UserPublicProfile,
  'ItemDetail.N_Params': ItemExtraParams,
  'ItemDetail.S_Params': ItemExtraParams,
  'ListItem.N_Params': ItemExtraParams,
  'ListItem.S_Params': ItemExtraParams,
  'CreateOrUpdateResult.ValidationResults': list(ValidateResult),
};

const isInteger = (value: unknown, limit: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= limit;

const isScalar = (type: Exclude<FieldType, { kind: 'list' | 'structure' }>, value: unknown): boolean => {
  switch (type.kind) {
    case 'int32':
      return isInteger(value, 2 ** 31 - 1);
    case 'int64':
      return isInteger(value, Number.MAX_SAFE_INTEGER);
    case 'code':
      return Object.values(type.codes).some((code) => code === value);
    case 'double':
    case 'float':
      return typeof value === 'number';
    case 'string':
    case 'boolean':
      return typeof value === type.kind;
    case 'date-time':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);
    case 'untyped':
      return true;
    default:
      return type satisfies never;
  }
};

/** Responses have every field of a structure; requests have those that were sent. */
export type Direction = 'response' | 'request';

/** Which fields have been seen with a value of their declared type, and what was not as declared. */
export class FieldLedger {
  readonly seen = new Set<string>();
  readonly mismatches: string[] = [];

  /** Walks through JSON along its type. */
  record(type: FieldType, value: unknown, direction: Direction, at = ''): void {
    if (type.kind === 'structure') return this.#recordStructure(type, value, direction, at);
    if (type.kind === 'list') {
      if (!Array.isArray(value)) this.mismatches.push(`${at}: no array`);
      else for (const item of value) this.record(type.item, item, direction, `${at}[]`);
      return;
    }
    if (!isScalar(type, value)) this.mismatches.push(`${at}: ${JSON.stringify(value)} is no ${type.kind}`);
  }

  #recordStructure(type: Structure, value: unknown, direction: Direction, at: string): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.mismatches.push(`${at}: no ${type.name}`);
      return;
    }
    const fields = new Map<string, unknown>(Object.entries(value));
    for (const name of fields.keys()) {
      if (!(name in type.fields)) this.mismatches.push(`${at}: ${type.name} has no ${name}`);
    }
    for (const [name, declared] of Object.entries(type.fields)) {
      const key = `${type.name}.${name}`;
      const field = fields.get(name);
      if (field === undefined && direction === 'response') this.mismatches.push(`${at}: ${key} is missing`);
      if (field === undefined || field === null) continue;
      // An empty list does not show the type of its items.
      if (!Array.isArray(field) || field.length > 0) this.seen.add(key);
      this.record(shapes[key] ?? declared, field, direction, `${at}.${name}`);
    }
  }
}
