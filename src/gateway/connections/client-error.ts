/** Responses to a client that does not speak HTTP, or too slowly, or that wants a tunnel: there is no request to respond to. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type GatewayResponse, standardHeaders } from '../http/gateway-response.ts';
import type { ClientConnections } from './client-connections.ts';

/** Milliseconds that a connection may then still take to read its response. */
const LINGER_MS = 1_000;

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Code of the error of a body whose pieces are too small. */
export const SMALL_PIECES = 'ERR_SMALL_PIECES';

const messages: Readonly<Record<string, string>> = {
  408: 'The request did not come in time.',
  405: 'This is no proxy.',
  413: 'The request is too large.',
  431: 'The headers of the request are too large.',
  [SMALL_PIECES]: 'The body comes in pieces that are too small: send larger ones.',
};

/** The response as it goes over the connection: there is no request that Node could respond to. */
const write = (status: number, reason: string | number): string => {
  const body = `${JSON.stringify({ message: messages[reason] ?? 'This is no HTTP request that can be read.' })}\n`;
  const headers = {
    ...standardHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
};

const written = new Map<string | number, string>();

/** A response, of which there is one for each reason: hundreds of connections may break off together. */
const bytesOf = (status: number, reason: string | number = status): string => {
  const text = written.get(reason) ?? write(status, reason);
  written.set(reason, text);
  return text;
};

/** Ends a connection, with a last word where there is one, and closes it when its client does not. */
const end = (connection: Duplex, text = ''): void => {
  connection.end(text);
  // Closed at once, with bytes unread, it would be reset, and the client might never see its response.
  const timer = setTimeout(() => connection.destroy(), LINGER_MS);
  connection.once('close', () => clearTimeout(timer));
};

/**
 * Handles `clientError` of a server: says plainly what is wrong, then closes the connection, whatever else comes.
 *
 * @param onResponse takes the status of each response to what was no request; that to a request which broke off is recorded there
 */
export const createClientErrorHandler = (
  connections: Pick<ClientConnections, 'of'>,
  onResponse: (status: number) => void,
) => {
  const refused = new WeakSet<Duplex>();

  return (error: NodeJS.ErrnoException, connection: Duplex): void => {
    if (refused.has(connection)) return;
    refused.add(connection);
    const { open = [], last = null } = connections.of(connection) ?? {};
    const broken: GatewayResponse | null = last?.req.complete === false ? last : null;
    const before = open.filter((response) => response !== broken).at(-1);
    const respond = (): void => {
      if (!connection.writable) {
        connection.destroy();
        return;
      }
      // A refusal was written before the rest of its request turned out to be broken.
      if (broken?.headersSent === true) {
        end(connection);
        return;
      }
      const status = statuses[error.code ?? ''] ?? 400;
      end(connection, bytesOf(status, error.code === SMALL_PIECES ? SMALL_PIECES : status));
      if (broken === null) onResponse(status);
      else broken.refusedWith = status;
    };
    if (error.code === 'ECONNRESET') connection.destroy();
    else if (before === undefined) respond();
    // What is said of the broken request must not be taken for the response to a good one, which is still to come; nor, where nobody knows that
    // it was one, for that to a request which a proxy sends next.
    else before.once('close', broken === null ? () => connection.destroy() : respond);
  };
};

/**
 * Handles `connect` of a server: refuses the tunnel once what was asked before is answered. Node reads nothing more of its connection.
 *
 * @param onResponse takes the status of each response
 */
export const createConnectHandler =
  (connections: Pick<ClientConnections, 'of'>, onResponse: (status: number) => void) =>
  (_request: unknown, connection: Duplex): void => {
    const refuse = (): void => {
      if (!connection.writable) return;
      end(connection, bytesOf(405));
      onResponse(405);
    };
    connection.on('error', () => {});
    // Node no longer informs the response that is being written that it may go on.
    const open = connections.of(connection)?.open ?? [];
    connection.on('drain', () => open[0]?.emit('drain'));
    // What comes is dropped, so that the end of the connection is seen.
    connection.resume();
    const last = open.at(-1);
    if (last === undefined) refuse();
    else last.once('close', refuse);
  };
