/** Checks values from a request against the field types of the contract. */
import type { CodeTable, FieldType, WireInt64 } from '../../contract/structure.ts';

/** A value that passed, or what would have. */
type Checked = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };

const passed = (value: unknown): Checked => ({ ok: true, value });
const failed = (at: string, type: FieldType): Checked => ({ ok: false, problem: `${at} must be ${describe(type)}.` });

const INT64_LIMIT = 2n ** 63n;

const integerRanges = {
  int32: { least: -(2n ** 31n), most: 2n ** 31n - 1n },
  int64: { least: -INT64_LIMIT, most: INT64_LIMIT - 1n },
} as const;

/** Says in words which values a type takes, e.g. `a whole number (int32)`. */
export const describe = (type: FieldType): string => {
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

const isWithin = (kind: 'int32' | 'int64', value: bigint): boolean =>
  value >= integerRanges[kind].least && value <= integerRanges[kind].most;

const isCode = (codes: CodeTable, value: unknown): boolean => Object.values(codes).some((code) => code === value);

/** A whole number as the service has it: a bigint where a number would lose digits. */
const wholeNumberOf = (value: bigint): WireInt64 => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

/**
 * Reads a path or query parameter.
 *
 * @param at how the parameter is named in the problem, e.g. `Query parameter 'count'`
 */
export const readText = (type: FieldType, text: string, at: string): Checked => {
  if (type.kind === 'string') return passed(text);
  if (type.kind !== 'int32' && type.kind !== 'int64' && type.kind !== 'code') {
    throw new TypeError(`No parameter is ${describe(type)}`);
  }
  if (!/^-?\d{1,19}$/.test(text)) return failed(at, type);
  const value = BigInt(text);
  const isGood = type.kind === 'code' ? isCode(type.codes, Number(value)) : isWithin(type.kind, value);
  return isGood ? passed(wholeNumberOf(value)) : failed(at, type);
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

const firstFailure = (results: readonly Checked[]): Checked | undefined => results.find((result) => !result.ok);

/**
 * Reads a parsed JSON value. Fields of a structure that were not sent are null; fields it does not have are ignored.
 *
 * @param at how the value is named in the problem, e.g. `Body field 'Items[2]'`
 */
export const readJson = (type: FieldType, value: unknown, path = ''): Checked => {
  const at = path === '' ? 'The body' : `Body field '${path}'`;
  if (type.kind === 'list') {
    if (!Array.isArray(value)) return failed(at, type);
    const items = value.map((item: unknown, index) => readJson(type.item, item, `${path}[${index}]`));
    return firstFailure(items) ?? passed(items.map((item) => (item.ok ? item.value : null)));
  }
  if (type.kind === 'structure') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return failed(at, type);
    const sent = new Map<string, unknown>(Object.entries(value));
    const read: [string, Checked][] = Object.entries(type.fields).map(([name, fieldType]) => {
      const field = sent.get(name) ?? null;
      return [name, field === null ? passed(null) : readJson(fieldType, field, path === '' ? name : `${path}.${name}`)];
    });
    const fields = read.map(([name, field]): [string, unknown] => [name, field.ok ? field.value : null]);
    return firstFailure(read.map(([, field]) => field)) ?? passed(Object.fromEntries(fields));
  }
  const isGood = type.kind === 'code' ? isCode(type.codes, value) : scalarChecks[type.kind](value);
  return isGood ? passed(value) : failed(at, type);
};
