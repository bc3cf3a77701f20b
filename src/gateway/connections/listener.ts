/** The HTTP server: its limits, and what every request and every connection goes through. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { isJson } from '../http/csrf.ts';
import { endRestOf, hasBody } from '../http/early-response.ts';
import { GatewayResponse } from '../http/node-response.ts';
import type { RequestHead } from '../http/request-head.ts';
import type { HttpMetrics } from '../observability/metrics/http.ts';
import type { ConnectionLimit } from '../observability/metrics/server-load.ts';
import { type ConnectionCount } from '../observability/metrics/server-load.ts';
import { createClientErrorHandler, createConnectHandler, SMALL_PIECES } from './client-error.ts';
import { createConnectionLimiter } from './connection-limit.ts';
import { GatewayRequest } from './gateway-request.ts';
import { createOpenResponses } from './open-responses.ts';
import { useOriginForm } from './request-check.ts';
import type { ServerLimits } from './server-limits.ts';
import { endSlowClients } from './slow-clients.ts';
import { type UnfinishedReason, watchUnfinishedRequests } from './unfinished-requests.ts';
import { watchUnreadBytes } from './unread-bytes.ts';

/** Dependencies of the server. */
export interface ListenerOptions {
  readonly limits: ServerLimits;
  /** Handles a request, or lets its response fail; never throws. */
  readonly handle: (request: IncomingMessage, response: GatewayResponse) => void;
  /** Returns whether connections may be kept for further requests. */
  readonly keepsConnections: () => boolean;
  /** True if clients that have ended their side get their response nevertheless: a proxy that ends a connection has no client any more. */
  readonly servesHalfClosed: boolean;
  /** Called when a response, or its beginning, was handed to the connection: what is left is up to its client. */
  readonly onSent: (response: GatewayResponse) => void;
  /** Called once for every response when it is over, sent or not. */
  readonly onClosed: (response: GatewayResponse) => void;
  readonly metrics: HttpMetrics;
  /** The network of a client, of a request or of a connection without one; null when it is unknown. */
  readonly networkOf: (request: Pick<RequestHead, 'headers' | 'socket'>) => string | null;
  readonly networkOfPeer: (socket: Socket) => string | null;
  /** Called for every connection that is closed because its client is too slow, or because there are too many. */
  readonly onEvict: (limit: ConnectionLimit) => void;
}

/** The server, and how its connections are closed. */
export interface Listener {
  readonly server: Server;
  /** Bytes of responses that were written and not taken. */
  readonly unreadBytes: number;
  /** True if that is more than may be. */
  readonly isUnreadFull: boolean;
  /** Requests that have begun and are not there yet. */
  readonly unfinishedRequests: number;
  readonly connections: ConnectionCount;
  /** Takes no new connection, and leaves those that there are. */
  stopListening(): void;
  /** Closes the connections that wait for a request. */
  closeIdleConnections(): void;
  closeAllConnections(): void;
}

const unfinishedLimits: Readonly<Record<UnfinishedReason, ConnectionLimit>> = {
  perProcess: 'unfinished_requests',
  perNetwork: 'unfinished_requests_address',
  'too slow': 'slow_body',
};

/** Creates the server; it listens to nothing yet. */
export const createListener = (options: ListenerOptions): Listener => {
  const { limits, handle, keepsConnections, servesHalfClosed, onSent, onClosed, metrics, networkOf, onEvict } = options;
  const places = createConnectionLimiter({
    limits: limits.connections,
    onEvict: (limit) => onEvict(limit === 'perProcess' ? 'connections' : 'connections_address'),
  });
  const responses = createOpenResponses((response, connection) => {
    metrics.countResponse(response.headersSent ? response.statusCode : response.refusedWith);
    endRestOf(response.req, connection);
    places.onEnd(response.req.socket);
    onClosed(response);
  });
  const now = (): number => performance.now();
  const unread = watchUnreadBytes({
    limits: limits.unreadBytes,
    // What waits behind a request is held too: as headers, which take more than their bytes.
    heldBy: (socket) => socket.writableLength + responses.waitingOn(socket) * limits.headerBytes,
    onEvict: (limit) => onEvict(limit === 'perProcess' ? 'unread_bytes' : 'unread_bytes_address'),
    now,
  });
  const watchHeld = (request: Pick<IncomingMessage, 'headers' | 'socket'>): void =>
    unread.onWritten(request.socket, () => networkOf(request));
  const unfinished = watchUnfinishedRequests({
    limits: limits.unfinishedRequests,
    pace: limits,
    onEvict: (socket, reason) => {
      onEvict(unfinishedLimits[reason]);
      const late = new Error('The request did not come in time.');
      server.emit('clientError', Object.assign(late, { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    },
    now,
  });
  const onRequest = (request: GatewayRequest, response: GatewayResponse<GatewayRequest>): void => {
    const { socket, headers } = request;
    // Node reports the rest of a piece also when its connection is closed.
    if (socket.destroyed) return;
    metrics.countRequest();
    const before = responses.of(socket);
    if (before.length > limits.pipelinedRequests) {
      onEvict('pipelined_requests');
      socket.destroy();
      return;
    }
    useOriginForm(request);
    responses.add(response);
    places.onBegin(socket);
    request.onSmallPieces = () => {
      const error = Object.assign(new Error('The pieces are too small.'), { code: SMALL_PIECES });
      server.emit('clientError', error, socket);
    };
    const watchBody = (): void => unfinished.onBody(request, networkOf(request), !isJson(request));
    if (hasBody(request)) watchBody();
    else unfinished.onHead(socket);
    response.onWritten = () => {
      onSent(response);
      watchHeld(request);
    };
    // Behind a request for another protocol Node may begin to re-read within the next: it is the last, so nothing behind it begins.
    if (headers.upgrade !== undefined || !keepsConnections()) response.setHeader('Connection', 'close');
    // Node reports all requests of a piece at once: begun together, hundreds of one client would go before those of others.
    const previous = before.at(-1);
    if (previous === undefined) handle(request, response);
    else {
      // More is left to the system. A resumption that is under way already would undo a pause now.
      process.nextTick(() => {
        if (responses.waitingOn(socket) >= limits.pipelinedRequests) socket.pause();
      });
      watchHeld(request);
      previous.once('close', () => {
        // Its response could not go out any more.
        if (!socket.writable) return;
        if (socket.isPaused()) socket.resume();
        // Nobody read it until now.
        if (!request.complete) watchBody();
        handle(request, response);
      });
    }
  };
  const server: Server = createServer({
    IncomingMessage: GatewayRequest,
    ServerResponse: GatewayResponse,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    keepAliveTimeout: limits.keepAliveMs,
    maxHeaderSize: limits.headerBytes,
    // Looked at with the rest of the request, so that its refusal is like any other.
    requireHostHeader: false,
  });
  Reflect.set(server, 'httpAllowHalfOpen', servesHalfClosed);
  // Node drops what is beyond its limit without a word: one more is kept, so that there being too many is seen.
  server.maxHeadersCount = limits.headers + 1;
  server.on('request', onRequest);
  // A client that waits with its body for `100 Continue` gets that when it is let in, which is not known yet.
  server.on('checkContinue', onRequest);
  server.on('checkExpectation', onRequest);
  server.on('clientError', createClientErrorHandler(responses, metrics.countResponse));
  server.on('connect', createConnectHandler(responses, metrics.countResponse));
  const slowClients = endSlowClients(responses, limits);
  server.prependListener('connection', (socket) => {
    // What reads the connection looks at it next, and finds it closed.
    if (!places.admit(socket, options.networkOfPeer(socket))) socket.destroy();
  });
  const timer = setInterval(() => {
    unread.look();
    unfinished.look();
  }, limits.checkMs).unref();
  server.once('close', () => {
    clearInterval(timer);
    slowClients[Symbol.dispose]();
  });
  return {
    server,
    get unreadBytes() {
      return unread.total;
    },
    get isUnreadFull() {
      return unread.isFull;
    },
    get unfinishedRequests() {
      return unfinished.count;
    },
    get connections() {
      return places.count;
    },
    // That of an HTTP server closes idle connections too, on which requests may be under way.
    stopListening: () => void NetServer.prototype.close.call(server),
    closeIdleConnections: () => server.closeIdleConnections(),
    closeAllConnections: () => server.closeAllConnections(),
  };
};
