/** Points in time from the forms in which services write them (assumption R21). */

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?(Z|[+-]\d{2}(?::?\d{2})?))?)?$/i;
const DOT_NET = /^\/Date\((-?\d{1,16})(?:[+-]\d{4})?\)\/$/;
const EPOCH_SECONDS = /^-?\d{9,10}$/;
const EPOCH_MILLISECONDS = /^-?\d{12,14}$/;
const MINUTE_MS = 60_000;
const FIRST_MS = Date.parse('0002-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Assumption: R14. A date in year 1 is a serialiser's word for none; and RFC 3339 has no years beyond four digits. */
const dateAt = (timeMs: number): Date | null => (timeMs >= FIRST_MS && timeMs <= LAST_MS ? new Date(timeMs) : null);

const offsetMs = (offset: string): number | null => {
  if (offset === '' || offset.toUpperCase() === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = offset.length > 3 ? Number(offset.slice(-2)) : 0;
  if (hours > 14 || minutes > 59) return null;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS;
};

const readIso = (text: string): Date | null => {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [hour, minute, second] = [Number(match[4] ?? 0), Number(match[5] ?? 0), Number(match[6] ?? 0)];
  const offset = offsetMs(match[8] ?? '');
  if (offset === null || hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // A day that the month does not have rolls over into the next one.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  date.setUTCHours(hour, minute, second, Number((match[7] ?? '').slice(0, 3).padEnd(3, '0')));
  return dateAt(date.getTime() - offset);
};

/**
 * Reads a point in time.
 *
 * Assumption: R21. It comes as ISO 8601 with or without an offset (none is UTC), as `/Date(ms)/` (an offset there does not
 * move the instant), or as the seconds (9 or 10 digits) or milliseconds (12 to 14 digits) since 1970, as a number or text.
 *
 * @returns null for anything else, for year 1, which stands for no date (assumption R14), and outside the years 2 to 9999
 */
export const readInstant = (json: unknown): Date | null => {
  if (typeof json !== 'string' && typeof json !== 'number') return null;
  const text = String(json).trim();
  // Nearly all are ISO 8601, and no other form has a hyphen there.
  if (text[4] === '-') return readIso(text);
  if (EPOCH_SECONDS.test(text)) return dateAt(Number(text) * 1000);
  if (EPOCH_MILLISECONDS.test(text)) return dateAt(Number(text));
  const dotNet = DOT_NET.exec(text);
  return dotNet === null ? readIso(text) : dateAt(Number(dotNet[1]));
};
