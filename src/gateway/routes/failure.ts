/** Failures of the routes beside `/graphql`: in JSON, with the codes of GraphQL errors. */
import { GraphQLError } from 'graphql';
import type { HttpResponse } from '../../http1/message.ts';
import type { Logger } from '../../log/logger.ts';
import { UpstreamError } from '../../upstream/call/errors.ts';
import { type ErrorCode, internalError, isErrorCode } from '../errors/graphql-errors.ts';
import { upstreamFailure } from '../errors/upstream-failure.ts';
import { respondEarly } from '../http/early-response.ts';
import { sendJson } from '../http/router.ts';
import type { OperationRecord } from '../operation/operation-record.ts';

/** HTTP status of the codes that a route can meet; 500 for all others. */
const statuses: Partial<Record<ErrorCode, number>> = {
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  REQUEST_TOO_LARGE: 413,
  UPSTREAM_REJECTED: 422,
  RATE_LIMITED: 429,
  OVERLOADED: 503,
  UPSTREAM_INVALID: 502,
  UPSTREAM_TOO_LARGE: 502,
  RESULT_UNKNOWN: 502,
  UPSTREAM_UNAVAILABLE: 503,
  UPSTREAM_TIMEOUT: 504,
};

/** Which request failed. */
export interface FailedRequest {
  readonly requestId: string;
  /** Where the code is recorded. */
  readonly record: OperationRecord;
  readonly log: Logger;
}

/** Says that what was asked for does not exist. */
export const sendNotFound = (response: HttpResponse, message: string, requestId: string): void =>
  sendJson(response, 404, { code: 'NOT_FOUND', message, requestId, retryable: false });

const describe = (error: unknown): GraphQLError | null => {
  if (error instanceof UpstreamError) return upstreamFailure(error);
  return error instanceof GraphQLError ? error : null;
};

/** The status that the error itself asks for; null when it asks for none. */
const ownStatusOf = (http: unknown): number | null =>
  typeof http === 'object' && http !== null && 'status' in http && typeof http.status === 'number' ? http.status : null;

/** Seconds that the service asks to wait; null when it does not say. */
const waitOf = (error: unknown): number | null =>
  error instanceof UpstreamError && 'retryAfterSeconds' in error && typeof error.retryAfterSeconds === 'number'
    ? error.retryAfterSeconds
    : null;

/** Says what failed, with a fitting HTTP status. What is not meant for clients is logged and masked. */
export const sendFailure = (
  response: HttpResponse,
  error: unknown,
  { requestId, record, log }: FailedRequest,
): void => {
  const known = describe(error);
  if (known === null) log.error({ requestId, err: error }, 'A route failed.');
  const { message, extensions } = known ?? internalError();
  const code = isErrorCode(extensions['code']) ? extensions['code'] : 'INTERNAL_SERVER_ERROR';
  const wait = waitOf(error);
  record.recordError({ code });
  if (error instanceof UpstreamError) record.recordFailure(error);
  if (code === 'UNAUTHENTICATED') response.setHeader('WWW-Authenticate', 'Bearer');
  if (wait !== null) response.setHeader('Retry-After', String(wait));
  const status = ownStatusOf(extensions['http']) ?? statuses[code] ?? 500;
  const retryable = extensions['retryable'] === true;
  respondEarly(response, status, { code, message, requestId, retryable });
};
