/** What spans say of operations and calls, by the names of OpenTelemetry's semantic conventions. No variable, id or token is in them, and no address. */
import type { Attributes } from '@opentelemetry/api';
import type { ObservedCall } from '../../../upstream/call/call-scope.ts';
import { failureReasonOf } from '../../../upstream/call/failure-reason.ts';
import type { OperationSummary } from '../../operation/operation-summary.ts';
import type { CallPurpose } from '../../operation/operation-trace.ts';

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
export const spanNameOf = ({ kind, name }: OperationSummary): string => {
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
export const operationAttributes = (operation: OperationSummary, method: string): Attributes => {
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

/** Attributes of a call that is over. */
export const callAttributes = (call: ObservedCall, purpose: CallPurpose): Attributes => {
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
