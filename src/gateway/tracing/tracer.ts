/** What the gateway tells of its work to a trace, whatever is behind it; and the tracer that is used when tracing is off. */
import type { StartCallSpan } from '../../upstream/call-trace.ts';
import type { OperationSummary } from '../observation/operation-summary.ts';
import { formatTraceParent, type TraceParent } from './trace-parent.ts';

/** How a call is made for an operation: for its answer alone (`NONE`), or to fill a shared list (`MISS`). */
export type CallPurpose = 'NONE' | 'MISS';

/** Does a batch of a loader, followed in the trace. */
export type TraceBatch = <Result>(loader: string, keys: number, work: () => Promise<Result>) => Promise<Result>;

/** An operation in a trace. */
export interface OperationTrace {
  /** Null when there is no trace. */
  readonly traceId: string | null;
  /** Follows calls; null when there is nothing to send along with them. */
  readonly startCall: ((purpose: CallPurpose) => StartCallSpan) | null;
  /** Follows batches of loaders; null when nobody wants to know. */
  readonly traceBatch: TraceBatch | null;
  /** Ends it with its operation. */
  end(operation: OperationSummary): void;
}

/** Follows operations. Disposing of it sends what it still has. */
export interface Tracer extends AsyncDisposable {
  /** Begins to follow an operation; within the client's trace when there is one. */
  startOperation(parent: TraceParent | null): OperationTrace;
}

/** An operation that nobody follows. */
export const untraced: OperationTrace = { traceId: null, startCall: null, traceBatch: null, end: () => {} };

/** Hands the trace of the client on to the service, and adds nothing. */
const handOn = (parent: TraceParent): OperationTrace => {
  const span = { traceparent: formatTraceParent(parent), end: () => {} };
  return { ...untraced, traceId: parent.traceId, startCall: () => () => span };
};

/** The tracer when tracing is off: no span is made, and the client's `traceparent` goes on to the service as it came. */
export const handingOnTracer: Tracer = {
  startOperation: (parent) => (parent === null ? untraced : handOn(parent)),
  [Symbol.asyncDispose]: () => Promise.resolve(),
};
