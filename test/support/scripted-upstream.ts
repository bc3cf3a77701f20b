/** A real HTTP server that responds as a test scripts it, faults included, and logs what it was asked. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { startListening } from './network/listen.ts';

/** A request that the server got. */
export interface ScriptedRequest {
  readonly method: string;
  /** Relative to `url`, without query, e.g. `/v1/listings/7`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** As sent, without the question mark. */
  readonly rawQuery: string;
  /** By lower-case name. */
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, in their original casing and order. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** Resolves when the response is complete or its connection is closed. */
  readonly closed: Promise<void>;
}

/** Where in a response a fault happens. */
export type FaultPosition = 'before-headers' | 'after-headers' | 'mid-body';

/** A response; 200 without a body unless said otherwise. */
export interface ScriptedResponse {
  readonly status?: number;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, in place of `json`; an async iterable is sent in chunks as they come. */
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array>;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Nothing is sent before it resolves. */
  readonly delayUntil?: Promise<unknown>;
  /** Resets the connection there. */
  readonly reset?: FaultPosition;
  /** Sends nothing more from there on, and keeps the connection open. */
  readonly hang?: FaultPosition;
  /** Bytes to write to the connection in place of an HTTP response, which then ends. */
  readonly raw?: string | Buffer;
}

/** What a script says for a request. */
export type Script = ScriptedResponse | ((request: ScriptedRequest) => ScriptedResponse | Promise<ScriptedResponse>);

/** A server to script. */
export interface ScriptedUpstream extends AsyncDisposable {
  /** Its base URL, with the base path `/api`. */
  readonly url: URL;
  /** Every request so far, in order of arrival. */
  readonly requests: readonly ScriptedRequest[];
  /**
   * Responds to every request of an endpoint; the last script for it counts.
   *
   * @param path an exact path, which goes before a template such as `/v1/listings/{id}`
   */
  on(method: string, path: string, script: Script): void;
  /** Responds to the next request of an endpoint; several are used in order, before any `on`. */
  once(method: string, path: string, script: Script): void;
  /** Counts the requests of an operation, e.g. `GET /v1/listings/{id}`, or all. */
  count(operation?: string): number;
  /** Resolves as soon as so many requests have come in. */
  received(total: number): Promise<void>;
  /** Connections that are open now. */
  connections(): number;
  /** Breaks every connection. */
  disconnect(): void;
}

const BASE_PATH = '/api';

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly script: Script;
}

const matchesPath = (template: string, path: string): boolean => {
  const segments = path.split('/');
  const expected = template.split('/');
  return (
    segments.length === expected.length &&
    expected.every((segment, at) => segment === segments[at] || /^\{\w+\}$/.test(segment))
  );
};

const matches = (entry: Pick<Entry, 'method' | 'path'>, request: Pick<ScriptedRequest, 'method' | 'path'>): boolean =>
  entry.method === request.method && matchesPath(entry.path, request.path);

const bytesOf = (scripted: ScriptedResponse): Uint8Array => {
  if (scripted.json !== undefined) return Buffer.from(JSON.stringify(scripted.json));
  return typeof scripted.body === 'string' ? Buffer.from(scripted.body) : new Uint8Array();
};

/** Carries out a fault at a position; returns whether the response ends there. */
const strikes = (scripted: ScriptedResponse, position: FaultPosition, socket: Socket): boolean => {
  if (scripted.reset === position) socket.resetAndDestroy();
  return scripted.reset === position || scripted.hang === position;
};

const flushed = (response: ServerResponse, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    response.write(bytes, () => resolve());
  });

const sendResponse = async (scripted: ScriptedResponse, response: ServerResponse, socket: Socket): Promise<void> => {
  await scripted.delayUntil;
  if (strikes(scripted, 'before-headers', socket)) return;
  if (scripted.raw !== undefined) {
    socket.end(scripted.raw);
    return;
  }
  const { body } = scripted;
  const isStream = typeof body === 'object' && !(body instanceof Uint8Array);
  const bytes = body instanceof Uint8Array ? body : bytesOf(scripted);
  response.statusCode = scripted.status ?? 200;
  if (scripted.json !== undefined) response.setHeader('content-type', 'application/json; charset=utf-8');
  if (!isStream && response.statusCode !== 204) response.setHeader('content-length', bytes.length);
  for (const [name, value] of Object.entries(scripted.headers ?? {})) response.setHeader(name, value);
  response.flushHeaders();
  if (strikes(scripted, 'after-headers', socket)) return;
  if (isStream) {
    for await (const chunk of body) {
      if (response.destroyed) return;
      response.write(chunk);
    }
  } else if (scripted.reset === 'mid-body' || scripted.hang === 'mid-body') {
    await flushed(response, bytes.subarray(0, Math.ceil(bytes.length / 2)));
    strikes(scripted, 'mid-body', socket);
    return;
  } else {
    response.write(bytes);
  }
  response.end();
};

const readRequest = async (message: IncomingMessage, closed: Promise<void>): Promise<ScriptedRequest> => {
  const target = message.url ?? '/';
  const [path = '', rawQuery = ''] = target.split('?', 2);
  return {
    method: message.method ?? '',
    path: path.startsWith(BASE_PATH) ? path.slice(BASE_PATH.length) : path,
    query: new URLSearchParams(rawQuery),
    rawQuery,
    headers: message.headers,
    rawHeaders: message.rawHeaders,
    body: await text(message),
    closed,
  };
};

/** Starts a server on a free port of the loopback interface. What is not scripted is answered with a 404 in JSON. */
export const startScriptedUpstream = async (): Promise<ScriptedUpstream> => {
  const scripts: Entry[] = [];
  const queue: Entry[] = [];
  const requests: ScriptedRequest[] = [];
  const expected = new Set<() => void>();

  const scriptFor = (request: ScriptedRequest): Script => {
    const next = queue.findIndex((entry) => matches(entry, request));
    const [queued] = next < 0 ? [] : queue.splice(next, 1);
    const sticky = scripts.filter((entry) => matches(entry, request));
    const exact = sticky.findLast((entry) => entry.path === request.path);
    return (queued ?? exact ?? sticky.at(-1))?.script ?? { status: 404, json: { Message: 'Not scripted.' } };
  };

  const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { socket } = message;
    const closed = once(response, 'close').then(() => undefined);
    const request = await readRequest(message, closed);
    requests.push(request);
    for (const check of expected) check();
    const script = scriptFor(request);
    await sendResponse(typeof script === 'function' ? await script(request) : script, response, socket);
  };

  const server = createServer((message, response) => {
    serve(message, response).catch(() => message.socket.destroy());
  });
  const listening = await startListening(server);

  return {
    url: new URL(`http://127.0.0.1:${listening.port}${BASE_PATH}`),
    requests,
    on: (method, path, script) => void scripts.push({ method, path, script }),
    once: (method, path, script) => void queue.push({ method, path, script }),
    count: (operation) => {
      if (operation === undefined) return requests.length;
      const [method = '', path = ''] = operation.split(' ', 2);
      return requests.filter((request) => matches({ method, path }, request)).length;
    },
    received: (total) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (requests.length < total) return;
          expected.delete(check);
          resolve();
        };
        expected.add(check);
        check();
      }),
    connections: listening.connections,
    disconnect: listening.disconnect,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
};
