/** Calls as they are observed: by the one who makes them, by the client as a whole, and in a trace. */
import { performance } from 'node:perf_hooks';
import { failureIn, type UpstreamFailure } from './failure.ts';

/** A call that is over. */
export interface ObservedCall {
  /** Method and template of the endpoint, e.g. `GET /v1/listings/{id}`. */
  readonly operation: string;
  /** Path that was asked for, below the base address of the service, with its query. */
  readonly path: string;
  /** HTTP status of the response; null when there was none. */
  readonly status: number | null;
  /** Milliseconds on the caller's clock. */
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

/** An observer of calls. */
export interface CallObserver {
  /** Called with each call that was sent when it is over, however it went: for a document, when that is read or given up. */
  readonly observe?: ((call: ObservedCall) => void) | undefined;
  /** Starts a span for each call, sent or not. */
  readonly startSpan?: StartCallSpan | undefined;
  /** Clock in milliseconds, from any start; `performance.now` unless given. */
  readonly now?: () => number;
}

/** A call that is observed. */
export type OngoingCall = ReturnType<typeof startCall>;

/** Parts that go along with the request of an observed call. */
interface RequestPart {
  readonly traceparent?: string;
  readonly tracestate?: string | null;
}

/**
 * Starts to observe a call.
 *
 * @param onCall called as `observe` is
 */
export const startCall = (
  { operation, path }: Pick<ObservedCall, 'operation' | 'path'>,
  { observe, startSpan, now = () => performance.now() }: CallObserver,
  onCall: CallObserver['observe'],
) => {
  const startMs = now();
  const span = startSpan?.(operation);
  let attempts = 0;
  const onSend = (): void => {
    attempts += 1;
  };
  const end = (status: number | null, error: UpstreamFailure | null): void => {
    const call = { operation, path, status, startMs, durationMs: now() - startMs, attempts, error };
    if (attempts > 0) {
      observe?.(call);
      onCall?.(call);
    }
    span?.end(call);
  };
  const requestPart: RequestPart =
    span === undefined ? {} : { traceparent: span.traceparent, tracestate: span.tracestate };
  return {
    requestPart,
    onSend,
    succeed: (status: number): void => end(status, null),
    fail: (error: unknown): void => {
      const failure = failureIn(error);
      end(failure?.status ?? null, failure);
    },
  };
};
