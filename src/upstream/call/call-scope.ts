/** Scope of a call: everything it brings along apart from its inputs. */

import type { Cancellation } from '../../concurrency/cancellation.ts';
import type { AccessToken } from './credentials.ts';
import type { UpstreamFailure } from './failure.ts';
import type { CallObserver } from './observed-call.ts';

/** Everything that a call brings along apart from its inputs and its token. */
export interface CallScope extends CallObserver {
  /** Ends calls at once, also those that wait. */
  readonly signal?: Cancellation | undefined;
  /** Milliseconds until nobody waits for a response any more: a call that fails is not sent again after that. */
  readonly timeLeftMs?: (() => number) | undefined;
  /** Sent as `x-request-id`. */
  readonly requestId?: string | undefined;
  /**
   * Address of the client on whose behalf the call is made, which the service is sent where that is wanted. What serves more than one
   * client, such as a list that is read for all, names none.
   */
  readonly clientAddress?: string | undefined;
  /**
   * Whose share of the connections calls take: what serves more than one client counts for the one that asked first. Null, as when it is
   * not given, for the gateway's own calls and for clients that cannot be told apart.
   */
  readonly caller?: string | null | undefined;
  /** Called with each call that failed, sent or not, and for each response that could not be read. */
  readonly onFailure?: ((failure: UpstreamFailure) => void) | undefined;
}

/** The user or application on whose behalf calls are made. */
export interface Caller extends CallScope {
  /** Null for an anonymous one: every call is `token_missing`, without I/O. */
  readonly token: AccessToken | null;
}

/** Picks from a scope what goes into a request. */
export const requestPartOf = ({ signal, timeLeftMs, requestId, clientAddress, caller }: CallScope) => ({
  signal,
  timeLeftMs,
  requestId,
  clientAddress,
  caller,
});
