/** Responses to requests whose body nobody reads: the client gets to see them, whatever it is still sending. */
import { type IncomingMessage, type OutgoingHttpHeader, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, errorCodes } from '../errors/error-codes.ts';
import { type GatewayResponse, endInBatch } from './gateway-response.ts';
import { type RequestHead, pathOf, requestIdOf } from './router.ts';

/** A body up to this size, in bytes, is taken off the connection, which then serves further requests. */
const SMALL_BODY_BYTES = 262_144;
/** Time and bytes for which a larger body is read and dropped before its connection is closed. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 16 * 1024 * 1024;
/** Time after its response in which a body may still come that is read to keep the connection. */
const REST_MS = 2_000;

const hasSmallBody = ({ headers }: RequestHead): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SMALL_BODY_BYTES;

/** Returns whether a request has a body, which may still have to come. */
export const hasBody = ({ headers }: RequestHead): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Responds while the request may still come in.
 *
 * A connection that is closed while bytes come in is reset, and a reset may take the response away from a client that has
 * not read it yet. So a small body is read on, and for a large one the whole response goes out first, marked as the last.
 *
 * @param headers names and values in turn, without those that report the length and the connection
 */
export const endEarly = (
  response: GatewayResponse,
  status: number,
  headers: readonly OutgoingHttpHeader[],
  text: string | Buffer,
): void => {
  const { req: request } = response;
  const isLast = response.getHeader('Connection') === 'close' || !hasSmallBody(request);
  const head = [...headers, 'Content-Length', Buffer.byteLength(text)];
  if (isLast) head.push('Connection', 'close');
  response.writeHead(status, head);
  const isComing = hasBody(request) && !request.complete;
  if (isLast && isComing && response instanceof ServerResponse) endWithRest(response, text);
  else endInBatch(response, text);
};

/** Writes a response that is the last of its connection, and ends it when the request has come in, or too much of it. */
const endWithRest = (response: ServerResponse, text: string | Buffer): void => {
  const { req: request } = response;
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

/**
 * Responds with JSON before the body of a request is read.
 *
 * @param headers names and values in turn, besides those of every response in JSON
 */
export const respondEarly = (
  response: GatewayResponse,
  status: number,
  body: object,
  headers: readonly OutgoingHttpHeader[] = [],
): void => {
  const json = ['Content-Type', 'application/json; charset=utf-8'];
  endEarly(response, status, [...json, ...headers], `${JSON.stringify(body)}\n`);
};

/** Ensures that a request whose response is over does not come in for ever. */
export const endRestOf = (request: IncomingMessage, connection: Duplex): void => {
  if (request.complete || connection.destroyed) return;
  setTimeout(() => {
    if (!request.complete) connection.destroy();
  }, REST_MS).unref();
};

/** Why a request is refused. */
export interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  /** Whole seconds after which it may be sent again; null when that would not help. */
  readonly retryAfterS: number | null;
  /** Names and values in turn; none unless given. */
  readonly headers?: readonly string[];
}

/** Refuses a request: at `/graphql` as a GraphQL response, elsewhere as the routes say that something failed. */
export const sendRefusal = (
  request: RequestHead,
  response: GatewayResponse,
  { status, code, message, retryAfterS, headers = [] }: Refusal,
): void => {
  const requestId = response.requestId ?? requestIdOf(request.headers['x-request-id']);
  response.requestId = requestId;
  const extensions = {
    code,
    retryable: errorCodes[code].retryable,
    requestId,
    ...(code === 'RATE_LIMITED' ? { retryAfter: retryAfterS } : {}),
  };
  const isOperation = pathOf(request) === '/graphql';
  const body = isOperation ? { errors: [{ message, extensions }] } : { message, ...extensions };
  respondEarly(response, status, body, retryAfterS === null ? headers : [...headers, 'Retry-After', retryAfterS]);
};
