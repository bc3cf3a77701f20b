/** Connections to the service that are set apart for one kind of requests, and who may use them. */
import { createServiceConnections, type ServiceConnectionOptions } from './service-connections.ts';
import type { Share } from './share.ts';

/** Connections of a kind. Disposing of it ends the requests under way and closes them all. */
export type ConnectionPool = ReturnType<typeof createConnectionPool>;

/**
 * Creates a pool. It makes no connection before the first request.
 *
 * @param share as many as there are connections: whoever has one need not wait for a connection that another uses
 */
export const createConnectionPool = (options: ServiceConnectionOptions, share: Share) => ({
  ...createServiceConnections(options),
  share,
});
