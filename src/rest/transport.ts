/** HTTP requests to the service: one try each, over kept connections, bounded in time and size. */
import { Deadlines } from '../concurrency/deadlines.ts';
import type { Attempt, PoolName } from './call/service-request.ts';
import { type ConnectionPool, createServiceConnections, createServiceConnector } from './connections.ts';
import { Exchange } from './exchange.ts';
import { createRequestHeaders, type RequestHeaders } from './request.ts';
import { ResponseBudget } from './response-bytes.ts';
import { createShare, type Share } from './share.ts';
import { type TransportOptions, transportDefaults } from './transport-options.ts';

export type { TransportOptions } from './transport-options.ts';

/** Load of a transport. */
export interface TransportLoad {
  /** Requests under way. */
  readonly active: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

/** Sends requests to the service. Disposing of it ends the requests under way and closes all connections. */
export interface Transport extends AsyncDisposable {
  /** Makes one try of a call. */
  readonly send: (attempt: Attempt) => void;
  /** Writes the headers that say for whom calls are made. */
  readonly headersOf: RequestHeaders['ofCaller'];
  load(): TransportLoad;
  /** Bytes of responses that have come and are not read yet. */
  heldBytes(): number;
  /** Returns whether no operation of a caller should be let in that needs nothing but a part of the service. */
  isFull: Share['isFull'];
}

/** Creates a transport. It makes no connection before the first request. */
export const createTransport = (options: TransportOptions): Transport => {
  const given = { ...transportDefaults, ...options };
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
      maxAgeMs: given.connectionMaxAgeMs,
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
    send: (attempt) => new Exchange(setup, pools[attempt.request.pool], attempt).start(),
    headersOf: headers.ofCaller,
    load: () => ({
      active: owned.reduce((sum, { share: { taken } }) => sum + taken, 0),
      waiting: owned.reduce((sum, { share: { waiting } }) => sum + waiting, 0),
    }),
    heldBytes: () => budget.held,
    isFull: calls.share.isFull,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(owned.map((pool) => pool[Symbol.asyncDispose]()));
    },
  };
};
