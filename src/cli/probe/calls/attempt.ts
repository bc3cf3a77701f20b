/** One try of a call. */
import type { Reply } from '../../../upstream/call/call.ts';
import { InvalidCredentialInputError } from '../../../upstream/call/credentials.ts';
import {
  OperationCancelledError,
  UnreadableResultError,
  UpstreamError,
  UpstreamInvalidError,
  UpstreamTimeoutError,
  UpstreamTooLargeError,
} from '../../../upstream/call/errors.ts';

/** Failure of a call. */
export interface Failure {
  /** HTTP status; null when there was no response. */
  readonly status: number | null;
  /** In words, without a value of the response, e.g. `404`. */
  readonly text: string;
}

/** Outcome of a call. */
export type Attempt<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly failure: Failure };

const describeFailure = (error: UpstreamError): string => {
  const { status, reason } = error;
  if (error instanceof OperationCancelledError) return 'the time was up';
  if (error instanceof UpstreamTimeoutError) return 'no response in time';
  if (error instanceof UpstreamTooLargeError) return `${status}, too large`;
  const isSuccess = status !== null && status >= 200 && status < 300;
  if ((error instanceof UpstreamInvalidError || error instanceof UnreadableResultError) && isSuccess)
    return `${status}, unreadable body`;
  return status === null ? (reason ?? 'no response') : String(status);
};

/** Makes a call, and takes a failure of it for a result. */
export const attempt = async <Result>(call: () => Promise<Result>): Promise<Attempt<Result>> => {
  try {
    return { ok: true, result: await call() };
  } catch (error) {
    if (error instanceof InvalidCredentialInputError) {
      return { ok: false, failure: { status: null, text: `not sent: ${error.parameter} ${error.problem}` } };
    }
    if (!(error instanceof UpstreamError)) throw error;
    return { ok: false, failure: { status: error.status, text: describeFailure(error) } };
  }
};

/** Returns the body of a reply as it came, as JSON. */
export const rawBody = (reply: Reply): unknown => reply.read((json): unknown => json);

/** Returns whether the service refused the caller, whatever was asked for. */
export const isRefusal = ({ status }: Failure): boolean => status === 401 || status === 403;

/** Says how calls failed, each way once; null when none did. */
export const failuresText = (attempts: readonly Attempt<unknown>[]): string | null => {
  const texts = new Set(attempts.flatMap((each) => (each.ok ? [] : [each.failure.text])));
  if (texts.size === 0) return null;
  const isPartial = attempts.some(({ ok }) => ok);
  return `${isPartial ? 'at times ' : ''}${[...texts].join(', ')}`;
};
