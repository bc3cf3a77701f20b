/** Scope of a call: everything it brings along apart from its inputs, and how it is observed. */
import type { Cancellation } from '../../concurrency/cancellation.ts';
import type { AccessToken } from './credentials.ts';
import type { UpstreamFailure } from './failure.ts';

/** A call that is over. */
export interface ObservedCall {
  /** Method and template of the endpoint, e.g. `GET /v1/listings/{id}`. */
  readonly operation: string;
  /** Path that was asked for, below the base address of the service, with its query. */
  readonly path: string;
  /** HTTP status of the response; null when there was none. */
  readonly status: number | null;
  /** Milliseconds on the clock of `performance.now`. */
  readonly startMs: number;
  readonly durationMs: number;
  /** Times that it was sent: 2 when it failed and was sent again; 0 when it never was. */
  readonly attempts: number;
  /** Null for a success. */
  readonly error: UpstreamFailure | null;
}

/** A call in a trace. */
export interface CallSpan {
  /** Sent along as `traceparent` (W3C Trace Context). */
  readonly traceparent: string;
  /** Sent along as `tracestate`; null for none. */
  readonly tracestate: string | null;
  end(call: ObservedCall): void;
}

/** Starts the span of a call, by method and template of its endpoint. */
export type StartCallSpan = (operation: string) => CallSpan;

/** Everything that a call brings along apart from its inputs and its token. */
export interface CallScope {
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
  /** Called with each call that was sent when it is over, however it went: for a document, when that is read or given up. */
  readonly observe?: ((call: ObservedCall) => void) | undefined;
  /** Starts a span for each call, sent or not. */
  readonly startSpan?: StartCallSpan | undefined;
}

/** The user or application on whose behalf calls are made. */
export interface Caller extends CallScope {
  /** Null for an anonymous one: every call is `token_missing`, without I/O. */
  readonly token: AccessToken | null;
}
