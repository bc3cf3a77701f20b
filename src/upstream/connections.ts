/** The connections to the service: pools of undici. */
import { type buildConnector, Pool } from 'undici';
import type { Deadlines } from '../concurrency/deadlines.ts';
import type { Share } from './share.ts';

/** Options of the connections. Times are in milliseconds. */
export interface ServiceConnectionOptions {
  /** Scheme, host and port of the service. */
  readonly origin: string;
  /** Connections of each age. */
  readonly connections: number;
  /** Makes one. One for all, so that they share their TLS sessions. */
  readonly connect: buildConnector.connector;
  readonly keepAliveTimeoutMs: number;
  /** For how long one is used, up to a fifth less, at random; 0 for as long as it holds. */
  readonly maxAgeMs: number;
  /** A clock in milliseconds that never goes back. */
  readonly monotonicNow: () => number;
  /** Random numbers from 0 up to 1. */
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

  const endOfAge = (): number =>
    maxAgeMs === 0 ? Number.POSITIVE_INFINITY : monotonicNow() + maxAgeMs * (1 - random() / 5);

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
    /** Returns the pool of connections of an age. */
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
