/** Errors of requests with an idempotency key. */
import type { GraphQLError } from 'graphql';
import { createError } from './graphql-errors.ts';

/** Seconds after which a client may ask again. */
const RETRY_AFTER_S = 1;

/** The first request with the key is still at work, and the time of this one is up. */
export const stillInProgress = (): GraphQLError =>
  createError(
    'IDEMPOTENCY_IN_PROGRESS',
    'The first request with this Idempotency-Key is still in progress. Send it again with the same key.',
    { retryAfter: RETRY_AFTER_S, http: { status: 409, spec: true, headers: { 'Retry-After': String(RETRY_AFTER_S) } } },
  );

/** The key stands for another request, or for that of another caller. */
export const keyReused = (): GraphQLError =>
  createError(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used for another request, so nothing was sent. Make a key for each action of the user.',
    { http: { status: 422, spec: true } },
  );

/** Records cannot be read or written, so nothing was sent. */
export const recordsUnavailable = (): GraphQLError =>
  createError(
    'IDEMPOTENCY_UNAVAILABLE',
    'The Idempotency-Key cannot be recorded at the moment, so nothing was sent. Send the request again with the same key.',
    {
      retryAfter: RETRY_AFTER_S,
      http: { status: 503, spec: false, headers: { 'Retry-After': String(RETRY_AFTER_S) } },
    },
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
