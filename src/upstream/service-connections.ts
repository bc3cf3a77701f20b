/** The connections to the service: kept, and each with one request at a time. */
import type { Socket } from 'node:net';
import { buildConnector, Client, errors, Pool } from 'undici';
import type { Dispatch, HttpRequest, RequestController, ResponseHandler } from './http-request.ts';
import { ReplayedSocket } from './replayed-socket.ts';
import {
  type ConnectionOwner,
  type OngoingRequest,
  ServiceConnection,
  type WrittenRequest,
} from './service-connection.ts';

/** What the connections are like. Times are in milliseconds. */
export interface ServiceConnectionOptions {
  /** Scheme, host and port of the service. */
  readonly origin: string;
  readonly connections: number;
  readonly connectMs: number;
  readonly headersMs: number;
  readonly bodyGapMs: number;
  readonly keepAliveTimeoutMs: number;
}

/** The connections. Disposing of them ends the requests under way, and closes them all. */
export interface ServiceConnections extends AsyncDisposable {
  /** Sends a request. Whoever sends sees to it that no more are under way than there are connections. */
  readonly dispatch: Dispatch;
  /** The HTTP client, for answers that are streams. */
  readonly pool: Pool;
}

const MAX_REQUESTS_PER_CONNECTION = 1000;
/** How often connections that have idled too long are looked for. */
const CHECK_MS = 500;
/** For how long all requests go through the HTTP client when an answer was not ordinary: the next will not be, either. */
const UNUSUAL_MS = 60_000;
/** Turns off the timers of the HTTP client. */
const noTimers = { headersTimeout: 0, bodyTimeout: 0 } as const;

const PATH = /^\/[\x21-\x7e]*$/;
const NAME = /^[A-Za-z\d-]+$/;
const VALUE = /^[\t\x20-\x7e]*$/;

/** The method whose requests say how long their body is, also when they have none. */
const METHOD_WITH_BODY = 'POST';

/** A request as it is written; null when it is not ordinary. */
const writtenOf = ({ method, path, headers, body }: HttpRequest, host: string): WrittenRequest | null => {
  if (!PATH.test(path) || (body !== null && typeof body !== 'string')) return null;
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`;
  for (const name of Object.keys(headers)) {
    const value = headers[name] ?? '';
    if (!NAME.test(name) || !VALUE.test(value)) return null;
    head += `${name}: ${value}\r\n`;
  }
  if (body === null)
    return { text: `${head}${method === METHOD_WITH_BODY ? 'content-length: 0\r\n' : ''}\r\n`, encoding: 'latin1' };
  const length = Buffer.byteLength(body);
  return {
    text: `${head}content-length: ${length}\r\n\r\n${body}`,
    encoding: length === body.length ? 'latin1' : 'utf8',
  };
};

const noController: RequestController = { abort: () => {} };

/** Creates the connections, none at first. */
export const createServiceConnections = (options: ServiceConnectionOptions): ServiceConnections => {
  const { origin, connections, connectMs, headersMs, bodyGapMs, keepAliveTimeoutMs } = options;
  const { protocol, hostname, host, port } = new URL(origin);
  const connector = buildConnector({ timeout: connectMs });
  // No interceptor, no redirect handler: they know `Authorization` for a secret, but not `Authorisation`.
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    connect: connector,
    headersTimeout: headersMs,
    bodyTimeout: bodyGapMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    keepAliveMaxTimeout: keepAliveTimeoutMs,
    maxRequestsPerClient: MAX_REQUESTS_PER_CONNECTION,
  });
  const all = new Set<ServiceConnection>();
  /** Clients that read what is not ordinary. */
  const clients = new Set<Client>();
  const idle: ServiceConnection[] = [];
  let returned: ServiceConnection[] = [];
  /** Requests for which one of those will do. */
  let waiting: (() => void)[] = [];
  /** On the clock of `performance.now`; null when all answers have been ordinary. */
  let unusualUntil: number | null = null;
  let isDisposed = false;

  const closeOld = (): void => {
    const time = performance.now();
    for (const connection of idle.filter(({ idleUntil }) => idleUntil <= time)) connection.destroy();
  };
  const timer = setInterval(closeOld, CHECK_MS).unref();

  /** A connection is used again a turn later: by then it is known when the service has closed it after its answer. */
  const endTurn = (): void => {
    idle.push(...returned.filter((connection) => all.has(connection)));
    returned = [];
    const requests = waiting;
    waiting = [];
    for (const send of requests) send();
  };

  const readOtherwise = (
    socket: Socket,
    read: Buffer,
    { request, handler }: OngoingRequest,
    controller: RequestController,
  ): RequestController => {
    unusualUntil = performance.now() + UNUSUAL_MS;
    let inner: RequestController | null = null;
    let reason: Error | null = null;
    const client = new Client(origin, {
      pipelining: 1,
      // Later, as a connection that is made: told at once, the client would not go on.
      connect: (_options, done) => queueMicrotask(() => done(null, new ReplayedSocket(socket, read))),
    });
    clients.add(client);
    const close = (): void => {
      clients.delete(client);
      void client.destroy();
    };
    client.dispatch(
      { ...request, ...noTimers },
      {
        onRequestStart: (given) => {
          inner = given;
          if (reason !== null) given.abort(reason);
        },
        onResponseStart: (_controller, statusCode, headers) => handler.onResponseStart(controller, statusCode, headers),
        onResponseData: (_controller, chunk) => handler.onResponseData(controller, chunk),
        onResponseEnd: () => {
          handler.onResponseEnd(controller);
          close();
        },
        onResponseError: (_controller, error) => {
          handler.onResponseError(controller, error);
          close();
        },
      },
    );
    return {
      abort: (error) => {
        reason = error;
        inner?.abort(error);
      },
    };
  };

  const owner: ConnectionOwner = {
    keepAliveTimeoutMs,
    maxRequests: MAX_REQUESTS_PER_CONNECTION,
    takeBack: (connection) => {
      if (returned.length === 0) setImmediate(endTurn);
      returned.push(connection);
    },
    forget: (connection) => {
      all.delete(connection);
      const place = idle.indexOf(connection);
      if (place !== -1) idle.splice(place, 1);
    },
    readOtherwise,
  };

  /** A connection that is free; null when there is none. */
  const takeFree = (): ServiceConnection | null => {
    const time = performance.now();
    for (let connection = idle.pop(); connection !== undefined; connection = idle.pop()) {
      if (connection.idleUntil > time) return connection;
      connection.destroy();
    }
    return null;
  };

  const connect = (take: (connection: ServiceConnection) => void, fail: (error: Error) => void): void => {
    connector({ hostname: hostname.replace(/^\[|\]$/g, ''), host, protocol, port }, (error, socket) => {
      if (error !== null) return fail(error);
      if (isDisposed) {
        socket.destroy();
        return fail(new errors.ClientDestroyedError());
      }
      const connection = new ServiceConnection(socket, owner);
      all.add(connection);
      take(connection);
    });
  };

  return {
    pool,
    dispatch: (request: HttpRequest, handler: ResponseHandler) => {
      const written = writtenOf(request, host);
      if (written === null || isDisposed || (unusualUntil !== null && performance.now() < unusualUntil)) {
        pool.dispatch({ ...request, ...noTimers }, handler);
        return;
      }
      const sendOver = (connection: ServiceConnection): void => connection.send({ request, handler }, written);
      const send = (): void => {
        const free = takeFree();
        if (free !== null) sendOver(free);
        else connect(sendOver, (error) => handler.onResponseError(noController, error));
      };
      if (idle.length === 0 && returned.length > waiting.length) waiting.push(send);
      else send();
    },
    [Symbol.asyncDispose]: async () => {
      isDisposed = true;
      clearInterval(timer);
      for (const connection of all) connection.destroy();
      await Promise.all([pool.destroy(), ...Array.from(clients, (client) => client.destroy())]);
    },
  };
};
