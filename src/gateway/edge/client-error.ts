/** What a client is told that does not speak HTTP, or too slowly: the parser gave up before there was a request. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { OpenAnswers } from './open-answers.ts';
import { standardHeaders } from './standard-headers.ts';

/** How long a connection may then still take to read what it was told. */
const LINGER_MS = 1_000;

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const messages: Readonly<Record<number, string>> = {
  408: 'The request did not come in time.',
  413: 'The request is too large.',
  431: 'The headers of the request are too large.',
};

/** The answer as it goes over the connection: there is no request that Node could answer. */
const bytesOf = (status: number): string => {
  const body = `${JSON.stringify({ message: messages[status] ?? 'This is no HTTP request that can be read.' })}\n`;
  const headers = {
    ...standardHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
};

/** Handles `clientError` of a server: says plainly what is wrong, then closes the connection, whatever else comes. */
export const createClientErrorHandler = (answers: OpenAnswers) => {
  const told = new WeakSet<Duplex>();

  const tell = (connection: Duplex, status: number): void => {
    connection.end(bytesOf(status));
    // Closed at once, with bytes unread, it would be reset, and the client might never see why.
    const timer = setTimeout(() => connection.destroy(), LINGER_MS);
    connection.once('close', () => clearTimeout(timer));
  };

  return (error: NodeJS.ErrnoException, connection: Duplex): void => {
    if (told.has(connection)) return;
    told.add(connection);
    const last = answers.last(connection);
    const broken = last?.req.complete === false ? last : null;
    const before = answers.of(connection).filter((answer) => answer !== broken);
    const isMute = error.code === 'ECONNRESET' || !connection.writable;
    if (isMute || broken?.headersSent === true) {
      connection.destroy();
    } else if (before.length > 0) {
      // What is said of the broken request must not be taken for the answer to a good one, which is still to come.
      before.at(-1)?.once('close', () => connection.destroy());
    } else {
      tell(connection, statuses[error.code ?? ''] ?? 400);
    }
  };
};
