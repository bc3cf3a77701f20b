/**
 * The errors a client can meet at the top level, whose codes are in `error-codes.ts`; why an operation ends before its result is
 * there; and what stands in the place of a value that cannot be read.
 */
import { GraphQLError, type GraphQLErrorExtensions, type GraphQLErrorOptions, type SourceLocation } from 'graphql';
import { failureKinds } from '../../rest/call/failure-kinds.ts';
import type { ExceededLimit, LimitName } from '../documents/operation-limits.ts';
import { type ErrorCode, errorCodes } from './error-codes.ts';

/** HTTP status and headers of an error, for the GraphQL server. */
export type HttpExtension = NonNullable<GraphQLErrorExtensions['http']>;

/** Content of `extensions` of an error, apart from the request id, which is added to all errors of a response at once. */
export interface ErrorExtensions {
  /** From the code unless given. */
  readonly retryable?: boolean;
  readonly reason?: 'TOKEN_MISSING' | 'TOKEN_REJECTED' | 'SESSION_ENDED';
  readonly retryAfter?: number;
  readonly limit?: number;
  readonly planned?: number;
  readonly figure?: number;
  readonly exceeded?: LimitName;
  /** Fields of a mutation that were complete before it was interrupted. */
  readonly completed?: readonly string[];
  readonly upstream?: { readonly operation: string; readonly status: number | null };
  /** For the GraphQL server: never sent. */
  readonly http?: HttpExtension;
}

/**
 * Creates an error without a stack. To record one takes many times as long as the error itself, and an overloaded gateway creates
 * two for each operation that it refuses.
 */
export const withoutStack = <Created>(create: () => Created): Created => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return create();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};

/** An error that says where it is by the text of its document. */
export class DescribedError extends GraphQLError {
  override readonly locations: readonly SourceLocation[] | undefined;

  constructor(message: string, options: GraphQLErrorOptions, locations: readonly SourceLocation[] | undefined) {
    super(message, options);
    this.locations = locations;
  }
}

/** An error with its code; `retryable` is what the code says unless given. */
export const createError = (code: ErrorCode, message: string, extensions: ErrorExtensions = {}): GraphQLError =>
  withoutStack(
    () => new GraphQLError(message, { extensions: { code, retryable: errorCodes[code].retryable, ...extensions } }),
  );

/** An argument that is not acceptable. The message says which one and what would be. `http` is for the GraphQL server. */
export const badUserInput = (message: string, http?: HttpExtension): GraphQLError =>
  createError('BAD_USER_INPUT', message, http === undefined ? {} : { http });

/** A request that is refused before anything runs. `http` is for the GraphQL server. */
export const badRequest = (
  code: 'BAD_REQUEST' | 'REQUEST_TOO_LARGE' | 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_VALIDATION_FAILED',
  message: string,
  http?: HttpExtension,
): GraphQLError => createError(code, message, http === undefined ? {} : { http });

/** The operation's time was up before this was there. */
export const tooSlow = (): GraphQLError =>
  createError('UPSTREAM_TIMEOUT', 'The operation timed out before this part was ready.');

/**
 * The caller sent no token, so no call was made; or the gateway's own application is refused, which is what it is for callers without one.
 * Assumption: R4, R5. Of the causes of a 401 only this one is known here.
 */
export const tokenMissing = (kind: 'token_missing' | 'application_refused' = 'token_missing'): GraphQLError =>
  createError('UNAUTHENTICATED', failureKinds[kind].message, { reason: 'TOKEN_MISSING' });

/** The session of the request has ended, or was never one; its cookie is taken away. */
export const sessionEnded = (): GraphQLError =>
  createError('UNAUTHENTICATED', 'The session has ended: sign in again.', { reason: 'SESSION_ENDED' });

/** The service refused the token of a session, and nothing was done; the session has another one now. */
export const sessionRenewed = (): GraphQLError =>
  createError('UNAUTHENTICATED', 'The session had to be renewed, and nothing was changed: send this again.', {
    reason: 'TOKEN_REJECTED',
    retryable: true,
  });

/** The request may come from the page of another site, which must not use the session of the browser. */
export const crossSiteSession = (): GraphQLError =>
  createError(
    'FORBIDDEN',
    'A page of another site may not use this session. If the page is yours, list its origin in CORS_ORIGINS.',
    { http: { status: 403 } },
  );

/** What to do about an operation that is over a limit. */
export const ASK_FOR_LESS = 'Request fewer entries, or fewer fields of each.';

/** An operation that has too much of something, or whose response is estimated to have. */
export const overLimit = ({ name, what, limit, figure }: ExceededLimit): GraphQLError => {
  const isEstimate = name === 'responseObjects';
  const verb = isEstimate ? 'may have' : 'has';
  const advice = isEstimate ? ASK_FOR_LESS : 'Send less at once, or in several operations.';
  return createError(
    'OPERATION_TOO_COMPLEX',
    `The operation ${verb} ${figure} ${what}, and the limit is ${limit}. ${advice}`,
    { limit, figure, exceeded: name, http: { status: 400, spec: true } },
  );
};

/** An operation that was refused for load, and may succeed a second later. */
export const overloaded = (message: string): GraphQLError =>
  createError('OVERLOADED', message, { http: { status: 503, spec: false, headers: { 'Retry-After': '1' } } });

/** What a request is told for which there is no place. */
export const TOO_BUSY = 'The gateway has too much to do: nothing was run. Try again in a second.';

/** Too many attempts, unless another message is given; `retryAfter` states how many seconds to wait. */
export const rateLimited = (
  retryAfter: number,
  message = `Too many attempts. Try again in ${retryAfter} seconds.`,
): GraphQLError => createError('RATE_LIMITED', message, { retryAfter });

/** Masks a bug of the gateway. */
export const internalError = (): GraphQLError =>
  createError('INTERNAL_SERVER_ERROR', 'Something went wrong in the gateway. It has been logged.');

/** A request with an idempotency key that may be sent again after some seconds. */
const idempotencyRetry = (
  code: 'IDEMPOTENCY_IN_PROGRESS' | 'IDEMPOTENCY_UNAVAILABLE',
  message: string,
  status: number,
  retryAfter: number,
) =>
  createError(code, message, {
    retryAfter,
    http: { status, spec: status < 500, headers: { 'Retry-After': String(retryAfter) } },
  });

/** The first request with the key is still at work, and the time of this one is up. */
export const stillInProgress = (): GraphQLError =>
  idempotencyRetry(
    'IDEMPOTENCY_IN_PROGRESS',
    'The first request with this Idempotency-Key is still in progress. Send it again with the same key.',
    409,
    1,
  );

/** The key stands for another request, or for that of another caller. */
export const keyReused = (): GraphQLError =>
  createError(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used for another request, so nothing was sent. Make a key for each action of the user.',
    { http: { status: 422, spec: true } },
  );

/** Records cannot be read or written, so nothing was sent. */
export const recordsUnavailable = (retryAfterS: number): GraphQLError =>
  idempotencyRetry(
    'IDEMPOTENCY_UNAVAILABLE',
    'The Idempotency-Key cannot be recorded at the moment, so nothing was sent. Send the request again with the same key.',
    503,
    retryAfterS,
  );

/** The gateway ended while it made the write. @param completed the fields of the mutation that were complete before */
export const writeInterrupted = (completed: readonly string[]): GraphQLError =>
  createError(
    'RESULT_UNKNOWN',
    `The first request with this Idempotency-Key was interrupted, and nothing is sent again. ${
      completed.length === 0
        ? 'The change'
        : `${completed.join(', ')} ${completed.length === 1 ? 'is' : 'are'} complete; the rest`
    } may have been made: re-fetch, then use a new key for what is missing.`,
    { completed },
  );

/** The write was made, and its response cannot be shown. */
export const responseNotKept = (reason: 'no space' | 'other token'): GraphQLError =>
  createError(
    'RESULT_UNKNOWN',
    `The first request with this Idempotency-Key is complete, but its response ${
      reason === 'no space'
        ? 'was too large, or the store too full, to keep it'
        : 'belongs to another access token, whose user is not known'
    }. Nothing is sent again: re-fetch to see what it did.`,
  );

/** The operation took longer than it may. */
export class DeadlineExceededError extends Error {
  override readonly name = 'DeadlineExceededError';
}

/** The client closed its connection before the response. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

/**
 * Thrown by a resolver of a field that must not be null, of which one thing cannot be read: `value` stands in the response, and `cause`
 * among its errors with the path of the field (assumption R50).
 */
export class StandInError extends Error {
  readonly value: unknown;

  constructor(value: unknown, cause: unknown) {
    super('A field that must not be null has another value in its place.', { cause });
    this.name = 'StandInError';
    this.value = value;
  }
}
