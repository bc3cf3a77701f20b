/** Permission to use a connection to the service, for one call. */
import type { Cancellation } from '../../concurrency/cancellation.ts';

/** A wait for a connection ended because its request did. */
export class WaitCancelledError extends Error {
  override readonly name = 'WaitCancelledError';
}

/** A call that takes a connection. */
export interface PermitTaker {
  /** Whose call it is; null for the gateway's own, and for callers who cannot be told apart: these have no bound but those of parts. */
  readonly caller: string | null;
  /** Part of the service that it goes to. */
  readonly part: string;
  /** Ends its wait. */
  readonly ending: Cancellation;
}

/** A connection that is taken. */
export interface Permit {
  /** Gives it back, once. */
  release(): void;
}

/** A source of permits. */
export interface Permits {
  /**
   * Takes a connection, or waits for one.
   *
   * @throws WaitCancelledError, at once, when the call is ended; nothing is taken then
   * @throws QueueFullError at once when its queue is full, or after the longest wait; nothing is taken then
   */
  take(taker: PermitTaker): Permit | Promise<Permit>;
}
