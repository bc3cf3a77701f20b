/** Time for which a shared list that could not be read is not requested again. */
import { operationOf } from '../../../contract/endpoints.ts';
import { failureKinds } from '../../../upstream/call/failure-kinds.ts';
import { hasCode, failureIn, isCancelled } from '../../../upstream/call/failure.ts';

const GRANT = operationOf('requestToken');

/**
 * Returns whether a failure to read the aggregate of lists leaves open what it has: what fails for a moment, or for one caller, may
 * have a list that nobody else has.
 */
export const isPassing = (error: unknown): boolean => {
  const failure = failureIn(error);
  if (failure === null || isCancelled(failure)) return false;
  return hasCode(failure, 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'RATE_LIMITED', 'OVERLOADED');
};

/**
 * Returns for how many milliseconds a failure is the response to whoever asks next for the same list. 0 for one that may be about the
 * caller: a token that the service refuses, a share of calls that is used up, a wait that was ended.
 */
export const keepFailureMs = (error: unknown): number => {
  const failure = failureIn(error);
  if (failure === null) return 0;
  // What stands in the place of a response may be about the caller.
  const isSaid = failure.serviceMessage !== null && hasCode(failure, 'UPSTREAM_INVALID');
  // Of the token of the gateway's own application, which other callers do not need.
  return isSaid || failure.operation === GRANT ? 0 : failureKinds[failure.kind].keptMs;
};
