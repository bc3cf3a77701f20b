/** Connections to the service that are set apart for one kind of requests, and the permits for them. */
import type { Permit } from '../../concurrency/semaphore.ts';
import {
  createServiceConnections,
  type ServiceConnectionOptions,
  type ServiceConnections,
} from '../../http1/client.ts';
import type { PermitTaker } from './permit-taker.ts';

/** Connections of a kind. Disposing of it ends the requests under way and closes them all. */
export interface ConnectionPool extends ServiceConnections {
  readonly permits: PoolPermits;
}

/** Permits of a pool. */
export interface PoolPermits {
  readonly taken: number;
  readonly waiting: number;
  /** Takes a permit, or waits for one. @throws WaitCancelledError, QueueFullError */
  take(taker: PermitTaker): Permit | Promise<Permit>;
}

/**
 * Creates a pool. It makes no connection before the first request.
 *
 * @param permits as many as there are connections: whoever has one need not wait for a connection that another uses
 */
export const createConnectionPool = (options: ServiceConnectionOptions, permits: PoolPermits): ConnectionPool => ({
  ...createServiceConnections(options),
  permits,
});
