/** The fast path in front of Node's HTTP server: it serves the requests that `fast-path-rules.ts` admits, and hands over every other connection. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type ConnectionOptions, FastPathConnection } from './connection.ts';
import { createRequestReader, type RequestRules } from './fast-path-rules.ts';
import type { HandoverReason } from './handover-reason.ts';
import { defaultHeadersOf } from './response.ts';

/** Options of the fast path. */
export interface FastPathOptions
  extends
    Pick<
      ConnectionOptions,
      | 'limits'
      | 'handle'
      | 'keepsConnections'
      | 'servesHalfClosed'
      | 'onClosed'
      | 'onSent'
      | 'onAhead'
      | 'onBroken'
      | 'handOver'
    >,
    Pick<RequestRules, 'target' | 'isHost' | 'isJson'> {
  /** Headers of every response, unless its handler gives another value. */
  readonly responseHeaders: Readonly<Record<string, string>>;
}

/** The connections that are served. Disposing of it ends the checks. */
export type FastPath = ReturnType<typeof createFastPath>;

/** Creates the fast path, with no connection at first. */
export const createFastPath = (options: FastPathOptions) => {
  const connections = new Set<FastPathConnection>();
  const connectionOptions: ConnectionOptions = {
    ...options,
    readHead: createRequestReader(options),
    defaultHeaders: defaultHeadersOf(options.responseHeaders),
    onLeft: (connection) => connections.delete(connection),
  };
  const check = (): void => {
    for (const connection of connections) connection.check();
  };
  const timer = setInterval(check, options.limits.checkMs).unref();
  return {
    /** Does what is due on each connection; done by itself every `limits.checkMs`. */
    check,
    /** Takes a new connection. */
    take: (socket: Socket): void => {
      connections.add(new FastPathConnection(socket, connectionOptions));
    },
    /** Closes the connections that wait for a request. */
    closeIdle: (): void => {
      for (const connection of connections) connection.closeIdle();
    },
    closeAll: (): void => {
      for (const connection of connections) connection.destroy();
    },
    [Symbol.dispose]: (): void => clearInterval(timer),
  };
};

/** Options of the fast path of a server. */
export interface AttachedFastPathOptions extends Omit<FastPathOptions, 'handOver' | 'onBroken'> {
  /** Receives every connection that goes on with Node, before Node does. */
  readonly onHandover: (reason: HandoverReason, socket: Socket) => void;
}

/** Puts the fast path in front of a server, which must not listen yet: from then on Node reads what the fast path hands over. */
export const attachFastPath = (server: Server, { onHandover, ...options }: AttachedFastPathOptions): FastPath => {
  const listeners = server.listeners('connection');
  const fastPath = createFastPath({
    ...options,
    onBroken: (socket) => server.emit('clientError', new Error('The connection ended within a request.'), socket),
    handOver: (socket, reason) => {
      onHandover(reason, socket);
      for (const listener of listeners) Reflect.apply(listener, server, [socket]);
    },
  });
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => fastPath.take(socket));
  server.once('close', () => fastPath[Symbol.dispose]());
  return fastPath;
};
