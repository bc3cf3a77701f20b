/** Time for which a shared list that could not be read is not requested again. */
import { operationOf } from '../../../contract/endpoints.ts';
import {
  ResponseGivenUpError,
  UpstreamError,
  UpstreamInvalidError,
  UpstreamNotFoundError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
  UpstreamTooLargeError,
  UpstreamUnavailableError,
} from '../../../upstream/call/errors.ts';

/** A service that fails may be well again in a moment. */
const PASSING_MS = 2_000;
/** One that responds with something else may be behind a page of maintenance. */
const UNREADABLE_MS = 30_000;
/** One that has no such list will hardly get it. */
const MISSING_MS = 300_000;

const GRANT = operationOf('requestToken');

const isRedirect = ({ status }: UpstreamError): boolean => status !== null && status >= 300 && status < 400;

/**
 * Returns whether a failure to read the aggregate of lists leaves open what it has: what fails for a moment, or for one caller, may
 * have a list that nobody else has.
 */
export const isPassing = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamUnavailableError ||
  error instanceof UpstreamTimeoutError ||
  error instanceof UpstreamRateLimitedError ||
  error instanceof UpstreamOverloadedError ||
  error instanceof ResponseGivenUpError;

/**
 * Returns for how many milliseconds a failure is the response to whoever asks next for the same list. 0 for one that may be about the
 * caller: a token that the service refuses, a share of calls that is used up, a wait that was ended.
 */
export const keepFailureMs = (error: unknown): number => {
  // Of the token of the gateway's own application, which other callers do not need.
  if (!(error instanceof UpstreamError) || error.operation === GRANT) return 0;
  if (error instanceof UpstreamNotFoundError) return MISSING_MS;
  // To where one signs in, most likely.
  if (isRedirect(error)) return 0;
  if (error instanceof UpstreamInvalidError || error instanceof UpstreamTooLargeError) return UNREADABLE_MS;
  // What was not sent costs nothing, and says by itself when to try again.
  if (error.reason === 'BREAKER_OPEN') return 0;
  const isFault = error instanceof UpstreamUnavailableError || error instanceof UpstreamTimeoutError;
  return isFault || error instanceof ResponseGivenUpError ? PASSING_MS : 0;
};
