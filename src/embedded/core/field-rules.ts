/** Rules for single values that callers send: what is accepted, and in which words the rest is refused. */
import type { CodeTable } from '../../contract/structure.ts';
import { badRequest } from './refusal.ts';

/** Outcome of a rule: what is kept of a value, or why it is refused, as the end of a sentence. */
type Reading<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: string };

/** Reads a value that was sent. */
export type Rule<Value> = (sent: unknown) => Reading<Value>;

const accept = <Value>(value: Value): Reading<Value> => ({ ok: true, value });
const refuse = (problem: string): Reading<never> => ({ ok: false, problem });

const grouped = new Intl.NumberFormat('en-GB');

/** Control characters and halves of surrogate pairs, of which no text is made. */
const unprintable = { line: /[\p{Cc}\p{Cs}]/u, lines: /\p{Cs}|[^\P{Cc}\n\r\t]/u } as const;

/** Limits of a text's length, in Unicode characters without the white space around it. */
interface TextLimits {
  /** False unless given. */
  readonly isNeeded?: boolean;
  readonly most: number;
  /** `line` unless given; `lines` may hold line breaks and tabs. */
  readonly shape?: 'line' | 'lines';
}

/** A text within limits; the white space around it is dropped. */
export const textOf =
  ({ isNeeded = false, most, shape = 'line' }: TextLimits): Rule<string> =>
  (sent) => {
    if (typeof sent !== 'string') return refuse('must be a string');
    const text = sent.trim();
    if (unprintable[shape].test(text)) return refuse('must not contain control characters');
    const { length } = Array.from(text);
    if (isNeeded && length === 0) return refuse('must not be empty');
    if (length > most) return refuse(`must have at most ${grouped.format(most)} characters`);
    return accept(text);
  };

/** A telephone number: 6 to 15 digits, which spaces, dots, hyphens, slashes and brackets may group. */
export const telephone: Rule<string> = (sent) => {
  if (typeof sent !== 'string') return refuse('must be a string');
  const text = sent.trim();
  const digitCount = text.replaceAll(/\D/g, '').length;
  const isGood = /^\+?[\d ().\-/]{1,30}$/.test(text) && digitCount >= 6 && digitCount <= 15;
  return isGood ? accept(text) : refuse('must be a telephone number of 6 to 15 digits');
};

/** A whole number within limits, both of which are accepted. */
export const wholeNumber =
  (least: number, most: number): Rule<number> =>
  (sent) =>
    typeof sent === 'number' && Number.isSafeInteger(sent) && sent >= least && sent <= most
      ? accept(sent)
      : refuse(`must be a whole number from ${least} to ${most}`);

/** The most money a price can name, in major units. */
const MAXIMUM_AMOUNT = 1_000_000_000;

/** An amount of money in major units, of at most two decimals; kept in cents. */
export const amount: Rule<number> = (given) => {
  const sent = typeof given === 'bigint' ? Number(given) : given;
  if (typeof sent !== 'number') return refuse('must be a number');
  if (sent < 0 || sent > MAXIMUM_AMOUNT) return refuse(`must be from 0 to ${MAXIMUM_AMOUNT}`);
  const cents = Math.round(sent * 100);
  // The nearest double to a price in cents is that price; whatever differs has further decimals.
  return cents / 100 === sent ? accept(cents) : refuse('must have at most two decimals');
};

/** One of a table's codes. */
export const codeOf = <const Codes extends CodeTable>(codes: Codes): Rule<Codes[keyof Codes]> => {
  const isCode = (sent: unknown): sent is Codes[keyof Codes] => Object.values(codes).some((code) => code === sent);
  return (sent) => (isCode(sent) ? accept(sent) : refuse('must be one from its list'));
};

/**
 * A key of something that exists.
 *
 * @param what what there must be, e.g. `one of the localities`
 */
export const keyOf =
  (what: string, exists: (key: number) => boolean): Rule<number> =>
  (sent) =>
    typeof sent === 'number' && Number.isSafeInteger(sent) && exists(sent) ? accept(sent) : refuse(`must be ${what}`);

/** A name from a list. */
export const nameOf =
  (what: string, exists: (name: string) => boolean): Rule<string> =>
  (sent) =>
    typeof sent === 'string' && exists(sent) ? accept(sent) : refuse(`must be ${what}`);

/** Default number of entries in a page. */
const DEFAULT_PAGE_SIZE = 20;

/** The most entries a page has, however many are asked for. */
const MAXIMUM_PAGE_SIZE = 100;

/** A page of a list, as SQL takes it. */
export interface Page {
  readonly limit: number;
  /** Entries before the page. */
  readonly offset: number;
}

/**
 * Reads `count` and `first`; null stands for the default size and for the first entry.
 *
 * @param base index of the first entry: 1 for listings, 0 for account entries
 * @throws Refusal 400 that names the parameter at fault
 */
export const readPage = (count: number | null, first: number | null, base: 0 | 1): Page => {
  if (count !== null && count < 0) throw badRequest("Query parameter 'count' must be 0 or more.");
  if (first !== null && first < base) throw badRequest(`Query parameter 'first' must be ${base} or more.`);
  return { limit: Math.min(count ?? DEFAULT_PAGE_SIZE, MAXIMUM_PAGE_SIZE), offset: (first ?? base) - base };
};
