/** Errors that clients get for failed calls to the service. */
import type { GraphQLError } from 'graphql';
import { type Endpoint, type EndpointName, endpoints, operationOf } from '../../contract/endpoints.ts';
import {
  OperationCancelledError,
  ResponseGivenUpError,
  ResultUnknownError,
  UnreadableResultError,
  type UpstreamError,
  UpstreamForbiddenError,
  UpstreamInvalidError,
  UpstreamNotFoundError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamRejectedError,
  UpstreamTimeoutError,
  UpstreamTooLargeError,
  UpstreamUnauthenticatedError,
  UpstreamUnavailableError,
} from '../../upstream/call/errors.ts';
import { createError, type ErrorExtensions, tokenMissing } from './graphql-errors.ts';

const isEndpointName = (name: string): name is EndpointName => Object.hasOwn(endpoints, name);

const operationsOf = (isOne: (endpoint: Endpoint) => boolean): ReadonlySet<string> =>
  new Set(
    Object.keys(endpoints)
      .filter(isEndpointName)
      .filter((name) => isOne(endpoints[name]))
      .map(operationOf),
  );

/** Operations that change nothing: to give up on one leaves no doubt. */
const safeOperations = operationsOf(({ retry }) => retry === 'safe');

/** Operations that change something twice when they are sent twice. */
const unrepeatableOperations = operationsOf(({ retry, access }) => retry === 'never' && access !== 'sign-in');

/** A change that may have been applied, whether its connection broke or the operation's time was up. */
const isResultUnknown = (failure: UpstreamError): boolean =>
  failure instanceof ResultUnknownError ||
  (failure instanceof OperationCancelledError && failure.sent && !safeOperations.has(failure.operation));

const waitOf = ({ retryAfterSeconds }: { readonly retryAfterSeconds: number | null }): ErrorExtensions =>
  retryAfterSeconds === null ? {} : { retryAfter: retryAfterSeconds };

/** Tells a client of a failed call: the operation's name and status, never a URL, header or body. */
export const upstreamFailure = (failure: UpstreamError): GraphQLError => {
  const upstream = { operation: failure.operation, status: failure.status };
  if (failure instanceof UpstreamUnauthenticatedError) {
    if (failure.reason === 'TOKEN_MISSING') return tokenMissing();
    return createError('UNAUTHENTICATED', 'The service refused the token: refresh it or sign in again.', {
      reason: 'TOKEN_REJECTED',
      upstream,
    });
  }
  if (failure instanceof UpstreamForbiddenError) {
    return createError('FORBIDDEN', 'The service refuses this to the caller.', { upstream });
  }
  if (failure instanceof UpstreamRateLimitedError) {
    return createError('RATE_LIMITED', 'The service asks to slow down.', { upstream, ...waitOf(failure) });
  }
  if (failure instanceof UpstreamOverloadedError) {
    return createError('OVERLOADED', 'Too many calls wait for the service.', { upstream, ...waitOf(failure) });
  }
  if (failure instanceof ResponseGivenUpError) {
    return createError('OVERLOADED', 'Too many large answers of the service come at once.', {
      upstream,
      ...waitOf(failure),
    });
  }
  if (isResultUnknown(failure)) {
    const cause =
      failure instanceof UnreadableResultError
        ? 'The service answered with something that cannot be read'
        : 'The connection to the service broke';
    return createError('RESULT_UNKNOWN', `${cause}: the change may have been made. Read again before repeating it.`, {
      upstream,
    });
  }
  if (failure instanceof UpstreamTimeoutError || failure instanceof OperationCancelledError) {
    return createError('UPSTREAM_TIMEOUT', 'The service took too long.', { upstream });
  }
  if (failure instanceof UpstreamNotFoundError) {
    return createError('UPSTREAM_REJECTED', 'The service has no such thing.', { upstream });
  }
  if (failure instanceof UpstreamInvalidError) {
    return createError('UPSTREAM_INVALID', 'The service answered with something that cannot be read.', { upstream });
  }
  if (failure instanceof UpstreamTooLargeError) {
    return createError('UPSTREAM_TOO_LARGE', 'The service answered with more than the gateway takes.', { upstream });
  }
  if (failure instanceof UpstreamRejectedError) {
    return createError('UPSTREAM_REJECTED', failure.serviceMessage ?? 'The service refused the request.', { upstream });
  }
  if (failure.status !== null && unrepeatableOperations.has(failure.operation)) {
    return createError(
      'UPSTREAM_UNAVAILABLE',
      'The service failed: the change may have been made. Read again before repeating it.',
      { upstream, retryable: false, ...(failure instanceof UpstreamUnavailableError ? waitOf(failure) : {}) },
    );
  }
  return createError('UPSTREAM_UNAVAILABLE', 'The service could not be reached or failed.', {
    upstream,
    ...(failure instanceof UpstreamUnavailableError ? waitOf(failure) : {}),
  });
};
