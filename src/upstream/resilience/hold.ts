/** Calls that wait for a moment while it is in doubt whether a part of the service is down. */
import type { Cancellation } from '../../concurrency/cancellation.ts';
import { OperationCancelledError } from '../call/errors.ts';
import type { RouteGroup } from '../call/route-group.ts';
import type { ServiceRequest } from '../requests/transport.ts';
import { hasShare } from '../transport/fair-share.ts';

/** Waits; rejects when the signal is aborted meanwhile. */
export type Wait = (milliseconds: number, signal: Cancellation | undefined) => Promise<unknown>;

/** Where calls are held. */
export interface Hold {
  /**
   * Holds a call for a moment.
   *
   * @returns false, at once, when too many are held already, of all groups or of its own
   * @throws OperationCancelledError, at once, when its caller goes
   */
  keep(request: ServiceRequest): Promise<boolean>;
}

/** How long a call is held at a time, in milliseconds. */
export const HOLD_MOMENT_MS = 50;
/** As many as wait for a connection by default: what a second brings beyond that is better refused than sent all at once. */
const MOST_HELD = 256;
/** How many times what is left one group may have. */
const TIMES = 3;

/** Creates a hold for all groups of a service. */
export const createHold = (wait: Wait): Hold => {
  const heldOf = new Map<RouteGroup, number>();
  let held = 0;
  const count = (group: RouteGroup, change: 1 | -1): void => {
    held += change;
    heldOf.set(group, (heldOf.get(group) ?? 0) + change);
  };
  return {
    keep: async ({ operation, group, signal }) => {
      if (!hasShare(heldOf.get(group) ?? 0, MOST_HELD - held, TIMES)) return false;
      count(group, 1);
      try {
        await wait(HOLD_MOMENT_MS, signal);
      } catch {
        throw new OperationCancelledError({ operation });
      } finally {
        count(group, -1);
      }
      return true;
    },
  };
};
