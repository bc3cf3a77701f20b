/** What a call brings along apart from its inputs, and what is told of it. */

import type { Cancellation } from '../../concurrency/cancellation.ts';
import type { StartCallSpan } from './call-span.ts';
import type { AccessToken } from './credentials.ts';
import type { UpstreamError } from './errors.ts';

/** A call that was sent, or was to be sent when the connection failed. */
export interface ObservedCall {
  /** Method and template of the endpoint, e.g. `GET /v1/listings/{id}`. */
  readonly operation: string;
  /** HTTP status of the answer; null when there was none. */
  readonly status: number | null;
  /** Milliseconds on the caller's clock. */
  readonly startMs: number;
  readonly durationMs: number;
  /** How often it was sent: 2 when it failed and was sent again. */
  readonly attempts: number;
}

/** What a call brings along apart from its token. */
export interface CallScope {
  /** Ends calls at once, also those that wait. */
  readonly signal?: Cancellation | undefined;
  /** Milliseconds until nobody waits for an answer any more: a call that fails is not sent again after that. */
  readonly timeLeftMs?: (() => number) | undefined;
  /** Sent as `x-request-id`. */
  readonly requestId?: string | undefined;
  /**
   * Address of the client who asks, which the service is told where that is wanted. What serves more than one client, such as a list
   * that is read for all, names none.
   */
  readonly clientAddress?: string | undefined;
  /** Told of each call that was sent when it is over, however it went: of a document, when that is read or given up. */
  readonly observe?: ((call: ObservedCall) => void) | undefined;
  /** Told of each call that failed, sent or not, and of each answer that could not be read. */
  readonly onFailure?: ((failure: UpstreamError) => void) | undefined;
  /** Follows each call in a trace. */
  readonly startSpan?: StartCallSpan | undefined;
  /** Clock in milliseconds, from any start; `performance.now` unless given. */
  readonly now?: () => number;
}

/** For whom calls are made. */
export interface Caller extends CallScope {
  /** Null for nobody: every call fails with UpstreamUnauthenticatedError, without I/O. */
  readonly token: AccessToken | null;
}

/** Makes of a scope what a request has of it. */
export const partOf = ({ signal, timeLeftMs, requestId, clientAddress }: CallScope) => ({
  signal,
  timeLeftMs,
  requestId,
  clientAddress,
});
