/** HTTP requests to the service: one try each, over kept connections, bounded in time and size. */
import { performance } from 'node:perf_hooks';
import { Deadlines } from '../concurrency/deadlines.ts';
import { TOKEN_HEADER } from '../contract/tokens.ts';
import type { PoolName, SentCall } from './call/service-request.ts';
import {
  type ConnectionPool,
  createServiceConnections,
  createServiceConnector,
  type ServiceConnectorOptions,
} from './connections.ts';
import { Exchange } from './exchange.ts';
import { createRequestHeaders, type RequestHeaderOptions } from './request.ts';
import { ResponseBudget } from './response-bytes.ts';
import { createShare, type Share } from './share.ts';
import { transportDefaults } from './transport-defaults.ts';

/** The way to the service, and the bounds of each request. */
export interface TransportOptions
  extends
    Partial<Omit<ServiceConnectorOptions, 'connectMs'>>,
    Partial<RequestHeaderOptions>,
    Partial<Omit<typeof transportDefaults, 'clientAddress' | 'timeouts'>> {
  /** `{base_url}` of the service: its host and base path, e.g. `https://example.org/api`. */
  readonly baseUrl: URL;
  readonly timeouts?: Partial<typeof transportDefaults.timeouts>;
  /** Milliseconds since 1970, for `Retry-After` dates. */
  readonly now?: () => number;
  /** A clock in milliseconds that never goes back, for the age of connections. */
  readonly monotonicNow?: () => number;
  readonly random?: () => number;
}

const otherDefaults = {
  tokenHeader: TOKEN_HEADER,
  userAgent: null,
  secureContext: null,
  proxy: null,
  now: () => Date.now(),
  monotonicNow: () => performance.now(),
  random: Math.random,
};

/**
 * Creates what sends requests to the service. It makes no connection before the first request. Disposing of it ends the requests under way and
 * closes all connections.
 */
export const createTransport = (options: TransportOptions) => {
  const given = { ...transportDefaults, ...otherDefaults, ...options };
  const { connections, tokens, maxWaiting, maxWaitMs } = given;
  const { connectMs, headersMs, bodyGapMs, totalMs, documentMs, uploadMs } = {
    ...transportDefaults.timeouts,
    ...options.timeouts,
  };
  const { origin, pathname } = options.baseUrl;
  const connect = createServiceConnector({ ...given, connectMs });

  const createPool = (share: Share, headersTimeout = headersMs, timeMs = totalMs): ConnectionPool => ({
    ...createServiceConnections({ ...given, origin, connections: share.count, connect }),
    headersTimeout,
    bodyTimeout: bodyGapMs,
    share,
    deadlines: new Deadlines(timeMs),
  });
  // Each keeps an operation under way, and no plan says beforehand that there is no place for it.
  const few = { maxWaiting: Math.ceil(maxWaiting / 32), isOfParts: false };

  const calls = createPool(createShare({ count: connections, maxWaiting, maxWaitMs }));
  const signIns = createPool(createShare({ ...few, count: tokens, maxWaitMs }));
  // Anybody can make up a refresh token: nobody's sign-in waits for that.
  const refreshes = createPool(createShare({ ...few, count: tokens, maxWaitMs }));
  // An upload takes seconds: after a second in the queue the fifth of a burst would be refused, though there is time for it. The time for
  // the headers would run while a photo is sent.
  const uploads = createPool(createShare({ ...few, count: given.uploads, maxWaitMs: uploadMs }), uploadMs, uploadMs);
  const owned = [calls, signIns, refreshes, uploads];
  const documents = { ...calls, deadlines: new Deadlines(documentMs) };
  const pools: Readonly<Record<PoolName, ConnectionPool>> = { calls, documents, signIns, refreshes, uploads };
  const headers = createRequestHeaders(given);
  const budget = new ResponseBudget(given.maxHeldBytes);
  const setup = { ...given, basePath: pathname.replace(/\/+$/, ''), headers, budget };

  return {
    send: (call: SentCall): void => new Exchange(setup, pools[call.request.pool], call).start(),
    /** Writes the headers that say for whom calls are made. */
    headersOf: headers.ofCaller,
    /** Requests under way, and those that wait for a connection. */
    load: () => ({
      active: owned.reduce((sum, { share: { taken } }) => sum + taken, 0),
      waiting: owned.reduce((sum, { share: { waiting } }) => sum + waiting, 0),
    }),
    /** Bytes of responses that have come and are not read yet. */
    heldBytes: () => budget.held,
    /** Returns whether no operation of a caller should be let in that needs nothing but a part of the service. */
    isFull: calls.share.isFull,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await Promise.all(owned.map((pool) => pool[Symbol.asyncDispose]()));
    },
  };
};

/** Sends requests to the service. */
export type Transport = ReturnType<typeof createTransport>;
