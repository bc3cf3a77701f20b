/** Checks values from a request against the field types of the contract. */
import type { CodeTable, FieldType } from '../../contract/structure.ts';
import { isJsonObject } from '../../json/json-object.ts';
import { badRequest, type Refusal } from './refusal.ts';

/** What a scalar type takes, and in which words. */
interface Scalar {
  readonly words: string;
  readonly takes: (value: unknown) => boolean;
}

const integerOf = (kind: 'int32' | 'int64', bits: number): Scalar => ({
  words: `a whole number from ${-(2n ** BigInt(bits - 1))} to ${2n ** BigInt(bits - 1) - 1n} (${kind})`,
  takes: (value) => {
    const whole = typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value;
    return typeof whole === 'bigint' && BigInt.asIntN(bits, whole) === whole;
  },
});

const numberOf = (kind: 'double' | 'float'): Scalar => ({ words: `a number (${kind})`, takes: Number.isFinite });

const scalars = {
  int32: integerOf('int32', 32),
  int64: integerOf('int64', 64),
  double: numberOf('double'),
  float: numberOf('float'),
  string: { words: 'a string', takes: (value: unknown) => typeof value === 'string' },
  boolean: { words: 'true or false', takes: (value: unknown) => typeof value === 'boolean' },
  'date-time': {
    words: 'an ISO 8601 timestamp',
    takes: (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  },
  untyped: { words: 'any value', takes: () => true },
} as const satisfies Partial<Record<FieldType['kind'], Scalar>>;

const isCode = (codes: CodeTable, value: unknown): boolean => Object.values(codes).some((code) => code === value);

/** Says in words which values a type takes, e.g. `a whole number (int32)`. */
const describe = (type: FieldType): string => {
  if (type.kind === 'list') return `an array, each item ${describe(type.item)}`;
  if (type.kind === 'structure') return `an object (${type.name})`;
  if (type.kind !== 'code') return scalars[type.kind].words;
  return `one of ${Object.entries(type.codes)
    .map(([name, code]) => `${code} (${name})`)
    .join(', ')}`;
};

const wrong = (at: string, type: FieldType): Refusal => badRequest(`${at} must be ${describe(type)}.`);

/**
 * Reads a path or query parameter. A whole number is a bigint where a number would lose digits.
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
  const whole = BigInt(text);
  const value = Number.isSafeInteger(Number(whole)) ? Number(whole) : whole;
  const isGood = type.kind === 'code' ? isCode(type.codes, value) : scalars[type.kind].takes(value);
  if (!isGood) throw wrong(at, type);
  return value;
};

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
  const isGood = type.kind === 'code' ? isCode(type.codes, value) : scalars[type.kind].takes(value);
  if (!isGood) throw wrong(at, type);
  return value;
};
