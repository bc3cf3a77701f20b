/** Recognises the head of an ordinary answer: one that says how long its body is, and has nothing unusual about it. */
import { arePlainLines, HEAD_END, mayBePlainLines, readPlainLines } from './plain-lines.ts';

/** The head of an ordinary answer. */
export interface OrdinaryResponse {
  readonly statusCode: number;
  /** By name in lower case; a list for one that came more than once. */
  readonly headers: Record<string, string | string[]>;
  /** Where its body begins, in bytes from the beginning of the answer. */
  readonly bodyStart: number;
  /** How long that is, in bytes. */
  readonly bodyLength: number;
  /** Whether the service keeps the connection. */
  readonly keepsConnection: boolean;
  /** For how long, in seconds; null when it does not say. */
  readonly keepAliveS: number | null;
}

/** Largest head that is read, in bytes. */
const MAX_HEAD_BYTES = 16_384;

const START = /^HTTP\/1\.1 [2-5]\d\d [\t\x20-\x7e]*\r\n/;
/** Where the status is in it. */
const [STATUS_START, STATUS_END] = [9, 12];
/** The same, cut anywhere. */
const BEGUN_START =
  /^(?:H|HT|HTT|HTTP|HTTP\/|HTTP\/1|HTTP\/1\.|HTTP\/1\.1|HTTP\/1\.1 (?:[2-5](?:\d(?:\d(?: [\t\x20-\x7e]*\r?)?)?)?)?)$/;
const LENGTH = /^\d{1,15}$/;
const KEEP_ALIVE = /timeout=(\d{1,9})/;

/** Statuses whose answers have no body, or none that their headers tell of. */
const NO_CONTENT = 204;
const NOT_MODIFIED = 304;

/** Headers that change how an answer is read, or what becomes of its connection. */
const unusual: ReadonlySet<string> = new Set(['trailer', 'transfer-encoding', 'upgrade']);

const readHeaders = (lines: string): Record<string, string | string[]> | null => {
  const headers: Record<string, string | string[]> = {};
  const isRead = readPlainLines(lines, (name, value) => {
    const known = headers[name];
    if (typeof known === 'string') headers[name] = [known, value];
    else if (Array.isArray(known)) headers[name] = [...known, value];
    else headers[name] = value;
    return !unusual.has(name);
  });
  return isRead ? headers : null;
};

const linesOf = (text: string): string => text.slice(text.indexOf('\n') + 1);

const mayBeOrdinary = (text: string): boolean =>
  START.test(text) ? mayBePlainLines(linesOf(text)) : BEGUN_START.test(text);

/**
 * Reads the head of an answer; null when it is not ordinary, `incomplete` when it may become so.
 *
 * Everything that could be read in more than one way is not ordinary, and is left to the HTTP client: so both read the same in what
 * is.
 */
export const readOrdinaryResponse = (bytes: Buffer): OrdinaryResponse | 'incomplete' | null => {
  const end = bytes.indexOf(HEAD_END);
  if (end === -1) return bytes.length < MAX_HEAD_BYTES && mayBeOrdinary(bytes.toString('latin1')) ? 'incomplete' : null;
  const bodyStart = end + HEAD_END.length;
  if (bodyStart > MAX_HEAD_BYTES) return null;
  const text = bytes.toString('latin1', 0, end + 2);
  const lines = linesOf(text);
  const headers = START.test(text) && arePlainLines(lines) ? readHeaders(lines) : null;
  if (headers === null) return null;
  const statusCode = Number(text.slice(STATUS_START, STATUS_END));
  const { connection = 'keep-alive', 'content-length': length = statusCode === NO_CONTENT ? '0' : '' } = headers;
  const { 'keep-alive': keepAlive } = headers;
  if (typeof connection !== 'string' || typeof length !== 'string' || Array.isArray(keepAlive)) return null;
  const isKept = connection.toLowerCase() === 'keep-alive';
  if (!isKept && connection.toLowerCase() !== 'close') return null;
  if (!LENGTH.test(length) || statusCode === NOT_MODIFIED || (statusCode === NO_CONTENT && length !== '0')) return null;
  const seconds = keepAlive === undefined ? undefined : KEEP_ALIVE.exec(keepAlive)?.[1];
  return {
    statusCode,
    headers,
    bodyStart,
    bodyLength: Number(length),
    keepsConnection: isKept,
    keepAliveS: seconds === undefined ? null : Number(seconds),
  };
};
