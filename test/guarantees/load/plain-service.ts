/** A service that works and remembers nothing but counts, so that it can be asked without end. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { EndpointName } from '../../../src/contract/endpoints.ts';
import { endpointOf } from '../faulty-service.ts';
import { aboutAsked, createGoodReplies, type GoodReply } from '../good-replies.ts';

/** A request to the service. */
export interface ServiceRequest {
  readonly endpoint: EndpointName;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly good: GoodReply;
}

/** Responses in place of the service; false leaves the response to it. */
export type Responder = (asked: ServiceRequest) => boolean;

/** A running service. */
export interface PlainService extends AsyncDisposable {
  readonly url: URL;
  /** Requests so far. */
  calls(): number;
  connections(): number;
}

/** Responds with a body. */
export const sendGood = (response: ServerResponse, { contentType }: GoodReply, bytes: Buffer): void => {
  response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length }).end(bytes);
};

/** Starts a service, on a free port unless it is given one. */
export const startPlainService = async (respond: Responder = () => false, port = 0): Promise<PlainService> => {
  const goodReplyOf = createGoodReplies();
  const good = new Map<EndpointName, GoodReply>();
  const sockets = new Set<Socket>();
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    request.resume();
    request.on('error', () => {});
    response.on('error', () => {});
    const endpoint = endpointOf(request);
    if (endpoint === null) {
      response.writeHead(404).end();
      return;
    }
    const known = good.get(endpoint) ?? goodReplyOf(endpoint);
    good.set(endpoint, known);
    const reply = aboutAsked(known, request);
    if (!respond({ endpoint, request, response, good: reply })) sendGood(response, reply, reply.bytes);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`),
    calls: () => calls,
    connections: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
