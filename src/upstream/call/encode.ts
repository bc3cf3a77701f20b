/** JSON text in both directions, without loss of 64-bit integers (ruling R1). */
import { isNumber, LosslessNumber, parse as parseLossless, stringify as stringifyLossless } from 'lossless-json';
import type { CodeTable, FieldType, Structure } from '../../contract/structure.ts';
import { type Int64, parseInt64 } from '../../json/int64.ts';

const BYTE_ORDER_MARK = 0xfeff;
/** Deeper documents are refused; the structures of the service are six levels deep at most. */
const MAX_DEPTH = 500;
/** From here on numbers stand for several integers each. */
const UNSAFE = 2 ** 53;
/** So many digits such a number has at least. Written out it is found ten times as fast: V8 then looks at every sixteenth character first. */
const SIXTEEN_DIGITS = /\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/;
const INTEGER = /^-?\d+$/;

const readNumber = (text: string): number | string => {
  const value = Number(text);
  return INTEGER.test(text) && !Number.isSafeInteger(value) ? text : value;
};

const countUpTo = (text: string, character: string, limit: number): number => {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0 && count <= limit; at = text.indexOf(character, at + 1)) count += 1;
  return count;
};

const isEscaped = (text: string, at: number): boolean => {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
};

/** Index of the quotation mark that ends a string; that of the end of the text for a string without one. */
const endOfString = (text: string, start: number): number => {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
};

const [QUOTE, OPENER, CLOSER] = [0x22, 0x7b, 0x7d];
/** The bit by which brackets differ from braces. */
const BRACE_BIT = 0x20;

const withoutMark = (text: string): string => (text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);

/** Of a key given twice the last value counts, as it does to JSON.parse. */
const onDuplicateKey = ({ newValue }: { readonly newValue: unknown }): unknown => newValue;

const isTooDeep = (text: string): boolean => {
  // Counting openers is many times faster than the walk, and nearly every response has fewer than would be too deep.
  if (countUpTo(text, '{', MAX_DEPTH) + countUpTo(text, '[', MAX_DEPTH) <= MAX_DEPTH) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if ((code | BRACE_BIT) === OPENER) depth += 1;
    else if ((code | BRACE_BIT) === CLOSER) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
};

/** Tells whether there is a number that may be an integer with digits lost. */
const hasUnsafeNumber = (json: unknown): boolean => {
  if (typeof json === 'number') return json >= UNSAFE || json <= -UNSAFE;
  if (typeof json !== 'object' || json === null) return false;
  if (Array.isArray(json)) return json.some(hasUnsafeNumber);
  for (const name in json) if (hasUnsafeNumber(Reflect.get(json, name))) return true;
  return false;
};

/**
 * Reads JSON text. An integer that a number cannot hold becomes the text of its digits; a byte order mark is ignored; a
 * key `__proto__` is an own property like any other; of a key given twice the last value counts.
 *
 * @throws SyntaxError when the text is not JSON or is nested deeper than 500 levels; its message holds none of the text
 */
export const parseJson = (text: string): unknown => {
  const json = withoutMark(text);
  if (isTooDeep(json)) throw new SyntaxError('The JSON text is nested too deeply.');
  try {
    const value: unknown = JSON.parse(json);
    // Assumption: R1. Only texts with a large number take the lossless path, which is an order of magnitude slower.
    if (!SIXTEEN_DIGITS.test(json) || !hasUnsafeNumber(value)) return value;
    return parseLossless(json, undefined, { parseNumber: readNumber, onDuplicateKey });
  } catch {
    throw new SyntaxError('The text is not JSON.');
  }
};

/**
 * Reads JSON text that is to be written again: each number is an object that has its digits, and is nothing but a part of
 * what goes out under `asItCame`.
 *
 * @param text what `parseJson` has read already
 */
export const parseToWriteAgain = (text: string): unknown =>
  parseLossless(withoutMark(text), undefined, { onDuplicateKey });

/** Makes of the text of a number what `parseToWriteAgain` makes of the number itself; null when it is no number of JSON. */
export const exactNumber = (text: string): unknown => (isNumber(text) ? new LosslessNumber(text) : null);

/**
 * Names, in a structure that is given, further members by name, of any name, as `parseToWriteAgain` reads them. They are written as they came, unless
 * something is given for a field of the same name: null then leaves it out.
 */
export const asItCame: unique symbol = Symbol('as it came');

/**
 * What the gateway gives for a field of a request. Inside a structure, a field that is undefined or null is left out:
 * the service is sent exactly what there is.
 */
export type Given<Type extends FieldType> =
  Type extends Structure<infer Fields>
    ? { readonly [Name in keyof Fields]?: Given<Fields[Name]> | null | undefined } & {
        readonly [asItCame]?: ReadonlyMap<string, unknown>;
      }
    : Type extends { readonly kind: 'list'; readonly item: infer Item extends FieldType }
      ? readonly Given<Item>[]
      : Type extends { readonly kind: 'code'; readonly codes: infer Codes extends CodeTable }
        ? Codes[keyof Codes]
        : Type extends { readonly kind: 'int64' }
          ? Int64
          : Type extends { readonly kind: 'int32' | 'double' | 'float' }
            ? number
            : Type extends { readonly kind: 'boolean' }
              ? boolean
              : Type extends { readonly kind: 'untyped' }
                ? unknown
                : string;

const describe = (type: FieldType): string => (type.kind === 'structure' ? type.name : type.kind);

const encodeFields = (type: Structure, value: object): string => {
  const given = new Map<string, unknown>(Object.entries(value));
  const rest = new Map(asItCame in value && value[asItCame] instanceof Map ? value[asItCame] : []);
  const members: string[] = [];
  const write = (name: string, text: string | undefined): void => {
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  };
  for (const [name, field] of Object.entries(type.fields)) {
    const own = given.get(name);
    if (own === undefined) write(name, stringifyLossless(rest.get(name)));
    else if (own !== null) write(name, encode(field, own));
    rest.delete(name);
  }
  for (const [name, other] of rest) write(name, stringifyLossless(other));
  return `{${members.join(',')}}`;
};

const encode = (type: FieldType, value: unknown): string => {
  switch (type.kind) {
    case 'structure':
      if (typeof value === 'object' && value !== null) return encodeFields(type, value);
      break;
    case 'list':
      if (Array.isArray(value)) return `[${value.map((item: unknown) => encode(type.item, item)).join(',')}]`;
      break;
    case 'int64': {
      const digits = parseInt64(value);
      if (digits !== null) return digits;
      break;
    }
    case 'int32':
    case 'code':
      if (Number.isInteger(value)) return JSON.stringify(value);
      break;
    case 'double':
    case 'float':
      if (Number.isFinite(value)) return JSON.stringify(value);
      break;
    case 'boolean':
      if (typeof value === 'boolean') return JSON.stringify(value);
      break;
    case 'string':
    case 'date-time':
      if (typeof value === 'string') return JSON.stringify(value);
      break;
    case 'untyped': {
      const text: string | undefined = JSON.stringify(value);
      if (text !== undefined) return text;
      break;
    }
  }
  throw new TypeError(`A value given for a field of type ${describe(type)} is of another type.`);
};

/**
 * Writes a request body (a `Given` of its type) as the contract describes it: declared names in the order of the contract, 64-bit integers
 * as bare JSON integers digit for digit; then what goes back as it came.
 *
 * @throws TypeError when a value is not of its declared type
 */
export const encodeBody = (type: FieldType, value: unknown): string => encode(type, value);
