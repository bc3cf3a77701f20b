/** Checks values from a request against the field types of the contract. */
import type { CodeTable, FieldType, WireInt64 } from '../../contract/structure.ts';
import { isJsonObject } from '../../json/json-object.ts';
import { badRequest, type Refusal } from './refusal.ts';

const INT64_LIMIT = 2n ** 63n;

const integerRanges = {
  int32: { least: -(2n ** 31n), most: 2n ** 31n - 1n },
  int64: { least: -INT64_LIMIT, most: INT64_LIMIT - 1n },
} as const;

/** Says in words which values a type takes, e.g. `a whole number (int32)`. */
const describe = (type: FieldType): string => {
  switch (type.kind) {
    case 'int32':
    case 'int64':
      return `a whole number from ${integerRanges[type.kind].least} to ${integerRanges[type.kind].most} (${type.kind})`;
    case 'double':
    case 'float':
      return `a number (${type.kind})`;
    case 'string':
      return 'a string';
    case 'boolean':
      return 'true or false';
    case 'date-time':
      return 'an ISO 8601 timestamp';
    case 'untyped':
      return 'any value';
    case 'code':
      return `one of ${Object.entries(type.codes)
        .map(([name, code]) => `${code} (${name})`)
        .join(', ')}`;
    case 'list':
      return `an array, each item ${describe(type.item)}`;
    case 'structure':
      return `an object (${type.name})`;
    default:
      return type satisfies never;
  }
};

const wrong = (at: string, type: FieldType): Refusal => badRequest(`${at} must be ${describe(type)}.`);

const isWithin = (kind: 'int32' | 'int64', value: bigint): boolean =>
  value >= integerRanges[kind].least && value <= integerRanges[kind].most;

const isCode = (codes: CodeTable, value: unknown): boolean => Object.values(codes).some((code) => code === value);

/** A whole number as the service has it: a bigint where a number would lose digits. */
const wholeNumberOf = (value: bigint): WireInt64 => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

/**
 * Reads a path or query parameter.
 *
 * @param at how the parameter is named in the refusal, e.g. `Query parameter 'count'`
 * @throws Refusal 400 that says what it takes
 */
export const readText = (type: FieldType, text: string, at: string): unknown => {
  if (type.kind === 'string') return text;
  if (type.kind !== 'int32' && type.kind !== 'int64' && type.kind !== 'code') {
    throw new TypeError(`No parameter is ${describe(type)}`);
  }
  if (!/^-?\d{1,19}$/.test(text)) throw wrong(at, type);
  const value = BigInt(text);
  const isGood = type.kind === 'code' ? isCode(type.codes, Number(value)) : isWithin(type.kind, value);
  if (!isGood) throw wrong(at, type);
  return wholeNumberOf(value);
};

const isIntegerOf = (kind: 'int32' | 'int64', value: unknown): boolean =>
  (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) &&
  isWithin(kind, BigInt(value));

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

const scalarChecks = {
  int32: (value: unknown) => isIntegerOf('int32', value),
  int64: (value: unknown) => isIntegerOf('int64', value),
  double: isNumber,
  float: isNumber,
  string: (value: unknown) => typeof value === 'string',
  boolean: (value: unknown) => typeof value === 'boolean',
  'date-time': (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  untyped: () => true,
} as const satisfies Partial<Record<FieldType['kind'], (value: unknown) => boolean>>;

/**
 * Reads a parsed JSON value. Fields of a structure that were not sent are null; fields it does not have are ignored.
 *
 * @param path how the value is named in the refusal, e.g. `Items[2]`
 * @throws Refusal 400 that says what is expected
 */
export const readJson = (type: FieldType, value: unknown, path = ''): unknown => {
  const at = path === '' ? 'The body' : `Body field '${path}'`;
  if (type.kind === 'list') {
    if (!Array.isArray(value)) throw wrong(at, type);
    return value.map((item: unknown, index) => readJson(type.item, item, `${path}[${index}]`));
  }
  if (type.kind === 'structure') {
    if (!isJsonObject(value)) throw wrong(at, type);
    const sent = new Map(Object.entries(value));
    const read = Object.entries(type.fields).map(([name, fieldType]) => {
      const field = sent.get(name) ?? null;
      return [name, field === null ? null : readJson(fieldType, field, path === '' ? name : `${path}.${name}`)];
    });
    return Object.fromEntries(read);
  }
  const isGood = type.kind === 'code' ? isCode(type.codes, value) : scalarChecks[type.kind](value);
  if (!isGood) throw wrong(at, type);
  return value;
};
