/** An HTTP client that shows replies as they come, and keeps no connection that a test does not know of. */
import { Agent, type IncomingHttpHeaders, request as startRequest } from 'node:http';

/** A reply as it came. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Whether it came to its end; false when the connection ended before that. */
  readonly isComplete: boolean;
}

/** A request as it is sent. */
export interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
}

/** A GraphQL operation as it is sent. */
export interface AskedOperation {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly token?: string | null;
  /** Sent as `x-request-id`. */
  readonly id?: string;
  readonly signal?: AbortSignal;
}

/** Sends requests to one gateway. Disposing of it closes its connections. */
export interface HttpClient extends Disposable {
  /** Rejects when the connection ends before the reply begins. */
  send(asked: Asked): Promise<Reply>;
  operation(asked: AskedOperation): Promise<Reply>;
}

/** Creates a client of a gateway with so many connections at most. */
export const createHttpClient = (url: URL, maxSockets = 64): HttpClient => {
  const agent = new Agent({ keepAlive: true, maxSockets });
  const send: HttpClient['send'] = ({ method = 'POST', path = '/graphql', headers = {}, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = startRequest({
        host: url.hostname,
        port: url.port,
        agent,
        method,
        path,
        headers: {
          ...headers,
          ...(body === undefined || 'transfer-encoding' in headers
            ? {}
            : { 'content-length': Buffer.byteLength(body) }),
        },
        ...(signal === undefined ? {} : { signal }),
      });
      request.on('error', reject);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        const { statusCode: status = 0, headers: received } = response;
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', () => {});
        response.on('close', () => {
          const content = Buffer.concat(chunks).toString();
          resolve({ status, headers: received, text: content, isComplete: response.complete });
        });
      });
      request.end(body);
    });
  return {
    send,
    operation: ({ query, variables, token = null, id, signal }) =>
      send({
        headers: {
          'content-type': 'application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(id === undefined ? {} : { 'x-request-id': id }),
        },
        body: JSON.stringify({ query, variables }),
        ...(signal === undefined ? {} : { signal }),
      }),
    [Symbol.dispose]: () => agent.destroy(),
  };
};
