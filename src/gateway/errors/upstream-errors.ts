/** The errors that clients get for failed calls to the service, or null where one thing is missing alone (assumption R50). */
import { GraphQLError } from 'graphql';
import { operationsOf } from '../../contract/endpoints.ts';
import { failureKinds } from '../../rest/call/failure-kinds.ts';
import type { FailureReason } from '../../rest/call/failure-reason.ts';
import { failureIn, hasCode, isCancelled, kindOf, type UpstreamFailure } from '../../rest/call/failure.ts';
import { type ErrorCode, errorCodes, type Fault } from './error-codes.ts';
import {
  ClientGoneError,
  createError,
  DeadlineExceededError,
  type ErrorExtensions,
  tokenMissing,
  tooSlow,
} from './graphql-errors.ts';

/** Calls that change something twice when they are sent twice. */
const unrepeatableOperations = operationsOf(({ retry, access }) => retry === 'never' && access !== 'sign-in');

/** A service that responds with a failure to such a call may have made the change all the same. */
const mayBeMade = ({ code, status, operation }: UpstreamFailure): boolean =>
  code === 'UPSTREAM_UNAVAILABLE' && status !== null && unrepeatableOperations.has(operation);

const messageOf = (failure: UpstreamFailure): string => {
  const { message, quotes } = failureKinds[failure.kind];
  if (mayBeMade(failure)) return 'The service failed. The change may have been made: check before you repeat it.';
  const said = quotes ? (failure.serviceMessage ?? message) : message;
  return failure.code === 'RESULT_UNKNOWN'
    ? `${said}${/[.!?…]$/.test(said) ? '' : '.'} The change may have been made: check before you repeat it.`
    : said;
};

/** Makes the error that a client gets for a failed call: with the operation's name and status, never a URL, header or body. */
export const upstreamError = (failure: UpstreamFailure): GraphQLError => {
  const { kind, code, operation, status, retryAfterSeconds } = failure;
  if (kind === 'token_missing' || kind === 'application_refused') return tokenMissing(kind);
  const extensions: ErrorExtensions = {
    ...(kind === 'token_rejected' ? { reason: 'TOKEN_REJECTED' } : {}),
    upstream: { operation, status },
    ...(mayBeMade(failure) ? { retryable: false } : {}),
    ...(errorCodes[code].retryable && retryAfterSeconds !== null ? { retryAfter: retryAfterSeconds } : {}),
  };
  return createError(code, messageOf(failure), extensions);
};

/** The error that a client gets for what failed; null for what is not meant for clients. */
export const errorForClient = (error: unknown): GraphQLError | null => {
  const failure = failureIn(error);
  if (failure !== null) return upstreamError(failure);
  if (error instanceof DeadlineExceededError || error instanceof ClientGoneError) return tooSlow();
  return error instanceof GraphQLError ? error : null;
};

/** Null in the place of what the caller may not read. @throws any other error */
export const nullIfNotAllowed = (error: unknown): null => {
  if (hasCode(error, 'UNAUTHENTICATED', 'FORBIDDEN')) return null;
  throw error;
};

/** Null in the place of what a call failed to read. @throws what ends the operation, and a refused token, which says something of all */
export const nullIfFailed = (error: unknown): null => {
  const failure = failureIn(error);
  if (failure === null || failure.code === 'UNAUTHENTICATED' || isCancelled(failure)) throw error;
  return null;
};

/** Null in the place of what the service does not have, which is no failure of it. @throws every other error */
export const nullIfNotFound = (error: unknown): null => {
  if (kindOf(error) === 'not_found') return null;
  throw error;
};

/** Faults that are another's than the code says, by the reason of the call that failed. */
export const faultsByReason: readonly {
  readonly code: ErrorCode;
  readonly reason: FailureReason;
  readonly fault: Fault;
}[] = Object.values(failureKinds).flatMap(({ code, reason, fault }) =>
  reason === null || fault === null ? [] : [{ code, reason, fault }],
);

/** By whose fault an operation has an error of a code, whose calls failed for these reasons. */
export const faultOf = (code: ErrorCode, failures: readonly { readonly reason: FailureReason }[]): Fault =>
  faultsByReason.find((each) => each.code === code && failures.some(({ reason }) => reason === each.reason))?.fault ??
  errorCodes[code].fault;
