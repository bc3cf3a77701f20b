/** One try of a call, of which a failure is a result. */
import { InvalidCredentialInputError } from '../../rest/call/credentials.ts';
import { failureReasonOf } from '../../rest/call/failure-reason.ts';
import { failureIn, isCancelled, type UpstreamFailure } from '../../rest/call/failure.ts';

/** Outcome of a call; of one that failed the status, null for none, and words without a value of a response, e.g. `200, unreadable`. */
export type Attempt<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly status: number | null; readonly text: string };

const textOf = (error: UpstreamFailure): string => {
  if (isCancelled(error)) return 'the time was up';
  const words = [error.status ?? error.systemCode, failureReasonOf(error)].filter((word) => word !== null);
  return [...new Set(words)].join(', ') || 'nothing there';
};

/** Makes a call, and takes a failure of it for a result. */
export const attempt = async <Result>(call: () => Promise<Result>): Promise<Attempt<Result>> => {
  try {
    return { ok: true, result: await call() };
  } catch (error) {
    const failure = failureIn(error);
    if (failure !== null) return { ok: false, status: failure.status, text: textOf(failure) };
    if (!(error instanceof InvalidCredentialInputError)) throw error;
    return { ok: false, status: null, text: `not sent: ${error.parameter} ${error.problem}` };
  }
};

/** Returns whether the service refused the caller, whatever was asked for. */
export const isRefused = (each: Attempt<unknown>): boolean => !each.ok && (each.status === 401 || each.status === 403);
