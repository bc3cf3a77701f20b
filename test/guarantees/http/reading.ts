/** What a server reads of a connection, and the response that shows it. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { GatewayRequest } from '../../../src/gateway/connections/gateway-request.ts';

/** A request as it was read. */
export interface ReadRequest {
  /** Method, target, and headers in the order of their names. */
  readonly head: string;
  /** In hexadecimal digits; null while it is not there as a whole. */
  body: string | null;
}

/** What has been read of a connection. */
export interface ConnectionReading {
  readonly requests: ReadRequest[];
  /** Requests that are there as a whole and have not been answered. */
  open: number;
}

const readings = new WeakMap<Duplex, ConnectionReading>();

/** Gives what has been read of a connection so far. */
export const readingOf = (connection: Duplex): ConnectionReading => {
  const reading = readings.get(connection) ?? { requests: [], open: 0 };
  readings.set(connection, reading);
  return reading;
};

const headOf = (method: string | undefined, url: string | undefined, headers: IncomingHttpHeaders): string =>
  JSON.stringify([method, url, Object.entries(headers).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

/** The body of the response to a request, which shows which one it is. */
export const echoOf = (index: number, { head, body }: ReadRequest): string => `${index}: ${head} ${body}\n`;

const afterTurns = (turns: number, run: () => void): void => {
  if (turns === 0) run();
  else setImmediate(() => afterTurns(turns - 1, run));
};

/** Responds to a request that is there as a whole, now or some turns of the event loop later, with text or with bytes. */
const respond = (
  reading: ConnectionReading,
  request: ReadRequest,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
): void => {
  reading.open += 1;
  const turns = Math.min(9, Number(headers['x-turns'] ?? 0) || 0);
  afterTurns(turns, () => {
    reading.open -= 1;
    if (response.destroyed) return;
    const text = echoOf(reading.requests.indexOf(request), request);
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': String(Buffer.byteLength(text)) });
    response.end(headers['x-bytes'] === undefined ? text : Buffer.from(text));
  });
};

/** Takes a request whose body is still to come. */
export const takeMessage = (message: GatewayRequest, response: ServerResponse): void => {
  const { method, url, headers, socket } = message;
  const reading = readingOf(socket);
  const read: ReadRequest = { head: headOf(method, url, headers), body: null };
  reading.requests.push(read);
  const pieces: Buffer[] = [];
  if (headers.expect?.toLowerCase() === '100-continue' && message.httpVersion === '1.1') response.writeContinue();
  message.on('data', (piece: Buffer) => pieces.push(piece));
  message.on('error', () => {});
  message.on('end', () => {
    void message.readBody(Number.POSITIVE_INFINITY).then((kept) => {
      read.body = (kept ?? Buffer.concat(pieces)).toString('hex');
      respond(reading, read, headers, response);
    });
  });
};
