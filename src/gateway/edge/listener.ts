/** The HTTP server: its limits, and what every request and every connection goes through. */
import { createServer, IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { type AttachedFastPathOptions, attachFastPath, type FastPath } from '../../http1/fast-path.ts';
import { isJson } from '../cross-site.ts';
import type { RequestHandler } from '../http-router.ts';
import type { HttpPathMetrics } from '../metrics/http-paths.ts';
import { createClientErrorHandler, createConnectHandler } from './client-error.ts';
import { endRestOf } from './early-answer.ts';
import type { Answer } from './exchange.ts';
import { GatewayResponse } from './gateway-response.ts';
import { createOpenAnswers } from './open-answers.ts';
import { isHostName } from './request-check.ts';
import type { ServerLimits } from './server-limits.ts';
import { endSlowReaders } from './slow-readers.ts';
import { standardHeaders } from './standard-headers.ts';

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
  /** Told of every connection that was one too many. */
  readonly onDrop: () => void;
}

/** The server, and how its connections are closed. */
export interface Listener {
  readonly server: Server;
  /** Closes the connections that wait for a request. */
  closeIdleConnections(): void;
  closeAllConnections(): void;
}

/** Creates the server; it listens to nothing yet. */
export const createListener = (options: ListenerOptions): Listener => {
  const { limits, handle, handleFast, keepsConnections, onClosed, metrics, onDrop } = options;
  const answers = createOpenAnswers((response, connection) => {
    endRestOf(response.req, connection);
    onClosed(response);
  });
  const upgrades = new WeakSet<Socket>();
  const onRequest = (request: IncomingMessage, response: GatewayResponse): void => {
    const { socket, headers } = request;
    if (upgrades.has(socket)) return;
    metrics.countRequest('node');
    answers.add(response);
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
  server.maxConnections = limits.connections;
  server.on('request', onRequest);
  // A client that asks before it sends a body is told to go on when it is let in, which is not known yet.
  server.on('checkContinue', onRequest);
  server.on('checkExpectation', onRequest);
  server.on('clientError', createClientErrorHandler(answers));
  server.on('connect', createConnectHandler(answers));
  server.on('drop', onDrop);
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
        answer(request, response);
      },
      keepsConnections,
      onClosed,
      onHandover: (reason) => metrics.countHandover(reason),
    });
  const fastPath = handleFast === null ? null : attach(handleFast);
  server.once('close', () => slowReaders[Symbol.dispose]());
  return {
    server,
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
