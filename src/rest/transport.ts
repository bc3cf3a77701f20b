/** HTTP requests to the service: one try each, over kept connections, bounded in time and size. */
import { performance } from 'node:perf_hooks';
import { Deadlines } from '../concurrency/deadlines.ts';
import type { PoolName, SentCall } from './call/service-request.ts';
import {
  type ConnectionPool,
  createServiceConnections,
  createServiceConnector,
  type ServiceConnectorOptions,
} from './connections.ts';
import { Exchange } from './exchange.ts';
import { type ClientAddressForm, createRequestHeaders } from './request.ts';
import { ResponseBudget } from './response-bytes.ts';
import { createShare, type Share } from './share.ts';
import { transportDefaults } from './transport-defaults.ts';

/** Time-outs of one try, in milliseconds. */
export interface TransportTimeouts {
  /** For the connection to be made. */
  readonly connectMs: number;
  /** From the request to the headers of the response: the setting `UPSTREAM_HEADERS_TIMEOUT_MS`. */
  readonly headersMs: number;
  /** Between two pieces of the body. */
  readonly bodyGapMs: number;
  /** For everything, from when it has its connection: the setting `UPSTREAM_TIMEOUT_MS`. */
  readonly totalMs: number;
  /** The same for a document. */
  readonly documentMs: number;
  /** For an upload, from its connection to the last byte of its response, and for its wait for that. */
  readonly uploadMs: number;
}

/** The way to the service, and the bounds of each request. */
export interface TransportOptions extends Partial<Omit<ServiceConnectorOptions, 'connectMs'>> {
  /** `{base_url}` of the service: its host and base path, e.g. `https://example.org/api`. */
  readonly baseUrl: URL;
  /** The header in which the service takes the token; the setting `LISTINGS_AUTH_HEADER`; `Authorisation` unless given (assumption R2). */
  readonly tokenHeader?: string;
  /** Sent as `user-agent`; no such header unless given. */
  readonly userAgent?: string | null;
  /** Header in which the service is sent the address of the client: the setting `UPSTREAM_CLIENT_ADDRESS`; none unless given. */
  readonly clientAddress?: ClientAddressForm;
  /** Connections to the service, and so requests under way at a time: the setting `UPSTREAM_CONNECTIONS`. */
  readonly connections?: number;
  readonly timeouts?: Partial<TransportTimeouts>;
  /** Limit of a JSON body, as sent and once inflated: the setting `UPSTREAM_MAX_JSON_BYTES`. */
  readonly maxJsonBytes?: number;
  /** Limit of a document, once inflated (assumption R33). */
  readonly maxDocumentBytes?: number;
  /** Bytes of bodies that are held at a time, by all requests together: the setting `UPSTREAM_MAX_HELD_BYTES`. 0 for no limit. */
  readonly maxHeldBytes?: number;
  /** Sign-ins under way at a time, and refreshes. Both have connections of their own, so that sign-ins never wait for others. */
  readonly tokens?: number;
  /** Requests that may wait for a connection at a time; those for tokens and uploads each have a queue of their own. */
  readonly maxWaiting?: number;
  /** Longest time that a caller may be without a turn for a connection, in milliseconds; an upload waits as long as its own time allows. */
  readonly maxWaitMs?: number;
  /** Uploads under way at a time: the setting `UPSTREAM_UPLOAD_CONNECTIONS`. They have connections of their own. */
  readonly uploads?: number;
  /** Bytes that are read of the body of a failure. */
  readonly maxErrorBytes?: number;
  /** Milliseconds for which a connection is kept without use. */
  readonly keepAliveTimeoutMs?: number;
  /** Milliseconds since 1970, for `Retry-After` dates. */
  readonly now?: () => number;
  /** A clock in milliseconds that never goes back, for the age of connections. */
  readonly monotonicNow?: () => number;
  readonly random?: () => number;
}

const sources = { now: () => Date.now(), monotonicNow: () => performance.now(), random: Math.random };

/**
 * Creates what sends requests to the service. It makes no connection before the first request. Disposing of it ends the requests under way and
 * closes all connections.
 */
export const createTransport = (options: TransportOptions) => {
  const given = { ...transportDefaults, ...sources, ...options };
  const { connections, uploads, tokens, maxWaiting, maxWaitMs } = given;
  const { connectMs, headersMs, bodyGapMs, totalMs, documentMs, uploadMs } = {
    ...transportDefaults.timeouts,
    ...options.timeouts,
  };
  const connect = createServiceConnector({ ...given, connectMs });
  const timeouts = { headersTimeout: headersMs, bodyTimeout: bodyGapMs };
  // Each keeps an operation under way, and no plan says beforehand that there is no place for it.
  const maxWaitingOfFew = Math.ceil(maxWaiting / 32);

  const createPool = (share: Share): ConnectionPool => ({
    ...createServiceConnections({
      ...given,
      origin: options.baseUrl.origin,
      connections: share.count,
      connect,
    }),
    ...timeouts,
    share,
    deadlines: new Deadlines(totalMs),
  });
  const createTokenPool = () =>
    createPool(createShare({ count: tokens, maxWaiting: maxWaitingOfFew, maxWaitMs, isOfParts: false }));

  const calls = createPool(createShare({ count: connections, maxWaiting, maxWaitMs }));
  const signIns = createTokenPool();
  // Anybody can make up a refresh token: nobody's sign-in waits for that.
  const refreshes = createTokenPool();
  const uploadPool = createPool(
    // An upload takes seconds: after a second in the queue the fifth of a burst would be refused, though there is time for it.
    createShare({ count: uploads, maxWaiting: maxWaitingOfFew, maxWaitMs: uploadMs, isOfParts: false }),
  );
  const owned = [calls, signIns, refreshes, uploadPool];
  const pools: Readonly<Record<PoolName, ConnectionPool>> = {
    calls,
    documents: { ...calls, deadlines: new Deadlines(documentMs) },
    signIns,
    refreshes,
    // The time for the headers would run while a photo is sent; the whole upload has its own.
    uploads: { ...uploadPool, headersTimeout: uploadMs, deadlines: new Deadlines(uploadMs) },
  };
  const headers = createRequestHeaders(given);
  const budget = new ResponseBudget(given.maxHeldBytes);
  const setup = { ...given, basePath: options.baseUrl.pathname.replace(/\/+$/, ''), headers, budget };

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
