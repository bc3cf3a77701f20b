/** Answers to requests whose body nobody reads: the client gets to see them, whatever it is still sending. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A body up to this size, in bytes, is taken off the connection, which then serves further requests. */
const SMALL_BODY_BYTES = 262_144;
/** How long and how much of a larger body is read and dropped before its connection is closed. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 16 * 1024 * 1024;
/** How long after its answer a body may still come that is read to keep the connection. */
const REST_MS = 2_000;

const hasSmallBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SMALL_BODY_BYTES;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends an answer whose headers are set and not sent, while its request may still come in.
 *
 * A connection that is closed while bytes come in is reset, and a reset may take the answer away from a client that has
 * not read it yet. So a small body is read on, and for a large one the whole answer goes out first, marked as the last.
 */
export const endEarly = (response: ServerResponse, text: string | Buffer): void => {
  const { req: request } = response;
  const isLast = response.getHeader('Connection') === 'close' || !hasSmallBody(request);
  if (isLast) response.setHeader('Connection', 'close');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  if (!isLast || !hasBody(request) || request.complete) {
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
  // Who read a part of it may have stopped it.
  request.resume();
};

/** Answers with JSON before the body of a request is read. */
export const answerEarly = (response: ServerResponse, status: number, body: object): void => {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  endEarly(response, `${JSON.stringify(body)}\n`);
};

/** Sees to it that a request whose answer is over does not come in for ever. */
export const endRestOf = (request: IncomingMessage, connection: Duplex): void => {
  if (request.complete || connection.destroyed) return;
  setTimeout(() => {
    if (!request.complete) connection.destroy();
  }, REST_MS).unref();
};
