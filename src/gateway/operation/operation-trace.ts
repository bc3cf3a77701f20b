/** Interface of traces, whatever is behind it; and the tracer that is used when tracing is off. */
import type { CallSpan, StartCallSpan } from '../../upstream/call/call-scope.ts';
import type { OperationSummary } from './operation-summary.ts';
import { formatTraceParent, type TraceParent } from './trace-parent.ts';

/** Purpose of a call for an operation: for its response alone (`NONE`), or to fill a shared list (`MISS`). */
export type CallPurpose = 'NONE' | 'MISS';

/** An operation as it begins. */
export interface BegunOperation {
  /** The trace of the client; null when it follows none. */
  readonly parent: TraceParent | null;
  /** Milliseconds on the clock of `performance.now`. */
  readonly startedAt: number;
  /** Method of the request. */
  readonly method: string;
}

/** An operation in a trace. */
export interface OperationTrace {
  /** The trace for the log: null when there is none, or when it was begun here and is not recorded. */
  readonly traceId: string | null;
  /** Follows calls; null when there is nothing to send along with them. */
  readonly startCall: ((purpose: CallPurpose) => StartCallSpan) | null;
  /** Ends it with its operation. */
  end(operation: OperationSummary): void;
}

/** Follows operations. Disposing of it sends what it still has. */
export interface Tracer extends AsyncDisposable {
  startOperation(begun: BegunOperation): OperationTrace;
}

/** An operation that nobody follows. */
export const untraced: OperationTrace = { traceId: null, startCall: null, end: () => {} };

/** A call that is not recorded: what goes along with it names the span that caused the operation. */
const unrecordedCall = (parent: TraceParent): CallSpan => ({
  traceparent: formatTraceParent(parent),
  tracestate: parent.state,
  end: () => {},
});

/** Hands a trace on to the service with every call, and records nothing. */
export const handOn = (parent: TraceParent): OperationTrace => {
  const call = unrecordedCall(parent);
  return { traceId: parent.traceId, startCall: () => () => call, end: () => {} };
};

/** The tracer when tracing is off: no span is made, and the trace of the client goes on to the service as it came. */
export const handingOnTracer: Tracer = {
  startOperation: ({ parent }) => (parent === null ? untraced : handOn(parent)),
  [Symbol.asyncDispose]: () => Promise.resolve(),
};
