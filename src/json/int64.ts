/** 64-bit integers, which JavaScript numbers cannot hold. How they keep their digits in JSON: `lossless-json.ts`. */

declare const brand: unique symbol;

/** The decimal digits of a signed 64-bit integer in their only form: no plus sign, no leading zero, no `-0`. */
export type Int64 = string & { readonly [brand]: 'Int64' };

const CANONICAL = /^(?:0|-?[1-9]\d{0,18})$/;
const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;
/** Every integer of up to so many digits is in range. */
const SAFE_DIGITS = 18;

const isInt64 = (text: string): text is Int64 => {
  if (!CANONICAL.test(text)) return false;
  if (text.length <= SAFE_DIGITS) return true;
  const value = BigInt(text);
  return value >= MIN && value <= MAX;
};

/**
 * Reads a 64-bit integer from the text of its digits, a safe integer or a bigint.
 *
 * @returns null for anything else: out of range, leading zeros, a plus sign, spaces, negative zero, a fraction, or a
 *   number above 2^53, whose digits are lost already
 */
export const parseInt64 = (value: unknown): Int64 | null => {
  if (typeof value === 'string') return isInt64(value) ? value : null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && !Object.is(value, -0)) return parseInt64(`${value}`);
  if (typeof value === 'bigint') return parseInt64(`${value}`);
  return null;
};

/**
 * Recognises the id 0, which no thing has: serialisers write it where there is none.
 *
 * Assumption: R14. Keys of lookup lists and codes are no such ids: there, 0 is a value.
 */
export const isNoId = (value: unknown): boolean => value === 0 || value === '0';
