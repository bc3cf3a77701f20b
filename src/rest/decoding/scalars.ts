/** Tolerant readers of scalar JSON values; each gives null for a value that it cannot take. */
import { memoize } from '../../concurrency/lazy.ts';
import type { CodeTable } from '../../contract/structure.ts';

const NUMBER_TEXT = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const MAX_INT32 = 2 ** 31 - 1;
const MIN_INT32 = -(2 ** 31);

/** Reads a finite number, also from its text. */
export const readNumber = (json: unknown): number | null => {
  const value = typeof json === 'string' && NUMBER_TEXT.test(json) ? Number(json) : json;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/** Reads an integer of 32 bits, also from its text. */
export const readInt32 = (json: unknown): number | null => {
  const value = readNumber(json);
  return value !== null && Number.isInteger(value) && value >= MIN_INT32 && value <= MAX_INT32 ? value : null;
};

/** Reads text; a number becomes its digits, unless it is too large for a number. */
export const readText = (json: unknown): string | null => {
  if (typeof json === 'string') return json;
  return typeof json === 'number' && Number.isFinite(json) ? String(json) : null;
};

/** Reads text as `readText` does; an empty one is none. */
export const readPresentText = (json: unknown): string | null => readText(json) || null;

/** Reads a boolean, also from 0 and 1 and from the words in any case. */
export const readBoolean = (json: unknown): boolean | null => {
  if (typeof json === 'boolean') return json;
  const word = typeof json === 'string' ? json.toLowerCase() : json;
  if (word === 1 || word === '1' || word === 'true') return true;
  if (word === 0 || word === '0' || word === 'false') return false;
  return null;
};

/** The codes of a table by number and by name in lower case. */
const keysOf = memoize((codes: CodeTable) => {
  const keys = new Map<string | number, number>();
  for (const [name, value] of Object.entries(codes)) keys.set(value, value).set(name.toLowerCase(), value);
  return keys;
});

/**
 * Reads a code of a table.
 *
 * Assumption: R14. A code comes as a number, as the text of a number, or as its name in any case; 0 is a code like any
 * other.
 *
 * @returns null for a code that is not in the table (assumption R15)
 */
export const readCode = (codes: CodeTable, json: unknown): number | null => {
  const known = keysOf(codes);
  const number = readInt32(json);
  const value = number === null ? undefined : known.get(number);
  return value ?? (typeof json === 'string' ? known.get(json.trim().toLowerCase()) : undefined) ?? null;
};
