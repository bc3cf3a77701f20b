/** JSON text in both directions, without loss of 64-bit integers (ruling R1). */
import { isNumber, LosslessNumber, parse as parseLossless, stringify as stringifyLossless } from 'lossless-json';
import { withoutReferences } from './references.ts';

const BYTE_ORDER_MARK = 0xfeff;
/** Deeper documents are refused; the types of the service are six levels deep at most. */
const MAX_DEPTH = 500;
/** From here on numbers stand for several integers each. */
const UNSAFE = 2 ** 53;
/** So many digits such a number has at least. Written out it is found ten times as fast: V8 then looks at every sixteenth character first. */
const SIXTEEN_DIGITS = /\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/;
const INTEGER = /^-?\d+$/;
const [QUOTE, OPENER, CLOSER] = [0x22, 0x7b, 0x7d];
/** The bit by which brackets differ from braces. */
const BRACE_BIT = 0x20;

/**
 * Reads JSON text. An integer that a number cannot hold becomes the text of its digits; a byte order mark is ignored; a
 * key `__proto__` is an own property like any other; of a key given twice the last value counts; references are resolved.
 *
 * @throws SyntaxError when the text is not JSON or is nested deeper than 500 levels; its message holds none of the text
 */
export function parseJson(text: string): unknown {
  const json = withoutMark(text);
  if (isTooDeep(json)) throw new SyntaxError('The JSON text is nested too deeply.');
  try {
    const value = parseNumbers(json);
    return json.includes('"$') ? withoutReferences(value) : value;
  } catch {
    throw new SyntaxError('The text is not JSON.');
  }
}

const parseNumbers = (json: string): unknown => {
  const value: unknown = JSON.parse(json);
  // Assumption: R1. Only texts with a large number take the lossless path, which is an order of magnitude slower.
  if (!SIXTEEN_DIGITS.test(json) || !hasUnsafeNumber(value)) return value;
  return parseLossless(json, undefined, { parseNumber: readNumber, onDuplicateKey });
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
 * @throws SyntaxError when the text is not JSON or is nested deeper than 500 levels
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

const readWholeNumber = (text: string): number | bigint => {
  const value = Number(text);
  return INTEGER.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
};

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

/** Returns whether there is a number that may be an integer with digits lost. */
const hasUnsafeNumber = (json: unknown): boolean => {
  if (typeof json === 'number') return json >= UNSAFE || json <= -UNSAFE;
  if (typeof json !== 'object' || json === null) return false;
  if (Array.isArray(json)) return json.some(hasUnsafeNumber);
  for (const name in json) if (hasUnsafeNumber(Reflect.get(json, name))) return true;
  return false;
};
