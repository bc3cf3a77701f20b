/** The forms in which the service writes dates (ruling R21). */
import { readInstant } from '../../../upstream/decoding/instant.ts';

const forms: readonly (readonly [RegExp, string])[] = [
  [/^\d{4}-\d{2}-\d{2}$/, 'an ISO 8601 date'],
  [/^\d{4}-.*(?:Z|[+-]\d{2}:?\d{2})$/i, 'ISO 8601 with an offset'],
  [/^\d{4}-/, 'ISO 8601 without an offset'],
  [/^\/Date\(/, '/Date(ms)/'],
  [/^-?\d{9,10}$/, 'seconds since 1970'],
  [/^-?\d{12,14}$/, 'milliseconds since 1970'],
];

/** Names the form of a date; null when the gateway takes the value for none. */
export const dateFormOf = (json: unknown): string | null => {
  if (readInstant(json) === null) return null;
  const text = String(json).trim();
  return forms.find(([pattern]) => pattern.test(text))?.[1] ?? null;
};

/** Tells whether a value is a date in year 1, which some platforms write for none. */
export const isUnsetDate = (json: unknown): boolean =>
  typeof json === 'string' && /^\s*(?:0001-|\/Date\(-62135\d{9}[+)-])/.test(json);

/** Tells whether a value is a timestamp of ISO 8601, as a `date-time` has to be. */
export const isTimestamp = (json: unknown): boolean => dateFormOf(json)?.startsWith('ISO 8601') ?? false;
