/** A service that works, apart from the endpoint at which a fault is aimed. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import type { FieldName } from '../gateway/canary-service.ts';
import { endpointNames } from './endpoint-probes.ts';
import { aboutAsked, createGoodReplies, type GoodReply } from './good-replies.ts';

/** A request to the endpoint at which a fault is aimed. */
export interface Struck {
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** What a service that works would return. */
  readonly good: GoodReply;
  /** Counts the requests of one case to the endpoint, from 0. */
  readonly attempt: number;
  readonly endpoint: EndpointName;
  /** A place at another origin. */
  readonly elsewhere: URL;
  /** Responds well. */
  readonly respondWell: () => void;
}

/** What the service does in place of a response. */
export type Strike = (struck: Struck) => void | Promise<void>;

/** A request that the service got. */
export interface SeenRequest {
  readonly endpoint: EndpointName;
  /** Target, headers and body as they came. */
  readonly text: string;
  readonly id: string;
}

/** A case, as the service knows it by the id of its request. */
export interface AimedCase {
  readonly endpoint: EndpointName;
  readonly without: FieldName | null;
  readonly strike: Strike;
}

/** A running service. */
export interface FaultyService extends AsyncDisposable {
  readonly url: URL;
  /** Aims a fault at the requests that are made for one request to the gateway. */
  aim(id: string, aimed: AimedCase): void;
  readonly seen: readonly SeenRequest[];
  /** Requests that arrived at another origin. */
  strays(): number;
  connections(): number;
}

const patterns = endpointNames.map((name) => ({
  name,
  method: endpoints[name].method,
  isExact: !endpoints[name].path.includes('{'),
  pattern: new RegExp(`^/api${endpoints[name].path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Finds the endpoint of a request: exact paths go before templates. */
export const endpointOf = ({ method, url = '' }: IncomingMessage): EndpointName | null => {
  const path = url.split('?', 1)[0] ?? '';
  const fitting = patterns.filter((each) => each.method === method && each.pattern.test(path));
  return (fitting.find(({ isExact }) => isExact) ?? fitting[0])?.name ?? null;
};

const listen = async (server: Server): Promise<URL> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`);
};

const close = async (server: Server): Promise<void> => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
};

const goodReplies = new Map<FieldName | null, ReturnType<typeof createGoodReplies>>();

/** The good reply of an endpoint; made once. */
const goodReplyOf = (name: EndpointName, without: FieldName | null): GoodReply => {
  const known = goodReplies.get(without) ?? createGoodReplies(without);
  goodReplies.set(without, known);
  return known(name);
};

/** Starts a service. */
export const startFaultyService = async (): Promise<FaultyService> => {
  const cases = new Map<string, AimedCase>();
  const attempts = new Map<string, number>();
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let strays = 0;

  const other = createServer((_request, response) => {
    strays += 1;
    response.end('{}');
  });
  const elsewhere = await listen(other);

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const endpoint = endpointOf(request);
    if (endpoint === null) {
      response.writeHead(404).end();
      return;
    }
    const id = String(request.headers['x-request-id'] ?? '');
    const aimed = cases.get(id) ?? null;
    seen.push({ endpoint, id, text: `${request.url}\n${request.rawHeaders.join('\n')}\n${body.toString('latin1')}` });
    const good = aboutAsked(goodReplyOf(endpoint, aimed?.without ?? null), request);
    const respondWell = (): void => {
      response.writeHead(200, { 'content-type': good.contentType, 'content-length': good.bytes.length });
      response.end(good.bytes);
    };
    if (aimed === null || aimed.endpoint !== endpoint) {
      respondWell();
      return;
    }
    const attempt = attempts.get(id) ?? 0;
    attempts.set(id, attempt + 1);
    await aimed.strike({ response, socket: request.socket, good, attempt, endpoint, elsewhere, respondWell });
  };

  const server = createServer((request, response) => {
    response.on('error', () => {});
    serve(request, response).catch(() => request.socket.destroy());
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });

  return {
    url: await listen(server),
    aim: (id, aimed) => void cases.set(id, aimed),
    seen,
    strays: () => strays,
    connections: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([close(server), close(other)]);
    },
  };
};
