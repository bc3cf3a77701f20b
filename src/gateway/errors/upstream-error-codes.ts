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

/** Makes the error that a client gets for a failed call: with the operation's name and status, never a URL, header or body. */
export const upstreamFailure = (failure: UpstreamError): GraphQLError => {
  const upstream = { operation: failure.operation, status: failure.status };
  if (failure instanceof UpstreamUnauthenticatedError) {
    if (failure.reason === 'TOKEN_MISSING') return tokenMissing();
    return createError('UNAUTHENTICATED', 'The access token was rejected: refresh it or sign in again.', {
      reason: 'TOKEN_REJECTED',
      upstream,
    });
  }
  if (failure instanceof UpstreamForbiddenError) {
    return createError('FORBIDDEN', failure.serviceMessage ?? 'You are not allowed to see or change this.', {
      upstream,
    });
  }
  if (failure instanceof UpstreamRateLimitedError) {
    return createError('RATE_LIMITED', failure.serviceMessage ?? 'Too many requests. Try again later.', {
      upstream,
      ...waitOf(failure),
    });
  }
  if (failure instanceof UpstreamOverloadedError) {
    return createError('OVERLOADED', 'The service is busy. Try again in a moment.', { upstream, ...waitOf(failure) });
  }
  if (failure instanceof ResponseGivenUpError) {
    return createError('OVERLOADED', 'Too many large responses are in progress. Try again in a moment.', {
      upstream,
      ...waitOf(failure),
    });
  }
  if (isResultUnknown(failure)) {
    const isUnreadable = failure instanceof UnreadableResultError;
    const cause = isUnreadable
      ? 'The response of the service cannot be read.'
      : 'The connection to the service was lost.';
    return createError(
      'RESULT_UNKNOWN',
      `${failure.serviceMessage ?? cause} The change may have been made: check before you repeat it.`,
      {
        upstream,
      },
    );
  }
  if (failure instanceof UpstreamTimeoutError || failure instanceof OperationCancelledError) {
    return createError('UPSTREAM_TIMEOUT', 'The service took too long to respond.', { upstream });
  }
  if (failure instanceof UpstreamNotFoundError) {
    return createError('UPSTREAM_REJECTED', failure.serviceMessage ?? 'Not found.', { upstream });
  }
  if (failure instanceof UpstreamInvalidError) {
    return createError('UPSTREAM_INVALID', 'The response of the service cannot be read.', { upstream });
  }
  if (failure instanceof UpstreamTooLargeError) {
    return createError('UPSTREAM_TOO_LARGE', 'The response of the service is too large.', { upstream });
  }
  if (failure instanceof UpstreamRejectedError) {
    return createError('UPSTREAM_REJECTED', failure.serviceMessage ?? 'The service rejected the request.', {
      upstream,
    });
  }
  if (failure.status !== null && unrepeatableOperations.has(failure.operation)) {
    return createError(
      'UPSTREAM_UNAVAILABLE',
      'The service failed. The change may have been made: check before you repeat it.',
      { upstream, retryable: false, ...(failure instanceof UpstreamUnavailableError ? waitOf(failure) : {}) },
    );
  }
  return createError('UPSTREAM_UNAVAILABLE', 'The service is unavailable.', {
    upstream,
    ...(failure instanceof UpstreamUnavailableError ? waitOf(failure) : {}),
  });
};
