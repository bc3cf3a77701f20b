/** The tracer that makes spans with OpenTelemetry. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type * as Api from '@opentelemetry/api';
import type { StartCallSpan } from '../../upstream/call-trace.ts';
import { failureReasonOf } from '../../upstream/failure-reason.ts';
import type { OperationSummary } from '../observation/operation-summary.ts';
import { formatTraceParent, type TraceParent } from './trace-parent.ts';
import type { CallPurpose, OperationTrace, TraceBatch, Tracer } from './tracer.ts';

/** What the tracer is made of. */
export interface OpenTelemetryOptions {
  readonly api: typeof Api;
  readonly tracer: Api.Tracer;
  /** Sends what is still there, for as long as it may take. */
  readonly shutdown: () => Promise<void>;
}

/** Attributes of an operation: no variables, no token, nothing of the caller. */
const attributesOf = (operation: OperationSummary): Api.Attributes => ({
  'graphql.operation.type': operation.kind,
  ...(operation.name === null ? {} : { 'graphql.operation.name': operation.name }),
  ...(operation.documentHash === null ? {} : { 'listings_gateway.document_hash': operation.documentHash }),
  ...(operation.status === null ? {} : { 'http.response.status_code': operation.status }),
  ...(operation.planned === null ? {} : { 'listings_gateway.calls.planned': operation.planned }),
  'listings_gateway.calls.real': operation.calls,
  'listings_gateway.cache.hits': operation.cacheHits,
  'listings_gateway.outcome': operation.outcome,
  'listings_gateway.request_id': operation.requestId,
  ...(operation.codes.length === 0 ? {} : { 'listings_gateway.error_codes': [...operation.codes] }),
});

/** `query Home`; without a name the kind alone. */
const spanNameOf = ({ kind, name }: OperationSummary): string => (name === null ? kind : `${kind} ${name}`);

/** Creates the tracer. Nothing is registered globally: spans are parts of each other by what is handed on here. */
export const createOpenTelemetryTracer = ({ api, tracer, shutdown }: OpenTelemetryOptions): Tracer => {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  /** The batch of a loader that the calls it makes belong to. */
  const batches = new AsyncLocalStorage<Api.Context>();

  const contextOf = (parent: TraceParent | null): Api.Context => {
    if (parent === null) return ROOT_CONTEXT;
    const { traceId, spanId, flags } = parent;
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: flags, isRemote: true });
  };

  const startCallIn =
    (operation: Api.Context, purpose: CallPurpose): StartCallSpan =>
    (name) => {
      const attributes = { 'listings_gateway.upstream.operation': name, 'listings_gateway.cache': purpose };
      const parent = batches.getStore() ?? operation;
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent);
      const { traceId, spanId, traceFlags: flags } = span.spanContext();
      return {
        traceparent: formatTraceParent({ traceId, spanId, flags }),
        end: ({ status, attempts, error }) => {
          span.setAttribute('listings_gateway.upstream.attempts', attempts);
          if (status !== null) span.setAttribute('http.response.status_code', status);
          if (error !== null) {
            const type = failureReasonOf(error) ?? error.name;
            span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
          }
          span.end();
        },
      };
    };

  const traceBatchIn =
    (operation: Api.Context): TraceBatch =>
    async (loader, keys, work) => {
      const attributes = { 'listings_gateway.loader.keys': keys };
      const span = tracer.startSpan(`load ${loader}`, { attributes }, operation);
      try {
        return await batches.run(trace.setSpan(operation, span), work);
      } finally {
        span.end();
      }
    };

  const startOperation = (parent: TraceParent | null): OperationTrace => {
    const root = contextOf(parent);
    const span = tracer.startSpan('operation', { kind: SpanKind.SERVER }, root);
    const context = trace.setSpan(root, span);
    return {
      traceId: span.spanContext().traceId,
      startCall: (purpose) => startCallIn(context, purpose),
      traceBatch: span.isRecording() ? traceBatchIn(context) : null,
      end: (operation) => {
        span.updateName(spanNameOf(operation)).setAttributes(attributesOf(operation));
        if (operation.outcome === 'error' || operation.outcome === 'partial') {
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  };

  return { startOperation, [Symbol.asyncDispose]: shutdown };
};
