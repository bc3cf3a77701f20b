/**
 * A proxy between a gateway and the embedded service, which makes of it another service: it may change what the service
 * is asked and what it returns, and respond itself.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { endpointOf } from './endpoint-of.ts';
import { startListening } from './network/listen.ts';
import { sendRequest } from './send-request.ts';

/** A request to the service on its way. */
export interface PassingRequest {
  readonly endpoint: EndpointName;
  readonly method: string;
  /** Without the base path, e.g. `/v1/listings/7`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A response on its way back. */
export interface PassingResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Hands a request on to the service. */
export type Forward = (request: PassingRequest) => Promise<PassingResponse>;

/** What becomes of a request. */
export type Detour = (request: PassingRequest, forward: Forward) => Promise<PassingResponse>;

/** A running proxy. Disposing of it closes every connection. */
export interface DetourProxy extends AsyncDisposable {
  /** Base URL for the gateway. */
  readonly baseUrl: URL;
  /** The requests so far, as the gateway sent them. */
  readonly requests: readonly PassingRequest[];
}

const BASE_PATH = '/api';

/** Headers that belong to a connection rather than to a request. */
const ofConnection = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding'];

const readRequest = async (message: IncomingMessage): Promise<PassingRequest> => {
  const { pathname, searchParams } = new URL(message.url ?? '/', 'http://proxy');
  const method = message.method ?? '';
  const path = pathname.slice(BASE_PATH.length);
  const endpoint = endpointOf(method, path);
  if (endpoint === null) throw new Error(`There is no endpoint ${method} ${path}.`);
  const headers = Object.entries(message.headers).flatMap(([name, value]): [string, string][] =>
    ofConnection.includes(name) || value === undefined ? [] : [[name, String(value)]],
  );
  return {
    endpoint,
    method,
    path,
    query: searchParams,
    headers: Object.fromEntries(headers),
    body: await buffer(message),
  };
};

const forwardTo =
  (service: URL): Forward =>
  async ({ method, path, query, headers, body }) => {
    const search = query.size === 0 ? '' : `?${query}`;
    const url = new URL(`${service.origin}${BASE_PATH}${path}${search}`);
    const response = await sendRequest(url, { method, headers, body });
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      body: response.body,
    };
  };

/** Starts a proxy on a free port of the loopback interface, in front of a service with the base path `/api`. */
export const startDetour = async (service: URL, detour: Detour): Promise<DetourProxy> => {
  const requests: PassingRequest[] = [];
  const forward = forwardTo(service);
  const server = createServer((message, response) => {
    readRequest(message)
      .then((request) => {
        requests.push(request);
        return detour(request, forward);
      })
      .then(({ status, contentType, body }) => {
        const headers = contentType === '' ? {} : { 'content-type': contentType };
        response.writeHead(status, status === 204 ? {} : { ...headers, 'content-length': body.length });
        response.end(status === 204 ? undefined : body);
      })
      .catch(() => message.socket.destroy());
  });
  const listening = await startListening(server);
  return {
    baseUrl: new URL(`http://127.0.0.1:${listening.port}${BASE_PATH}`),
    requests,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
};

const isJson = ({ contentType, body }: PassingResponse): boolean => contentType.includes('json') && body.length > 0;

/** A response with JSON in it. */
export const jsonResponse = (json: unknown, status = 200): PassingResponse => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: Buffer.from(JSON.stringify(json)),
});

/** Changes the JSON of a 200; every other response stays as it is. */
export const withJson = (
  response: PassingResponse,
  change: (json: unknown) => unknown,
  write: (json: unknown) => string = JSON.stringify,
): PassingResponse =>
  response.status === 200 && isJson(response)
    ? { ...response, body: Buffer.from(write(change(JSON.parse(response.body.toString())))) }
    : response;

/** Changes the JSON that a request brings, as text; photos stay as they are. */
export const readBy = (read: ((body: string) => string) | undefined, request: PassingRequest): PassingRequest =>
  read !== undefined && request.headers['content-type']?.includes('json') === true
    ? { ...request, body: Buffer.from(read(request.body.toString())) }
    : request;

/** Makes a detour of what becomes of the JSON that an endpoint responds with. */
export const respondingWith =
  (change: (json: unknown, endpoint: EndpointName) => unknown): Detour =>
  async (request, forward) =>
    withJson(await forward(request), (json) => change(json, request.endpoint));
