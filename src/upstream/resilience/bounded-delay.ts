/** Calls that are delayed for a moment while it is in doubt whether a part of the service is down. */
import type { Cancellation } from '../../concurrency/cancellation.ts';
import { cancelledCall } from '../call/cancelled-call.ts';
import type { RouteGroup } from '../call/route-group.ts';
import type { ServiceRequest } from '../call/service-request.ts';
import { hasShare } from '../transport/fair-share.ts';

/** Waits; rejects when the signal is aborted meanwhile. */
export type Wait = (milliseconds: number, signal: Cancellation | undefined) => Promise<unknown>;

/**
 * Delays a call for a moment.
 *
 * @returns false, at once, when too many are delayed already, of all groups or of its own
 * @throws UpstreamFailure, at once, when its caller goes
 */
export type BoundedDelay = (request: ServiceRequest) => Promise<boolean>;

/** Milliseconds by which a call is delayed at a time. */
export const DELAY_MS = 50;
/** As many as wait for a connection by default: what a second brings beyond that is better refused than sent all at once. */
const MAX_DELAYED = 256;
/** Times what is left that one group may have. */
const TIMES = 3;

/** Creates the delay that all groups of a service share. */
export const createBoundedDelay = (wait: Wait): BoundedDelay => {
  const delayedOf = new Map<RouteGroup, number>();
  let delayed = 0;
  const count = (group: RouteGroup, change: 1 | -1): void => {
    delayed += change;
    delayedOf.set(group, (delayedOf.get(group) ?? 0) + change);
  };
  return async (request) => {
    const { group, signal } = request;
    if (!hasShare(delayedOf.get(group) ?? 0, MAX_DELAYED - delayed, TIMES)) return false;
    count(group, 1);
    try {
      await wait(DELAY_MS, signal);
    } catch {
      throw cancelledCall(request);
    } finally {
      count(group, -1);
    }
    return true;
  };
};
