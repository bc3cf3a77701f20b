/** The failure of a call to the service. */
import { type FailureCode, type FailureKind, failureKinds } from './failure-kinds.ts';

/** Details of a failed call; null or absent where there is none. */
type FailureDetails = Pick<UpstreamFailure, 'operation'> &
  Partial<Pick<UpstreamFailure, 'status' | 'systemCode' | 'retryAfterSeconds' | 'serviceMessage' | 'validation'>>;

/**
 * A call to the service that failed. What follows from it is in the table of its kinds.
 *
 * Its message names the operation and the kind: it holds no URL, host, header, body or token, and it keeps no error of the HTTP client
 * as its cause.
 */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  readonly kind: FailureKind;
  /** Method and template of the endpoint, e.g. `GET /v1/listings/{id}`. */
  readonly operation: string;
  /** HTTP status of the response; null when there was none. */
  readonly status: number | null;
  /** Code of the system or of the HTTP client, e.g. `ECONNREFUSED`; null when there is none. */
  readonly systemCode: string | null;
  /** Seconds to wait, from 0 to 3,600; null when nobody says. */
  readonly retryAfterSeconds: number | null;
  /** Explanation of the service, 1,000 characters at most; null when that was not read, or says nothing. */
  readonly serviceMessage: string | null;
  /** Verdicts of the service on single fields, as they came: for `readFieldChecks`; null when it says nothing of the kind. */
  readonly validation: unknown;

  constructor(kind: FailureKind, details: FailureDetails) {
    // To record a stack takes ten times as long as the failure itself, and an overload makes one for each call.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(`${details.operation}: ${kind.replaceAll('_', ' ')}`);
    Error.stackTraceLimit = stackTraceLimit;
    this.kind = kind;
    this.operation = details.operation;
    this.status = details.status ?? null;
    this.systemCode = details.systemCode ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? failureKinds[kind].retryAfterSeconds;
    this.serviceMessage = details.serviceMessage ?? null;
    this.validation = details.validation ?? null;
  }

  /** Code of the error that a client gets. */
  get code(): FailureCode {
    return failureKinds[this.kind].code;
  }
}

/** Returns the failed call that an error tells of; null for any other error. */
export const failureIn = (error: unknown): UpstreamFailure | null => (error instanceof UpstreamFailure ? error : null);

/** Returns the kind of the failed call that an error tells of; null for any other error. */
export const kindOf = (error: unknown): FailureKind | null => failureIn(error)?.kind ?? null;

/** Returns whether an error tells of a failed call of such a code. */
export const hasCode = (error: unknown, ...codes: readonly FailureCode[]): boolean => {
  const failure = failureIn(error);
  return failure !== null && codes.includes(failure.code);
};

/** Returns whether a call was ended because nobody waits for it. */
export const isCancelled = ({ kind }: UpstreamFailure): boolean => kind === 'cancelled' || kind === 'write_cancelled';
