/** JSON text in both directions, without loss of 64-bit integers (assumption R1). */
import { isNumber, LosslessNumber, parse as parseLossless, stringify as stringifyLossless } from 'lossless-json';
import { isBeyondBounds } from './json-bounds.ts';
import { withoutReferences } from './references.ts';

const BYTE_ORDER_MARK = 0xfeff;
/** Values that a text may have: to read so many takes about a tenth of a second. A list of 60,000 places has as many. */
const MAX_VALUES = 300_000;
/** From here on numbers stand for several integers each. */
const UNSAFE = 2 ** 53;
/** So many digits such a number has at least. Written out it is found ten times as fast: V8 then looks at every sixteenth character first. */
const SIXTEEN_DIGITS = /\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/;
const INTEGER = /^-?\d+$/;
/** A text, or a number. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/**
 * Reads JSON text. An integer that a number cannot hold becomes the text of its digits; a byte order mark is ignored; a
 * key `__proto__` is an own property like any other; of a key given twice the last value counts; references are resolved.
 *
 * @throws SyntaxError when the text is not JSON; its message holds none of the text
 * @throws RangeError when it is nested deeper than 500 levels, or has more than 300,000 values or 10,000 of one object
 */
export function parseJson(text: string): unknown {
  const json = withoutMark(text);
  if (isBeyondBounds(json, MAX_VALUES)) throw new RangeError('The JSON text has too many values or levels.');
  try {
    const value = parseNumbers(json);
    // Nearly no text has the sign at all, and one character is found many times as fast as two.
    return json.includes('$') && json.includes('"$') ? withoutReferences(value) : value;
  } catch {
    throw new SyntaxError('The text is not JSON.');
  }
}

const parseNumbers = (json: string): unknown => {
  const value: unknown = JSON.parse(json);
  // Assumption: R1. Only texts with a large number are read twice.
  if (!SIXTEEN_DIGITS.test(json) || !hasUnsafeNumber(value)) return value;
  return JSON.parse(json.replace(TOKEN, (token) => (isUnsafeInteger(token) ? `"${token}"` : token)));
};

/**
 * Reads JSON text that is to be written again: each number becomes an object that has its digits, for `stringifyExact` alone.
 *
 * @param text what `parseJson` has read already
 */
export function parseExact(text: string): unknown {
  return parseLossless(withoutMark(text), undefined, { onDuplicateKey });
}

/** Converts the text of a number as `parseExact` converts the number itself; null when it is no JSON number. */
export function exactNumber(text: string): unknown {
  return isNumber(text) ? new LosslessNumber(text) : null;
}

/** Writes what `parseExact` has read, digit for digit; undefined for what JSON has no form for. */
export function stringifyExact(value: unknown): string | undefined {
  return stringifyLossless(value);
}

/**
 * Reads JSON text in which an integer that a number cannot hold becomes a bigint.
 *
 * @throws what `parseJson` throws
 */
export function parseInt64Json(text: string): unknown {
  const json = parseJson(text);
  if (!SIXTEEN_DIGITS.test(text)) return json;
  return parseLossless(withoutMark(text), undefined, { parseNumber: readWholeNumber, onDuplicateKey });
}

/** Writes JSON text with each bigint as the number that it is. */
export function writeInt64Json(value: unknown): string {
  // Only a value with a bigint takes the path that is slower.
  return hasBigInt(value) ? (stringifyLossless(value) ?? 'null') : JSON.stringify(value);
}

const hasBigInt = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  return Object.values(value).some(hasBigInt);
};

/** One beyond 64 bits stays a number, which is in no range. */
const readWholeNumber = (text: string): number | bigint => {
  const value = Number(text);
  if (!INTEGER.test(text) || Number.isSafeInteger(value)) return value;
  const whole = BigInt(text);
  return BigInt.asIntN(64, whole) === whole ? whole : value;
};

const isUnsafeInteger = (token: string): boolean => INTEGER.test(token) && !Number.isSafeInteger(Number(token));

const withoutMark = (text: string): string => (text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);

/** Of a key given twice the last value counts, as it does to JSON.parse. */
const onDuplicateKey = ({ newValue }: { readonly newValue: unknown }): unknown => newValue;

/** Returns whether there is a number that may be an integer with digits lost. */
const hasUnsafeNumber = (json: unknown): boolean => {
  if (typeof json === 'number') return json >= UNSAFE || json <= -UNSAFE;
  if (typeof json !== 'object' || json === null) return false;
  if (Array.isArray(json)) return json.some(hasUnsafeNumber);
  for (const name in json) if (hasUnsafeNumber(Reflect.get(json, name))) return true;
  return false;
};
