/** The HTTP server: its limits, and what every request and every connection goes through. */
import { createServer, IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { type AttachedFastPathOptions, attachFastPath, type FastPath } from '../../http1/fast-path.ts';
import { isJson } from '../cross-site.ts';
import type { RequestHandler } from '../http-router.ts';
import type { HttpPathMetrics } from '../metrics/http-paths.ts';
import { createClientErrorHandler, createConnectHandler } from './client-error.ts';
import { createConnectionPlaces } from './connection-places.ts';
import { endRestOf, hasBody } from './early-answer.ts';
import type { Answer, RequestHead } from './exchange.ts';
import { GatewayResponse } from './gateway-response.ts';
import { createOpenAnswers } from './open-answers.ts';
import { isHostName } from './request-check.ts';
import type { ServerLimits } from './server-limits.ts';
import { endSlowReaders } from './slow-readers.ts';
import { standardHeaders } from './standard-headers.ts';
import { type UnfinishedReason, watchUnfinishedRequests } from './unfinished-requests.ts';
import { watchUnreadBytes } from './unread-bytes.ts';

/** What the server is made of. */
export interface ListenerOptions {
  readonly limits: ServerLimits;
  /** Answers a request, or lets its answer fail; never throws. */
  readonly handle: (...given: Parameters<RequestHandler>) => void;
  /** Answers a request of the fast path; never throws. Null: Node's HTTP server reads every request. */
  readonly handleFast: AttachedFastPathOptions['handle'] | null;
  /** Whether connections may be kept for further requests. */
  readonly keepsConnections: () => boolean;
  /** Told once of every answer when it is over, sent or not. */
  readonly onClosed: (response: Answer) => void;
  readonly metrics: HttpPathMetrics;
  /** Told of every connection that is closed because there are too many. */
  readonly onDrop: () => void;
  /** The network of a client, of a request or of a connection without one; null when it is unknown. */
  readonly networkOf: (request: Pick<RequestHead, 'headers' | 'socket'>) => string | null;
  readonly networkOfPeer: (socket: Socket) => string | null;
  /** Told of every connection that is closed because its client is too slow. */
  readonly onEvict: (limit: ClientLimit) => void;
}

/** A limit that closes connections. */
export type ClientLimit =
  | 'unread_bytes'
  | 'unread_bytes_address'
  | 'unfinished_requests'
  | 'unfinished_requests_address'
  | 'slow_body';

/** The server, and how its connections are closed. */
export interface Listener {
  readonly server: Server;
  /** Bytes of responses that were written and not taken. */
  readonly unreadBytes: number;
  /** Whether that is more than may be. */
  readonly isUnreadFull: boolean;
  /** Requests that have begun and are not there yet. */
  readonly unfinishedRequests: number;
  /** Closes the connections that wait for a request. */
  closeIdleConnections(): void;
  closeAllConnections(): void;
}

const unfinishedLimits: Readonly<Record<UnfinishedReason, ClientLimit>> = {
  perProcess: 'unfinished_requests',
  perNetwork: 'unfinished_requests_address',
  'too slow': 'slow_body',
};

/** Creates the server; it listens to nothing yet. */
export const createListener = (options: ListenerOptions): Listener => {
  const { limits, handle, handleFast, keepsConnections, onClosed, metrics, onDrop, networkOf, onEvict } = options;
  const places = createConnectionPlaces({ most: limits.connections, onEvict: onDrop });
  const answers = createOpenAnswers((response, connection) => {
    endRestOf(response.req, connection);
    places.onEnd(response.req.socket);
    onClosed(response);
  });
  const upgrades = new WeakSet<Socket>();
  const now = (): number => performance.now();
  const unread = watchUnreadBytes({
    limits: limits.unreadBytes,
    heldBy: (socket) => socket.writableLength + answers.heldBehind(socket),
    onEvict: (limit) => onEvict(limit === 'perProcess' ? 'unread_bytes' : 'unread_bytes_address'),
    now,
  });
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
  const onRequest = (request: IncomingMessage, response: GatewayResponse): void => {
    const { socket, headers } = request;
    if (upgrades.has(socket)) return;
    metrics.countRequest('node');
    answers.add(response);
    places.onBegin(socket);
    if (hasBody(request)) unfinished.onBody(request, networkOf(request), !isJson(request));
    else unfinished.onHead(socket);
    response.onWritten = () => unread.onWritten(socket, () => networkOf(request));
    // Node drops what comes in one piece with such a request, and may begin to read anew within another: nothing behind it counts.
    const isLast = headers.upgrade !== undefined;
    if (isLast) upgrades.add(socket);
    if (isLast || !keepsConnections()) response.setHeader('Connection', 'close');
    handle(request, response);
  };
  const server: Server = createServer({
    IncomingMessage,
    ServerResponse: GatewayResponse,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    keepAliveTimeout: limits.keepAliveMs,
    maxHeaderSize: limits.headerBytes,
    // Looked at with the rest of the request, so that its refusal is like any other.
    requireHostHeader: false,
  });
  // Node drops what is beyond its limit without a word: one more is kept, so that there being too many is seen.
  server.maxHeadersCount = limits.headers + 1;
  server.on('request', onRequest);
  // A client that asks before it sends a body is told to go on when it is let in, which is not known yet.
  server.on('checkContinue', onRequest);
  server.on('checkExpectation', onRequest);
  server.on('clientError', createClientErrorHandler(answers));
  server.on('connect', createConnectHandler(answers));
  const slowReaders = endSlowReaders(answers, limits);
  const attach = (answer: AttachedFastPathOptions['handle']): FastPath =>
    attachFastPath(server, {
      limits,
      target: '/graphql',
      isHost: isHostName,
      isJson,
      responseHeaders: standardHeaders,
      handle: (request, response) => {
        metrics.countRequest('fast');
        places.onBegin(request.socket);
        answer(request, response);
      },
      keepsConnections,
      onClosed: (response) => {
        places.onEnd(response.req.socket);
        onClosed(response);
      },
      onBlocked: ({ req }) => unread.onWritten(req.socket, () => networkOf(req)),
      onHandover: (reason, socket) => {
        metrics.countHandover(reason);
        if (reason !== 'idle') unfinished.onPartialHead(socket, options.networkOfPeer(socket));
      },
    });
  const fastPath = handleFast === null ? null : attach(handleFast);
  server.prependListener('connection', (socket) => {
    // What reads the connection looks at it next, and finds it closed.
    if (!places.take(socket)) socket.destroy();
  });
  const timer = setInterval(() => {
    unread.look();
    unfinished.look();
  }, limits.checkMs).unref();
  server.once('close', () => {
    clearInterval(timer);
    slowReaders[Symbol.dispose]();
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
    closeIdleConnections: () => {
      fastPath?.closeIdle();
      server.closeIdleConnections();
    },
    closeAllConnections: () => {
      fastPath?.closeAll();
      server.closeAllConnections();
    },
  };
};
