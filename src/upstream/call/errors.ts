/**
 * One class for each way in which a call to the service can fail.
 *
 * Messages name the operation and what went wrong; none holds a URL, a host, a header, a body or a token, and none keeps
 * the error of the HTTP client as its cause.
 */

/** Details of a failed call. */
export interface FailureDetails {
  /** Method and template of the endpoint, e.g. `GET /v1/listings/{id}`. */
  readonly operation: string;
  /** HTTP status of the response; null or absent when there was none. */
  readonly status?: number | null;
  /** True when the same call may be sent again without harm and with a chance of success; false unless given. */
  readonly retryable?: boolean;
  /** Code of the system or of the HTTP client, e.g. `ECONNREFUSED`; null or absent when there is none. */
  readonly reason?: string | null;
  /** Explanation of the service, 1,000 characters at most; null or absent when that was not read, or says nothing. */
  readonly serviceMessage?: string | null;
}

/** A call to the service that failed. */
export abstract class UpstreamError extends Error {
  /** Method and template of the endpoint, e.g. `GET /v1/listings/{id}`. */
  readonly operation: string;
  /** HTTP status of the response; null when there was none. */
  readonly status: number | null;
  /** True when the same call may be sent again without harm and with a chance of success. */
  readonly retryable: boolean;
  /** Code of the system or of the HTTP client, e.g. `ECONNREFUSED`; null when there is none. */
  readonly reason: string | null;
  /** Explanation of the service, 1,000 characters at most; null when that was not read, or says nothing. */
  readonly serviceMessage: string | null;

  constructor(problem: string, details: FailureDetails) {
    const { operation, status = null, retryable = false, reason = null, serviceMessage = null } = details;
    super(`${operation}: ${problem}`);
    this.name = new.target.name;
    this.operation = operation;
    this.status = status;
    this.retryable = retryable;
    this.reason = reason;
    this.serviceMessage = serviceMessage;
  }
}

/**
 * The call needs a token and there is none (`reason` is `TOKEN_MISSING`, status null, nothing was sent), or the service
 * responded with 401 (`TOKEN_REJECTED`): the token is expired, revoked, or an application's in a user's operation (ruling R5).
 */
export class UpstreamUnauthenticatedError extends UpstreamError {
  declare readonly reason: 'TOKEN_MISSING' | 'TOKEN_REJECTED';

  constructor({ operation, status = null }: Pick<FailureDetails, 'operation' | 'status'>) {
    super(status === null ? 'a token is needed' : 'the service does not accept the token', {
      operation,
      status,
      reason: status === null ? 'TOKEN_MISSING' : 'TOKEN_REJECTED',
    });
  }
}

/**
 * The service grants the gateway's own application no token. To callers, who sent none, it is a token that is missing: nothing
 * of theirs was refused.
 */
export class ApplicationRefusedError extends UpstreamUnauthenticatedError {
  constructor({ operation }: Pick<FailureDetails, 'operation'>) {
    super({ operation });
  }
}

/** The service responded with 403: the token is good, but not for this. */
export class UpstreamForbiddenError extends UpstreamError {
  constructor(details: FailureDetails) {
    super('the service forbids this', details);
  }
}

/** The service responded with 404 or 410. */
export class UpstreamNotFoundError extends UpstreamError {
  constructor(details: FailureDetails) {
    super('the service has no such thing', details);
  }
}

/** Details with the time that the service asks to wait. */
interface WaitDetails extends FailureDetails {
  /** Seconds to wait, from 0 to 3,600; null or absent when the service does not say. */
  readonly retryAfterSeconds?: number | null;
}

/** The service responded with 429. */
export class UpstreamRateLimitedError extends UpstreamError {
  /** Seconds to wait, from 0 to 3,600; null when the service does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(details: WaitDetails) {
    super('the service asks for fewer calls', { retryable: true, ...details });
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/**
 * The gateway has as many calls under way and waiting as it takes, and none ended in time: nothing was sent. Or a call that changes
 * nothing took long while others needed its connection.
 */
export class UpstreamOverloadedError extends UpstreamError {
  /** Seconds to wait. */
  readonly retryAfterSeconds = 1;

  constructor({ operation }: Pick<FailureDetails, 'operation'>) {
    super('too many calls wait for the service', { operation, retryable: true });
  }
}

/**
 * No connection to the service, the connection broke, the service responded with 5xx, or so many calls like this one have failed
 * lately that it was not even sent (`reason` is `BREAKER_OPEN`).
 */
export class UpstreamUnavailableError extends UpstreamError {
  /** Seconds to wait, from 0 to 3,600; null when the service does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(details: WaitDetails) {
    super('the service is not available', details);
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/** The service did not respond, or not completely, in the available time. */
export class UpstreamTimeoutError extends UpstreamError {
  constructor(details: FailureDetails) {
    super('the service did not respond in time', details);
  }
}

/** The service responded to a read with something that is no response of the endpoint: a redirect, HTML, broken or odd JSON. */
export class UpstreamInvalidError extends UpstreamError {
  constructor(details: FailureDetails) {
    super('the service gave an unreadable response', details);
  }
}

/** The response, as sent or once inflated, is larger than the gateway reads. */
export class UpstreamTooLargeError extends UpstreamError {
  constructor(details: FailureDetails) {
    super('the response of the service is too large', details);
  }
}

/**
 * The response was given up half-way: the responses that are being received would take more memory together than they may, and it was the
 * largest.
 */
export class ResponseGivenUpError extends UpstreamError {
  /** Seconds to wait. */
  readonly retryAfterSeconds = 1;

  constructor(details: Pick<FailureDetails, 'operation' | 'status'>) {
    super('the responses of the service are too large together', { ...details, retryable: true });
  }
}

/** The service responded with another 4xx, or with a 2xx that says so: it understood the call and refused it. */
export class UpstreamRejectedError extends UpstreamError {
  /** Verdicts of the service on single fields, as they came: for `readFieldChecks`; null when it says nothing of the kind. */
  readonly validation: unknown;

  constructor(details: FailureDetails & { readonly validation?: unknown }) {
    super('the service refused this', details);
    this.validation = details.validation ?? null;
  }
}

/** A write was sent, and its response does not say what came of it: it may have been applied, or not. */
export class ResultUnknownError extends UpstreamError {
  constructor(details: FailureDetails, problem = 'the connection ended before the response, so the result is unknown') {
    super(problem, details);
  }
}

/** The response to a write was a redirect, or a 2xx whose body cannot be read: it may have been applied (ruling R7). */
export class UnreadableResultError extends ResultUnknownError {
  constructor(details: FailureDetails) {
    super(details, 'the service gave an unreadable response, so the result is unknown');
  }
}

/**
 * The caller's signal was aborted: because the time of its operation was up (`reason` is `OPERATION_TIMEOUT`), or because nobody
 * waits. The request, if one was under way, is ended and its connection closed.
 */
export class OperationCancelledError extends UpstreamError {
  /** True when the request may have reached the service; a write may then have been applied. */
  readonly sent: boolean;

  constructor(details: FailureDetails & { readonly sent?: boolean }) {
    super('the call was cancelled', details);
    this.sent = details.sent ?? false;
  }
}
