/** Recognises the ordinary request: an operation in JSON, by POST, with nothing unusual about it. */
import type { Socket } from 'node:net';
import { arePlainLines, HEAD_END, mayBePlainLines, readPlainLines } from '../../upstream/plain-lines.ts';
import { isJson } from '../cross-site.ts';
import type { RequestHead } from './exchange.ts';
import { isHostName } from './request-check.ts';
import type { ServerLimits } from './server-limits.ts';

/** A request that is there as a whole. */
export class OrdinaryRequest implements RequestHead {
  readonly method = 'POST';
  readonly url = '/graphql';
  readonly complete = true;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly socket: Socket;

  constructor(headers: Readonly<Record<string, string>>, body: Buffer, socket: Socket) {
    this.headers = headers;
    this.body = body;
    this.socket = socket;
  }
}

/** The head of an ordinary request, and where its body is. */
export interface OrdinaryHead {
  readonly headers: Readonly<Record<string, string>>;
  /** Where the body begins, in bytes from the beginning of the request. */
  readonly bodyStart: number;
  /** Where it ends. */
  readonly bodyEnd: number;
}

/** Largest body of an ordinary request, in bytes: it is kept before its request is let in. */
const MAX_BODY_BYTES = 16_384;

const START = 'POST /graphql HTTP/1.1\r\n';
const startBytes = Buffer.from(START);

const LENGTH = /^\d{1,5}$/;

/** Headers that change how a request is read, or what becomes of its connection, and one that Node reads as a list. */
const unusual: ReadonlySet<string> = new Set([
  'expect',
  'proxy-connection',
  'set-cookie',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Reads the lines of a head; null when a name is unusual or comes twice, or there are too many. */
const readHeaders = (lines: string, limit: number): Record<string, string> | null => {
  const headers: Record<string, string> = {};
  let count = 0;
  const isRead = readPlainLines(lines, (name, value) => {
    count += 1;
    if (count > limit || headers[name] !== undefined || unusual.has(name)) return false;
    headers[name] = value;
    return true;
  });
  return isRead ? headers : null;
};

const isUsual = (headers: Readonly<Record<string, string>>): boolean =>
  (headers['connection'] ?? 'keep-alive').toLowerCase() === 'keep-alive' &&
  isHostName(headers['host'] ?? '') &&
  isJson({ headers });

const startsOrdinarily = (bytes: Buffer): boolean => {
  const length = Math.min(START.length, bytes.length);
  return bytes.compare(startBytes, 0, length, 0, length) === 0;
};

/**
 * Reads the head of a request; null when it is not ordinary, `incomplete` when it may become so.
 *
 * Everything that could be read in more than one way is not ordinary, and is left to Node's HTTP server: so both read the same in
 * what is.
 */
export const readOrdinaryHead = (
  bytes: Buffer,
  { headerBytes, headers: maxHeaders }: Pick<ServerLimits, 'headerBytes' | 'headers'>,
): OrdinaryHead | 'incomplete' | null => {
  if (!startsOrdinarily(bytes)) return null;
  const end = bytes.indexOf(HEAD_END);
  const bodyStart = end + HEAD_END.length;
  if ((end === -1 ? bytes.length : bodyStart) > headerBytes) return null;
  if (end === -1) return mayBePlainLines(bytes.toString('latin1', START.length)) ? 'incomplete' : null;
  const lines = bytes.toString('latin1', START.length, end + 2);
  if (!arePlainLines(lines)) return null;
  const headers = readHeaders(lines, maxHeaders);
  if (headers === null || !isUsual(headers)) return null;
  const length = headers['content-length'] ?? '';
  const bodyEnd = bodyStart + Number(length);
  if (!LENGTH.test(length) || bodyEnd - bodyStart > MAX_BODY_BYTES || bytes.length > bodyEnd) return null;
  return { headers, bodyStart, bodyEnd };
};
