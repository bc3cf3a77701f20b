/** Connections to the service that are set apart for one kind of requests, and the queue for them. */
import {
  createServiceConnections,
  type ServiceConnectionOptions,
  type ServiceConnections,
} from './service-connections.ts';
import { createSlots, type QueueLimits, type Slots } from './slots.ts';

/** Connections of a kind. Disposing of it ends the requests under way and closes them all. */
export interface Lane extends ServiceConnections {
  /** As many as there are connections: who has one need not wait for a connection that another uses. */
  readonly slots: Slots;
}

/** What the connections of a lane are like. */
export interface LaneOptions extends ServiceConnectionOptions {
  readonly queue: QueueLimits;
}

/** Creates a lane. It makes no connection before the first request. */
export const createLane = (options: LaneOptions): Lane => ({
  ...createServiceConnections(options),
  slots: createSlots(options.connections, options.queue),
});
