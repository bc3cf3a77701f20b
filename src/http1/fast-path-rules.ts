/** The rules that decide which request the fast path takes, JSON by POST with nothing unusual about it, and the reader of its head. */
import type { HandoverReason } from './handover-reason.ts';
import { areHeaderLines, HEAD_END, mayBeHeaderLines, readHeaderLines } from './header-lines.ts';
import type { FastPathLimits } from './limits.ts';
import type { RequestHeaders } from './request.ts';

/** Rules for the requests that are taken. */
export interface RequestRules {
  readonly limits: Pick<FastPathLimits, 'headerBytes' | 'headers'>;
  /** The one request target. */
  readonly target: string;
  /** Returns whether the header `Host` names a host. */
  readonly isHost: (value: string) => boolean;
  /** Returns whether a request says that its body is JSON. */
  readonly isJson: (request: { readonly headers: RequestHeaders }) => boolean;
}

/** The head of a request, and where its body is. */
export interface FastPathHead {
  readonly headers: RequestHeaders;
  /** Start of the body, in bytes from the beginning of the request. */
  readonly bodyStart: number;
  /** End of the body, likewise. */
  readonly bodyEnd: number;
}

/** Reads the head of a request; a reason when the request is not for the fast path, `incomplete` when it may become so. */
export type ReadRequestHead = (bytes: Buffer) => FastPathHead | 'incomplete' | HandoverReason;

/** Largest body, in bytes: it is kept before its request is let in. */
const MAX_BODY_BYTES = 16_384;

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

/** Reads header lines; a reason when a name is unusual or comes twice, or there are too many. */
const readHeaders = (lines: string, limit: number): RequestHeaders | HandoverReason => {
  const headers: Record<string, string> = {};
  let count = 0;
  let reason: HandoverReason = 'header_syntax';
  const isRead = readHeaderLines(lines, (name, value) => {
    count += 1;
    if (headers[name] !== undefined) reason = 'duplicate_header';
    else if (unusual.has(name)) reason = name === 'upgrade' ? 'upgrade' : 'header_name';
    else if (count > limit) reason = 'header_limit';
    else {
      headers[name] = value;
      return true;
    }
    return false;
  });
  return isRead ? headers : reason;
};

const TLS_HANDSHAKE = 0x16;

const beginsWith = (bytes: Buffer, start: Buffer): boolean => {
  const length = Math.min(start.length, bytes.length);
  return bytes.compare(start, 0, length, 0, length) === 0;
};

/**
 * Creates the reader.
 *
 * Everything that could be read in more than one way is left to Node's HTTP server: so both read the same in what is taken.
 */
export const createRequestReader = ({ limits, target, isHost, isJson }: RequestRules): ReadRequestHead => {
  const method = Buffer.from('POST ');
  const methodAndTarget = Buffer.from(`POST ${target} `);
  const requestLine = Buffer.from(`POST ${target} HTTP/1.1\r\n`);

  const otherRequestLine = (bytes: Buffer): HandoverReason => {
    if (bytes[0] === TLS_HANDSHAKE) return 'tls';
    if (!beginsWith(bytes, method)) return 'method';
    return beginsWith(bytes, methodAndTarget) ? 'version' : 'target';
  };

  const headerProblem = (headers: RequestHeaders): HandoverReason | null => {
    const { connection = 'keep-alive', host = '' } = headers;
    if (connection.toLowerCase() !== 'keep-alive') return 'connection';
    if (!isHost(host)) return 'host';
    return isJson({ headers }) ? null : 'content_type';
  };

  return (bytes) => {
    if (!beginsWith(bytes, requestLine)) return otherRequestLine(bytes);
    const end = bytes.indexOf(HEAD_END);
    const bodyStart = end + HEAD_END.length;
    if ((end === -1 ? bytes.length : bodyStart) > limits.headerBytes) return 'header_limit';
    if (end === -1) {
      return mayBeHeaderLines(bytes.toString('latin1', requestLine.length)) ? 'incomplete' : 'header_syntax';
    }
    const lines = bytes.toString('latin1', requestLine.length, end + 2);
    if (!areHeaderLines(lines)) return 'header_syntax';
    const headers = readHeaders(lines, limits.headers);
    if (typeof headers === 'string') return headers;
    const problem = headerProblem(headers);
    if (problem !== null) return problem;
    const length = headers['content-length'] ?? '';
    if (!LENGTH.test(length)) return 'content_length';
    const bodyEnd = bodyStart + Number(length);
    if (bodyEnd - bodyStart > MAX_BODY_BYTES) return 'body_size';
    return bytes.length > bodyEnd ? 'pipelined' : { headers, bodyStart, bodyEnd };
  };
};
