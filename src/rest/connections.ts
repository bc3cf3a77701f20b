/**
 * The connections to the service: pools of undici, directly or through a proxy, with TLS and a client certificate where that is wanted. How
 * many one caller gets: `share.ts`.
 */
import { request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import { Pool, buildConnector, errors } from 'undici';
import type { Deadlines } from '../concurrency/deadlines.ts';
import { startTimeout } from '../concurrency/timeout.ts';
import type { Secret } from './call/credentials.ts';
import { codeOf } from './exchange-failures.ts';
import type { Share } from './share.ts';

/** A proxy that opens tunnels to the service (CONNECT). */
export interface ServiceProxy {
  /** `http:` or `https:`, host and port. */
  readonly origin: URL;
  /** Value of `Proxy-Authorization`; null for a proxy that asks for none. */
  readonly authorization: Secret | null;
}

/** Options of connections. */
export interface ServiceConnectorOptions {
  /** Milliseconds for a connection; for the way through a proxy, and then for TLS. */
  readonly connectMs: number;
  /** Trusted authorities, and the client certificate; null for the defaults of Node. */
  readonly secureContext: SecureContext | null;
  readonly proxy: ServiceProxy | null;
  /** Resolves the name of the service, or of the proxy; that of the system unless given. */
  readonly lookup?: LookupFunction | undefined;
}

/** The proxy cannot be reached, or opens no tunnel. Nothing was sent to the service. */
export class ProxyError extends Error {
  /** The status of the proxy or the code of the system, e.g. `PROXY_407` or `PROXY_ECONNREFUSED`. */
  readonly code: string;
  /** As the system names it: it comes before anything is sent. */
  readonly syscall = 'connect';

  constructor(why: string) {
    super('The proxy opens no way to the service.');
    this.name = 'ProxyError';
    this.code = `PROXY_${why}`;
  }
}

const proxyErrorFor = (error: Error): Error => {
  if (error instanceof errors.ConnectTimeoutError || error instanceof ProxyError) return error;
  return new ProxyError(codeOf(error) ?? 'FAILED');
};

/** Creates the function that opens tunnels. Each has a connection to the proxy of its own. */
const createTunnel =
  ({ origin, authorization }: ServiceProxy, { connectMs, lookup }: ServiceConnectorOptions) =>
  (hostname: string, port: string, done: (opened: Socket | Error) => void): void => {
    const host = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
    const send = origin.protocol === 'https:' ? requestByHttps : requestByHttp;
    const request = send({
      ...urlToHttpOptions(origin),
      method: 'CONNECT',
      path: host,
      headers: { host, ...(authorization === null ? {} : { 'proxy-authorization': authorization.reveal() }) },
      agent: false,
      lookup,
    });
    const stopTimeout = startTimeout(() => request.destroy(new errors.ConnectTimeoutError()), connectMs, false);
    const end = (opened: Socket | Error): void => {
      stopTimeout();
      done(opened);
    };
    request.once('error', (error) => end(proxyErrorFor(error)));
    // With whatever status it responds.
    request.once('connect', ({ statusCode = 0 }, socket, head) => {
      const isOpen = statusCode >= 200 && statusCode < 300;
      // What comes before anything is asked for is no response of the service.
      if (isOpen && head.length === 0) end(socket);
      else {
        socket.destroy();
        end(new ProxyError(isOpen ? 'BYTES' : String(statusCode)));
      }
    });
    request.end();
  };

const CONTINUE = 'HTTP/1.1 100';
const INTERIM = /^HTTP\/1\.1 1\d\d/;

/**
 * Makes a `102` of each `100` before a response, which says as little (RFC 9110, 15.2): undici ends the connection at a `100`
 * (nodejs/undici#197), as it still does at one whose status line comes in two pieces.
 */
const skipContinue = (socket: Socket): Socket => {
  const read: (size?: number) => unknown = socket.read.bind(socket);
  let requestedBytes = 0;
  socket.read = (size?: number): unknown => {
    const chunk = read(size);
    // Only what comes first after a request is the head of a response.
    if (!Buffer.isBuffer(chunk) || socket.bytesWritten === requestedBytes) return chunk;
    let at = 0;
    for (;;) {
      const line = chunk.toString('latin1', at, at + CONTINUE.length);
      if (!INTERIM.test(line)) break;
      if (line === CONTINUE) chunk.write('2', at + CONTINUE.length - 1);
      const end = chunk.indexOf('\r\n\r\n', at);
      at = end < 0 ? chunk.length : end + 4;
    }
    if (at < chunk.length) requestedBytes = socket.bytesWritten;
    return chunk;
  };
  return socket;
};

/** Creates the connector for undici. */
export const createServiceConnector = (options: ServiceConnectorOptions): buildConnector.connector => {
  const { connectMs, secureContext, proxy, lookup } = options;
  const build = buildConnector({
    timeout: connectMs,
    allowH2: false,
    secureContext: secureContext ?? undefined,
    lookup,
  });
  const connect: buildConnector.connector = (target, callback) =>
    build(target, (...[error, socket]) => (error ? callback(error, null) : callback(null, skipContinue(socket))));
  if (proxy === null) return connect;
  const open = createTunnel(proxy, options);
  return (target, callback) => {
    const isSecure = target.protocol === 'https:';
    open(target.hostname, target.port === '' ? (isSecure ? '443' : '80') : target.port, (opened) => {
      if (opened instanceof Error) callback(opened, null);
      else if (isSecure) connect({ ...target, httpSocket: opened }, callback);
      else callback(null, skipContinue(opened.setNoDelay(true)));
    });
  };
};

/** Options of the connections. Times are in milliseconds. */
export interface ServiceConnectionOptions {
  readonly origin: string;
  /** Connections of each age. */
  readonly connections: number;
  /** Makes one. One for all, so that they share their TLS sessions. */
  readonly connect: buildConnector.connector;
  readonly keepAliveTimeoutMs: number;
  /** Milliseconds for which one is used, up to a fifth less, at random. */
  readonly maxAgeMs: number;
  /** A clock in milliseconds that never goes back. */
  readonly monotonicNow: () => number;
  readonly random: () => number;
}

/** On which connection a request goes: one that is kept from request to request, or one on which nothing has been sent. */
export type ConnectionAge = 'kept' | 'fresh';

const MAX_REQUESTS_PER_CONNECTION = 1000;

/**
 * Creates the connections, none at first.
 *
 * undici looks for a response that nobody asked for, and for the end of the connection, before it uses one again: it lets the event loop
 * poll once (GHSA-35p6-xmwp-9g52). test/guarantees/poison tries it.
 */
export const createServiceConnections = (options: ServiceConnectionOptions) => {
  const { origin, connections, connect, keepAliveTimeoutMs, maxAgeMs, monotonicNow, random } = options;

  // No interceptor, no redirect handler: they know `Authorization` for a secret, but not `Authorisation`.
  const createPool = (pipelining: 0 | 1): Pool =>
    new Pool(origin, {
      connections,
      connect,
      allowH2: false,
      pipelining,
      keepAliveTimeout: keepAliveTimeoutMs,
      keepAliveMaxTimeout: keepAliveTimeoutMs,
      // undici makes the request after so many the last one.
      maxRequestsPerClient: MAX_REQUESTS_PER_CONNECTION - 1,
    });

  const endOfAge = (): number => monotonicNow() + maxAgeMs * (1 - random() / 5);

  const fresh = createPool(0);
  let kept = createPool(1);
  let endsAt = endOfAge();
  /** Pools whose last requests are under way. */
  const ending: Pool[] = [];

  const retire = async (pool: Pool): Promise<void> => {
    ending.push(pool);
    // It is destroyed with all others, at the latest.
    await pool.close().catch(() => {});
    ending.splice(ending.indexOf(pool), 1);
  };

  return {
    of: (age: ConnectionAge): Pool => {
      if (age === 'fresh') return fresh;
      // A name is resolved with each connection: one that is used for ever never learns that the service has moved. Not by undici's
      // `clientTtl`: where all connections are in use, a request that meets an old one waits until another request comes (7.30).
      if (monotonicNow() >= endsAt) {
        void retire(kept);
        kept = createPool(1);
        endsAt = endOfAge();
      }
      return kept;
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      endsAt = Number.POSITIVE_INFINITY;
      await Promise.all([fresh, kept, ...ending].map((pool) => pool.destroy()));
    },
  };
};

/** Connections that are set apart for one kind of requests, and who may use them. */
export interface ConnectionPool extends ReturnType<typeof createServiceConnections> {
  /** As many as there are connections: whoever has one need not wait for a connection that another uses. */
  readonly share: Share;
  /** Time of each request, from when it has its connection. */
  readonly deadlines: Deadlines;
  /** From when a request is written to its connection to the headers of the response, in milliseconds, which undici keeps: up to a second late. */
  readonly headersTimeout: number;
  /** The same between two pieces of the body. */
  readonly bodyTimeout: number;
}
