/** The HTTP server: its limits, and what every request and every connection goes through. */
import { createServer, type Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { CountedNetwork } from '../http/client-address.ts';
import { GatewayRequest, type RequestWatcher } from '../http/gateway-request.ts';
import { GatewayResponse } from '../http/gateway-response.ts';
import { isJson } from '../http/media-type.ts';
import { endRestOf } from '../http/refusal.ts';
import type { ConnectionCount, ConnectionLimit, HttpMetrics } from '../observability/metrics/server-load.ts';
import { ClientConnections } from './client-connections.ts';
import { createClientErrorHandler, createConnectHandler, SMALL_PIECES } from './client-error.ts';
import { useOneIdentity, useOriginForm } from './request-check.ts';
import type { ServerLimits } from './server-limits.ts';
import { watchSlowClients } from './slow-clients.ts';

interface ListenerOptions {
  readonly limits: ServerLimits;
  /** Names the network whose share a connection takes, and what is held for it. */
  readonly networkOf: CountedNetwork;
  /** Handles a request, or lets its response fail; never throws. */
  readonly handle: (request: GatewayRequest, response: GatewayResponse) => void;
  /** Returns whether connections may be kept for further requests. */
  readonly keepsConnections: () => boolean;
  /** True if clients that have ended their side get their response nevertheless: a proxy that ends a connection has no client any more. */
  readonly servesHalfClosed: boolean;
  /** Called when a response, or its beginning, was handed to the connection: what is left is up to its client. */
  readonly onSent: (response: GatewayResponse) => void;
  /** Called once for every response when it is over, sent or not. */
  readonly onClosed: (response: GatewayResponse) => void;
  readonly metrics: HttpMetrics;
  /** Called for every connection that is closed because its client is too slow, or because there are too many. */
  readonly onEvict: (limit: ConnectionLimit) => void;
}

type Response = GatewayResponse<GatewayRequest>;

const errorOf = (code: string): Error => Object.assign(new Error(code), { code });

/** Creates the server; it listens to nothing yet. */
export const createListener = (options: ListenerOptions) => {
  const { limits, networkOf, handle, keepsConnections, servesHalfClosed, onSent, onClosed, metrics, onEvict } = options;
  const connections = new ClientConnections<Response>({
    most: limits.connections,
    networkOf,
    onTooMany: () => onEvict('connections'),
    onClosed: (response) => {
      metrics.countResponse(response.headersSent ? response.statusCode : response.refusedWith);
      endRestOf(response.req, response.req.socket);
      onClosed(response);
    },
  });
  const slowClients = watchSlowClients({
    connections,
    limits,
    evict: ({ socket, isIncomplete }) => {
      onEvict(isIncomplete ? 'unfinished_requests' : 'unread_bytes');
      if (isIncomplete) server.emit('clientError', errorOf('ERR_HTTP_REQUEST_TIMEOUT'), socket);
      else socket.destroy();
    },
    now: () => performance.now(),
  });
  const watcher: RequestWatcher = {
    onPiece: (bytes) => slowClients.add(bytes),
    onSmallPieces: ({ socket }) => void server.emit('clientError', errorOf(SMALL_PIECES), socket),
  };
  const onWritten = (response: GatewayResponse): void => {
    onSent(response);
    const { writableLength } = response.req.socket;
    if (writableLength > 0) slowClients.add(writableLength);
  };
  const onRequest = (request: GatewayRequest, response: Response): void => {
    const { socket } = request;
    const connection = connections.of(socket);
    // Node reports the rest of a piece also when its connection is closed.
    if (connection === undefined || socket.destroyed) return;
    metrics.countRequest();
    const previous = connection.open.at(-1);
    if (connection.open.length > limits.pipelinedRequests) {
      onEvict('pipelined_requests');
      socket.destroy();
      return;
    }
    useOriginForm(request);
    useOneIdentity(request);
    // What has come is its head, and maybe more.
    slowClients.add(Math.min(connection.headBytes, limits.headerBytes));
    connections.begin(connection, response);
    request.watcher = watcher;
    if (isJson(request)) request.keepBody(limits.jsonBytes);
    response.onWritten = onWritten;
    // Behind a request for another protocol Node may begin to re-read within the next: it is the last, so nothing behind it begins.
    if (request.headers.upgrade !== undefined || !keepsConnections()) response.setHeader('Connection', 'close');
    // Node reports all requests of a piece at once: begun together, hundreds of one client would go before those of others.
    if (previous === undefined) {
      handle(request, response);
      return;
    }
    // More is left to the system. A resumption that is under way already would undo a pause now.
    process.nextTick(() => {
      if (connection.waiting >= limits.pipelinedRequests) socket.pause();
    });
    slowClients.add(limits.headerBytes);
    previous.once('close', () => {
      // Its response could not go out any more.
      if (!socket.writable) return;
      if (socket.isPaused()) socket.resume();
      handle(request, response);
    });
  };
  const server: Server = createServer({
    IncomingMessage: GatewayRequest,
    ServerResponse: GatewayResponse,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    keepAliveTimeout: limits.keepAliveMs,
    maxHeaderSize: limits.headerBytes,
    noDelay: true,
    insecureHTTPParser: false,
    // Looked at with the rest of the request, so that its refusal is like any other.
    requireHostHeader: false,
  });
  Reflect.set(server, 'httpAllowHalfOpen', servesHalfClosed);
  // Node drops what is beyond its limit without a word: one more is kept, so that there being too many is seen.
  server.maxHeadersCount = limits.headers + 1;
  // One more comes in, for which another goes; a worker keeps what is beyond that, or the others would be asked in turn.
  server.maxConnections = limits.connections + 1;
  Reflect.set(server, 'dropMaxConnection', true);
  server.on('drop', () => onEvict('connections'));
  server.on('request', onRequest);
  // A client that waits with its body for `100 Continue` gets that when it is let in, which is not known yet.
  server.on('checkContinue', onRequest);
  server.on('checkExpectation', onRequest);
  server.on('clientError', createClientErrorHandler(connections, metrics.countResponse));
  server.on('connect', createConnectHandler(connections, metrics.countResponse));
  server.prependListener('connection', (socket) => {
    // What reads the connection looks at it next, and finds it closed.
    if (!connections.admit(socket)) socket.destroy();
    // Its head is seen when it is whole.
    else slowClients.add(limits.headerBytes);
  });
  const timer = setInterval(() => slowClients.look(), limits.checkMs).unref();
  server.once('close', () => clearInterval(timer));
  return {
    server,
    /** Bytes of responses that were written and not taken. */
    get unreadBytes() {
      return slowClients.unreadBytes;
    },
    /** Requests whose bodies have begun to come and are incomplete. */
    get unfinishedRequests() {
      return slowClients.incomplete;
    },
    get connections(): ConnectionCount {
      return connections.count;
    },
    /** Takes no new connection, and leaves those that there are: an HTTP server closes idle ones too, on which requests may be under way. */
    stopListening: () => void NetServer.prototype.close.call(server),
    /** Closes the connections that wait for a request. */
    closeIdleConnections: () => server.closeIdleConnections(),
    closeAllConnections: () => server.closeAllConnections(),
  };
};

/** The server, and how its connections are closed. */
export type Listener = ReturnType<typeof createListener>;
