/** Advice on failed calls to the service. */
import { InvalidCredentialInputError } from '../../upstream/call/credentials.ts';
import {
  UnreadableResultError,
  UpstreamError,
  UpstreamForbiddenError,
  UpstreamInvalidError,
  UpstreamNotFoundError,
  UpstreamRateLimitedError,
  UpstreamRejectedError,
  UpstreamUnauthenticatedError,
} from '../../upstream/call/errors.ts';
import {
  type FailureReason,
  failureReasonOf,
  failureReasons,
  isTlsFailure,
} from '../../upstream/call/failure-reason.ts';

/** A failure in words. */
export interface Advice {
  /** Explanation of the failure. */
  readonly problem: string;
  /** Steps that fix it. */
  readonly remedy: string;
}

/** Rule for the address of a service. */
export const BASE_ADDRESS = 'the base address of the Listings Service, which ends just before /v1, usually in /api';

const NOT_THE_SERVICE = `LISTINGS_API_URL must be ${BASE_ADDRESS}`;

/** Explains a failed connection; the code is that of the platform. */
const adviseOnConnection = (reason: FailureReason, code: string, { hostname, host }: URL): Advice => {
  const { remedy } = failureReasons[reason];
  if (reason === 'ENOTFOUND' || reason === 'EAI_AGAIN') {
    return { problem: `the name ${hostname} cannot be resolved (${code})`, remedy };
  }
  if (reason === 'ECONNREFUSED') return { problem: `nothing listens at ${host} (${code})`, remedy };
  if (isTlsFailure(reason)) return { problem: `a secure connection to ${host} cannot be made (${code})`, remedy };
  if (reason === 'proxy_failed') return { problem: `the proxy opens no way to ${host} (${code})`, remedy };
  return { problem: `the connection to ${host} failed (${code})`, remedy };
};

const timeouts: ReadonlySet<FailureReason> = new Set([
  'connect_timeout',
  'headers_timeout',
  'body_timeout',
  'call_timeout',
  'ETIMEDOUT',
]);

const adviseOnUpstream = (error: UpstreamError, url: URL): Advice => {
  const { status, reason } = error;
  if (error instanceof UpstreamNotFoundError) {
    return { problem: `there is no Listings Service at ${url.href} (${status})`, remedy: NOT_THE_SERVICE };
  }
  if (error instanceof UpstreamInvalidError || error instanceof UnreadableResultError) {
    const redirect = status !== null && status >= 300 && status < 400;
    return redirect
      ? { problem: `${url.href} redirects elsewhere (${status})`, remedy: failureReasons.redirect.remedy }
      : { problem: `the server at ${url.href} is not the Listings Service (${status})`, remedy: NOT_THE_SERVICE };
  }
  if (error instanceof UpstreamForbiddenError) {
    return {
      problem: 'access is forbidden (403)',
      remedy: 'ask the operators of the service whether this machine and this application are allowed',
    };
  }
  if (error instanceof UpstreamRateLimitedError) {
    return { problem: 'the service asks for fewer calls (429)', remedy: 'try again later' };
  }
  if (error instanceof UpstreamUnauthenticatedError) {
    return {
      problem: 'the service does not accept the token it has just given (401)',
      remedy: 'check LISTINGS_AUTH_HEADER: some services spell it Authorization',
    };
  }
  const known = failureReasonOf(error) ?? 'other';
  if (timeouts.has(known)) {
    return {
      problem: `no response from ${url.host} in time${reason === null ? '' : ` (${reason})`}`,
      remedy: failureReasons[known].remedy,
    };
  }
  if (error instanceof UpstreamRejectedError) {
    return { problem: `the service refused the request (${status})`, remedy: error.serviceMessage ?? NOT_THE_SERVICE };
  }
  if (reason !== null && status === null) return adviseOnConnection(known, reason, url);
  return {
    problem: `the service failed${status === null ? '' : ` (${status})`}`,
    remedy: 'see its own log or status page, and try again later',
  };
};

/** Says in words what a failed call to the service at `url` means; null for an error that is not of such a call. */
export const adviseOn = (error: unknown, url: URL): Advice | null => {
  if (error instanceof InvalidCredentialInputError) {
    return { problem: error.message, remedy: 'check LISTINGS_CLIENT_ID and LISTINGS_CLIENT_SECRET' };
  }
  return error instanceof UpstreamError ? adviseOnUpstream(error, url) : null;
};
