/** Follows one call from its start to its end, for those who are told of calls. */
import { performance } from 'node:perf_hooks';
import type { CallScope, ObservedCall } from './call-scope.ts';
import { UpstreamError } from './errors.ts';

/** A call that is followed. */
export interface FollowedCall {
  /** What goes along with its request. */
  readonly part: {
    readonly onSend: () => void;
    readonly traceparent?: string;
    readonly tracestate?: string | null;
  };
  /** Tells that it was answered. */
  end(status: number): void;
  /** Tells that it failed. */
  fail(error: unknown): void;
}

/**
 * Begins to follow a call. A call that was never sent is seen in the trace alone.
 *
 * @param onCall told of the call as `observe` of its scope is
 */
export const followCall = (
  operation: string,
  { observe, startSpan, now = () => performance.now() }: CallScope,
  onCall: ((call: ObservedCall) => void) | undefined,
): FollowedCall => {
  const startMs = now();
  const span = startSpan?.(operation);
  let attempts = 0;
  const onSend = (): void => {
    attempts += 1;
  };
  const tell = (status: number | null, error: UpstreamError | null): void => {
    if (attempts > 0) {
      const call = { operation, status, startMs, durationMs: now() - startMs, attempts };
      observe?.(call);
      onCall?.(call);
    }
    span?.end({ status, attempts, error });
  };
  return {
    part: span === undefined ? { onSend } : { onSend, traceparent: span.traceparent, tracestate: span.tracestate },
    end: (status) => tell(status, null),
    fail: (error) => {
      const failure = error instanceof UpstreamError ? error : null;
      tell(failure?.status ?? null, failure);
    },
  };
};
