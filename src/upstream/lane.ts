/** Connections to the service that are set apart for one kind of requests, and the queue for them. */
import {
  createServiceConnections,
  type ServiceConnectionOptions,
  type ServiceConnections,
} from './service-connections.ts';
import type { Place, PlaceTaker } from './slots.ts';

/** Connections of a kind. Disposing of it ends the requests under way and closes them all. */
export interface Lane extends ServiceConnections {
  readonly slots: LaneSlots;
}

/** Places of a lane. */
export interface LaneSlots {
  readonly taken: number;
  readonly waiting: number;
  /** Takes a place, or waits for one. @throws WaitEndedError, NoPlaceError */
  take(taker: PlaceTaker): Place | Promise<Place>;
}

/**
 * Creates a lane. It makes no connection before the first request.
 *
 * @param slots as many as there are connections: who has one need not wait for a connection that another uses
 */
export const createLane = (options: ServiceConnectionOptions, slots: LaneSlots): Lane => ({
  ...createServiceConnections(options),
  slots,
});
