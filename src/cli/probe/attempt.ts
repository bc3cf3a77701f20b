/** One try of a call, of which a failure is a result. */
import { InvalidCredentialInputError } from '../../upstream/call/credentials.ts';
import { OperationCancelledError, UpstreamError } from '../../upstream/call/errors.ts';
import { failureReasonOf } from '../../upstream/call/failure-reason.ts';

/** A call that failed: with which status, null for none, and in words without a value of a response, e.g. `200, unreadable`. */
export type Failure = {
  readonly ok: false;
  readonly error: Error;
  readonly status: number | null;
  readonly text: string;
};

/** Outcome of a call. */
export type Attempt<Result> = { readonly ok: true; readonly result: Result } | Failure;

const textOf = (error: UpstreamError): string => {
  if (error instanceof OperationCancelledError) return 'the time was up';
  const words = [error.status ?? error.reason, failureReasonOf(error)].filter((word) => word !== null);
  return [...new Set(words)].join(', ') || 'nothing there';
};

/** Makes a call, and takes a failure of it for a result. */
export const attempt = async <Result>(call: () => Promise<Result>): Promise<Attempt<Result>> => {
  try {
    return { ok: true, result: await call() };
  } catch (error) {
    if (error instanceof UpstreamError) return { ok: false, error, status: error.status, text: textOf(error) };
    if (!(error instanceof InvalidCredentialInputError)) throw error;
    return { ok: false, error, status: null, text: `not sent: ${error.parameter} ${error.problem}` };
  }
};

/** Returns whether the service refused the caller, whatever was asked for. */
export const isRefused = (each: Attempt<unknown>): boolean => !each.ok && (each.status === 401 || each.status === 403);
