/** The tracer that records spans of operations and their calls. No variable, id or token is in them, and no address. */
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer as SpanTracer,
  createTraceState,
  trace,
} from '@opentelemetry/api';
import { failureReasonOf } from '../../../rest/call/failure-reason.ts';
import type { CallSpan, ObservedCall, StartCallSpan } from '../../../rest/call/service-request.ts';
import type { OperationSummary } from '../../operation/operation-record.ts';
import {
  type OperationStart,
  type CallPurpose,
  type OperationSpan,
  type TraceParent,
  formatTraceParent,
  handOn,
} from '../../operation/operation-span.ts';

const GRAPHQL_PATH = '/graphql';

/** Methods that are reported; others could be anything. */
const methods = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'];

/** Whether an operation came by a route beside `/graphql`. */
const isRoute = (kind: OperationSummary['kind']): boolean =>
  kind === 'upload' || kind === 'document' || kind === 'session';

/** Method and template of the path of a route, or of GraphQL. */
const routeOf = ({ kind, name }: OperationSummary): string =>
  isRoute(kind) && name !== null ? name.slice(name.indexOf('/')) : GRAPHQL_PATH;

/** The name of the span. No operation's name is in it, which is the client's own: a store of traces keeps statistics for each. */
const spanNameOf = ({ kind, name }: OperationSummary): string => {
  if (kind === 'none') return 'GraphQL Operation';
  return isRoute(kind) ? (name ?? kind) : kind;
};

const SERVER_ERROR = 500;

const errorOf = ({ codes, status }: OperationSummary): Attributes => {
  const [code] = codes;
  if (code !== undefined) return { 'error.type': code, 'listings_gateway.error_codes': [...codes] };
  return status !== null && status >= SERVER_ERROR ? { 'error.type': String(status) } : {};
};

/** Attributes of an operation that is over. `method` is that of its request. What is undefined is in no span. */
const operationAttributes = (operation: OperationSummary, method: string): Attributes => {
  const { kind, name, documentHash, client, status, planned, idempotency } = operation;
  const isGraphql = kind === 'query' || kind === 'mutation';
  return {
    'http.request.method': methods.includes(method) ? method : '_OTHER',
    'http.route': routeOf(operation),
    'http.response.status_code': status ?? undefined,
    'graphql.operation.type': isGraphql ? kind : undefined,
    'graphql.operation.name': isGraphql ? (name ?? undefined) : undefined,
    'listings_gateway.document_hash': documentHash ?? undefined,
    'listings_gateway.client.name': client?.name ?? undefined,
    'listings_gateway.client.version': client?.version ?? undefined,
    'listings_gateway.request_id': operation.requestId,
    'listings_gateway.calls.planned': planned ?? undefined,
    'listings_gateway.calls.real': operation.calls,
    'listings_gateway.cache.hits': operation.cacheHits,
    'listings_gateway.outcome': operation.outcome,
    'listings_gateway.idempotency': idempotency ?? undefined,
    ...errorOf(operation),
  };
};

const callAttributes = (call: ObservedCall, purpose: CallPurpose): Attributes => {
  const { operation, status, attempts, error } = call;
  const space = operation.indexOf(' ');
  return {
    'http.request.method': operation.slice(0, space),
    'url.template': operation.slice(space + 1),
    'http.response.status_code': status ?? undefined,
    'http.request.resend_count': attempts > 1 ? attempts - 1 : undefined,
    'listings_gateway.cache': purpose,
    'error.type': error === null ? undefined : (failureReasonOf(error) ?? error.kind),
  };
};

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

const endOperation = (span: Span, operation: OperationSummary, { method, startedAt }: OperationStart): void => {
  span.updateName(spanNameOf(operation));
  span.setAttributes(operationAttributes(operation, method));
  if (operation.outcome === 'error' || operation.outcome === 'partial') span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(startedAt + operation.durationMs);
};

/**
 * An operation that is not recorded: its client's trace goes on, and the service hears of one that is made up where there is none.
 */
const unrecorded = (span: Span, parent: TraceParent | null): OperationSpan => {
  if (parent !== null) return handOn({ ...parent, flags: 0 });
  const { traceId, spanId } = span.spanContext();
  return { ...handOn({ traceId, spanId, flags: 0, state: null }), traceId: null };
};

/** Starts the trace of an operation with a tracer of OpenTelemetry's. */
export const startOperationSpan = (tracer: SpanTracer, begun: OperationStart): OperationSpan => {
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
