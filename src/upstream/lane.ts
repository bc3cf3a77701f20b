/** Connections to the service that are set apart for one kind of requests, and the queue for them. */
import { Pool } from 'undici';
import { createSlots, type QueueLimits, type Slots } from './slots.ts';

/** Connections of a kind. Disposing of it ends the requests under way and closes them all. */
export interface Lane extends AsyncDisposable {
  readonly pool: Pool;
  /** As many as there are connections: who has one need not wait for a connection that another uses. */
  readonly slots: Slots;
}

/** What the connections of a lane are like. Times are in milliseconds. */
export interface LaneOptions {
  /** Scheme, host and port of the service. */
  readonly origin: string;
  readonly connections: number;
  readonly queue: QueueLimits;
  readonly connectMs: number;
  readonly headersMs: number;
  readonly bodyGapMs: number;
  readonly keepAliveTimeoutMs: number;
}

const MAX_REQUESTS_PER_CONNECTION = 1000;

/** Creates a lane. It makes no connection before the first request. */
export const createLane = (options: LaneOptions): Lane => {
  // No interceptor, no redirect handler: they know `Authorization` for a secret, but not `Authorisation`.
  const pool = new Pool(options.origin, {
    connections: options.connections,
    pipelining: 1,
    connect: { timeout: options.connectMs },
    headersTimeout: options.headersMs,
    bodyTimeout: options.bodyGapMs,
    keepAliveTimeout: options.keepAliveTimeoutMs,
    keepAliveMaxTimeout: options.keepAliveTimeoutMs,
    maxRequestsPerClient: MAX_REQUESTS_PER_CONNECTION,
  });
  return {
    pool,
    slots: createSlots(options.connections, options.queue),
    [Symbol.asyncDispose]: () => pool.destroy(),
  };
};
