/** Spans of operations and calls, by the names of OpenTelemetry's semantic conventions. No variable, id or token is in them, and no address. */
import { LRUCache } from 'lru-cache';
import { failureReasonOf } from '../../../upstream/call/failure-reason.ts';
import type { ObservedCall } from '../../../upstream/call/observed-call.ts';
import type { OperationSummary } from '../../operation/operation-summary.ts';
import type { CallPurpose } from '../../operation/operation-trace.ts';
import {
  CLIENT,
  numberAttribute,
  SERVER,
  type SpanText,
  spanTextOf,
  textAttribute,
  textsAttribute,
} from './otlp-json.ts';

const GRAPHQL_PATH = '/graphql';

/** Methods that are reported; others could be anything. */
const methods = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']);

/** Method and template of the path of a route, or of GraphQL. */
const routeOf = ({ kind, name }: OperationSummary): string =>
  isRoute(kind) && name !== null ? name.slice(name.indexOf('/')) : GRAPHQL_PATH;

/** Whether an operation came by a route beside `/graphql`. */
const isRoute = (kind: OperationSummary['kind']): boolean =>
  kind === 'upload' || kind === 'document' || kind === 'session';

/** Attributes of the request, by the conventions for GraphQL and, beside it, for HTTP. */
const subjectOf = (operation: OperationSummary, method: string): string[] => {
  const { kind, name, documentHash, client } = operation;
  const isGraphql = kind === 'query' || kind === 'mutation';
  return [
    textAttribute('http.request.method', methods.has(method) ? method : '_OTHER'),
    textAttribute('http.route', routeOf(operation)),
    ...(isGraphql ? [textAttribute('graphql.operation.type', kind)] : []),
    ...(isGraphql && name !== null ? [textAttribute('graphql.operation.name', name)] : []),
    ...(documentHash === null ? [] : [textAttribute('listings_gateway.document_hash', documentHash)]),
    ...(client?.name == null ? [] : [textAttribute('listings_gateway.client.name', client.name)]),
    ...(client?.version == null ? [] : [textAttribute('listings_gateway.client.version', client.version)]),
  ];
};

/** The name has no operation's name in it, which is the client's own: a store of traces keeps statistics for each. */
const nameOf = ({ kind, name }: OperationSummary): string => {
  if (kind === 'none') return 'GraphQL Operation';
  return isRoute(kind) ? (name ?? kind) : kind;
};

const SERVER_ERROR = 500;

const errorOf = ({ codes, status }: OperationSummary): string[] => {
  const [code] = codes;
  if (code !== undefined)
    return [textAttribute('error.type', code), textsAttribute('listings_gateway.error_codes', codes)];
  return status !== null && status >= SERVER_ERROR ? [textAttribute('error.type', String(status))] : [];
};

const describe = (operation: OperationSummary, method: string): SpanText => {
  const { outcome, status, planned, calls, cacheHits, idempotency } = operation;
  const attributes = [
    ...subjectOf(operation, method),
    ...(status === null ? [] : [numberAttribute('http.response.status_code', status)]),
    ...(planned === null ? [] : [numberAttribute('listings_gateway.calls.planned', planned)]),
    numberAttribute('listings_gateway.calls.real', calls),
    numberAttribute('listings_gateway.cache.hits', cacheHits),
    textAttribute('listings_gateway.outcome', outcome),
    ...(idempotency === null ? [] : [textAttribute('listings_gateway.idempotency', idempotency)]),
    ...errorOf(operation),
  ];
  return spanTextOf(nameOf(operation), SERVER, attributes, outcome === 'error' || outcome === 'partial');
};

interface CachedOperation {
  readonly operation: OperationSummary;
  readonly method: string;
  readonly text: SpanText;
}

const isAlike = (cached: CachedOperation, operation: OperationSummary, method: string): boolean =>
  cached.method === method &&
  cached.operation.client?.name === operation.client?.name &&
  cached.operation.client?.version === operation.client?.version &&
  cached.operation.kind === operation.kind &&
  cached.operation.name === operation.name &&
  cached.operation.status === operation.status &&
  cached.operation.outcome === operation.outcome &&
  cached.operation.planned === operation.planned &&
  cached.operation.calls === operation.calls &&
  cached.operation.cacheHits === operation.cacheHits &&
  cached.operation.idempotency === operation.idempotency &&
  cached.operation.codes.length === 0 &&
  operation.codes.length === 0;

/** The last operation of each document: the next is mostly like it. */
const cachedOperations = new LRUCache<string, CachedOperation>({ max: 1000 });

/** Describes an operation that is over. `method` is that of its request. */
export const describeOperation = (operation: OperationSummary, method: string): SpanText => {
  const { documentHash } = operation;
  if (documentHash === null) return describe(operation, method);
  const cached = cachedOperations.get(documentHash);
  if (cached !== undefined && isAlike(cached, operation, method)) return cached.text;
  const text = describe(operation, method);
  cachedOperations.set(documentHash, { operation, method, text });
  return text;
};

const textOfCall = ({ operation, status, attempts, error }: ObservedCall, purpose: CallPurpose): SpanText => {
  const space = operation.indexOf(' ');
  const attributes = [
    textAttribute('http.request.method', operation.slice(0, space)),
    textAttribute('url.template', operation.slice(space + 1)),
    textAttribute('listings_gateway.cache', purpose),
    ...(status === null ? [] : [numberAttribute('http.response.status_code', status)]),
    ...(attempts > 1 ? [numberAttribute('http.request.resend_count', attempts - 1)] : []),
    ...(error === null ? [] : [textAttribute('error.type', failureReasonOf(error) ?? error.kind)]),
  ];
  return spanTextOf(operation, CLIENT, attributes, error !== null);
};

/** Calls that went well at once, by endpoint: as many as there are of these. */
const cachedCalls = { NONE: new Map<string, SpanText>(), MISS: new Map<string, SpanText>() };
const OK = 200;

/** Describes a call that is over. */
export const describeCall = (call: ObservedCall, purpose: CallPurpose): SpanText => {
  const { operation, status, attempts, error } = call;
  if (status !== OK || attempts !== 1 || error !== null) return textOfCall(call, purpose);
  const cached = cachedCalls[purpose].get(operation);
  if (cached !== undefined) return cached;
  const text = textOfCall(call, purpose);
  cachedCalls[purpose].set(operation, text);
  return text;
};
