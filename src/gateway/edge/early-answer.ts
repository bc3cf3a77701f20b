/** Answers to requests whose body nobody reads: the client gets to see them, whatever it is still sending. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A body up to this size, in bytes, is taken off the connection, which then serves further requests. */
const SMALL_BODY_BYTES = 262_144;
/** How long and how much of a larger body is read and dropped before its connection is closed. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 16 * 1024 * 1024;

const hasSmallBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SMALL_BODY_BYTES;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Answers with JSON before the body of a request is read.
 *
 * A connection that is closed while bytes come in is reset, and a reset may take the answer away from a client that has
 * not read it yet. So a small body is read on, and for a large one the whole answer goes out first, marked as the last.
 */
export const answerEarly = (request: IncomingMessage, response: ServerResponse, status: number, body: object): void => {
  const text = `${JSON.stringify(body)}\n`;
  const isLast = response.getHeader('Connection') === 'close' || !hasSmallBody(request);
  if (isLast) response.setHeader('Connection', 'close');
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  if (!isLast || !hasBody(request)) {
    response.end(text);
    return;
  }
  response.write(text);
  let left = LINGER_BYTES;
  const end = (): void => {
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  response.once('close', () => clearTimeout(timer));
  request.once('end', end);
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  });
};
