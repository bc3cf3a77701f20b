/** How a call to the service is followed in a trace. */
import type { UpstreamError } from './errors.ts';

/** What a call came to. */
export interface TracedEnd {
  /** HTTP status of the answer; null when there was none. */
  readonly status: number | null;
  /** How often it was sent. */
  readonly attempts: number;
  /** Null for a success. */
  readonly error: UpstreamError | null;
}

/** A call that is followed. */
export interface CallSpan {
  /** Sent along as `traceparent` (W3C Trace Context). */
  readonly traceparent: string;
  /** Sent along as `tracestate`; null for none. */
  readonly tracestate: string | null;
  end(end: TracedEnd): void;
}

/** Begins to follow a call, by method and template of its endpoint. */
export type StartCallSpan = (operation: string) => CallSpan;
