/** The tracer that records spans of operations and their calls. */
import {
  type Context,
  createTraceState,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer as SpanTracer,
  trace,
} from '@opentelemetry/api';
import type { CallSpan, StartCallSpan } from '../../../upstream/call/call-scope.ts';
import type { OperationSummary } from '../../operation/operation-summary.ts';
import { type BegunOperation, type CallPurpose, handOn, type OperationTrace } from '../../operation/operation-trace.ts';
import { formatTraceParent, type TraceParent } from '../../operation/trace-parent.ts';
import { callAttributes, operationAttributes, spanNameOf } from './span-attributes.ts';

/** The context of an operation: the trace of its client; null when that follows none. */
const contextOf = (parent: TraceParent | null): Context => {
  if (parent === null) return ROOT_CONTEXT;
  const { traceId, spanId, flags: traceFlags, state } = parent;
  const remote = { traceId, spanId, traceFlags, isRemote: true };
  return trace.setSpanContext(
    ROOT_CONTEXT,
    state === null ? remote : { ...remote, traceState: createTraceState(state) },
  );
};

/** Starts a call of an operation that is recorded. */
const startCallSpan = (
  tracer: SpanTracer,
  parent: Context,
  tracestate: string | null,
  operation: string,
  cache: CallPurpose,
): CallSpan => {
  const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT }, parent);
  const { traceId, spanId, traceFlags: flags } = span.spanContext();
  return {
    traceparent: formatTraceParent({ traceId, spanId, flags }),
    tracestate,
    end: (call) => {
      span.setAttributes(callAttributes(call, cache));
      if (call.error !== null) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
};

/** Ends the span of an operation. */
const endOperation = (span: Span, operation: OperationSummary, { method, startedAt }: BegunOperation): void => {
  span.updateName(spanNameOf(operation));
  span.setAttributes(operationAttributes(operation, method));
  if (operation.outcome === 'error' || operation.outcome === 'partial') span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(startedAt + operation.durationMs);
};

/**
 * An operation that is not recorded: its client's trace goes on, and the service hears of one that is made up where there is none.
 */
const unrecorded = (span: Span, parent: TraceParent | null): OperationTrace => {
  if (parent !== null) return handOn({ ...parent, flags: 0 });
  const { traceId, spanId } = span.spanContext();
  return { ...handOn({ traceId, spanId, flags: 0, state: null }), traceId: null };
};

/** Starts the trace of an operation with a tracer of OpenTelemetry's. */
export const startOperationSpan = (tracer: SpanTracer, begun: BegunOperation): OperationTrace => {
  const { parent, startedAt: startTime } = begun;
  const context = contextOf(parent);
  const span = tracer.startSpan('operation', { kind: SpanKind.SERVER, startTime }, context);
  if (!span.isRecording()) return unrecorded(span, parent);
  const own = trace.setSpan(context, span);
  const state = parent?.state ?? null;
  return {
    traceId: span.spanContext().traceId,
    startCall:
      (cache): StartCallSpan =>
      (operation) =>
        startCallSpan(tracer, own, state, operation, cache),
    end: (operation) => endOperation(span, operation, begun),
  };
};
