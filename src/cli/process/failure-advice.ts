/** Advice on failed calls to the service. */
import { InvalidCredentialInputError } from '../../upstream/call/credentials.ts';
import { type FailureKind, failureKinds } from '../../upstream/call/failure-kinds.ts';
import {
  type FailureReason,
  failureReasonOf,
  failureReasons,
  isTlsFailure,
} from '../../upstream/call/failure-reason.ts';
import { failureIn, type UpstreamFailure } from '../../upstream/call/failure.ts';

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

const remedyOf = (reason: FailureReason): string => (failureReasons.get(reason) ?? failureKinds.unreachable).remedy;

/** Explains a failed connection; the code is that of the platform. */
const adviseOnConnection = (reason: FailureReason, code: string, { hostname, host }: URL): Advice => {
  const remedy = remedyOf(reason);
  if (reason === 'ENOTFOUND' || reason === 'EAI_AGAIN') {
    return { problem: `the name ${hostname} cannot be resolved (${code})`, remedy };
  }
  if (reason === 'ECONNREFUSED') return { problem: `nothing listens at ${host} (${code})`, remedy };
  if (isTlsFailure(reason)) return { problem: `a secure connection to ${host} cannot be made (${code})`, remedy };
  if (reason === 'proxy_failed') return { problem: `the proxy opens no way to ${host} (${code})`, remedy };
  return { problem: `the connection to ${host} failed (${code})`, remedy };
};

type Advise = (failure: UpstreamFailure, url: URL) => Advice;

const redirects: Advise = ({ status }, url) => ({
  problem: `${url.href} redirects elsewhere (${status})`,
  remedy: failureKinds.redirect.remedy,
});

const isAnother: Advise = ({ status }, url) => ({
  problem: `the server at ${url.href} is not the Listings Service (${status})`,
  remedy: NOT_THE_SERVICE,
});

const tokenRefused: Advise = () => ({
  problem: 'the service does not accept the token it has just given (401)',
  remedy: 'check LISTINGS_AUTH_HEADER: some services spell it Authorization',
});

/** Advice on what a service responds at the start, where it has been asked for nothing unusual. */
const adviceByKind: Readonly<Partial<Record<FailureKind, Advise>>> = {
  not_found: ({ status }, url) => ({
    problem: `there is no Listings Service at ${url.href} (${status})`,
    remedy: NOT_THE_SERVICE,
  }),
  redirect: redirects,
  result_redirected: redirects,
  unreadable: isAnother,
  broken_http: isAnother,
  result_unreadable: isAnother,
  forbidden: () => ({
    problem: 'access is forbidden (403)',
    remedy: 'ask the operators of the service whether this machine and this application are allowed',
  }),
  rate_limited: () => ({ problem: 'the service asks for fewer calls (429)', remedy: 'try again later' }),
  token_rejected: tokenRefused,
  token_missing: tokenRefused,
  application_refused: tokenRefused,
  rejected: ({ status, serviceMessage }) => ({
    problem: `the service refused the request (${status})`,
    remedy: serviceMessage ?? NOT_THE_SERVICE,
  }),
};

const timeouts: ReadonlySet<FailureReason> = new Set([
  'connect_timeout',
  'headers_timeout',
  'body_timeout',
  'call_timeout',
  'ETIMEDOUT',
]);

const adviseOnUpstream: Advise = (failure, url) => {
  const { kind, status, reason } = failure;
  const advise = adviceByKind[kind];
  if (advise !== undefined) return advise(failure, url);
  const known = failureReasonOf(failure) ?? 'other';
  if (timeouts.has(known)) {
    return {
      problem: `no response from ${url.host} in time${reason === null ? '' : ` (${reason})`}`,
      remedy: remedyOf(known),
    };
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
  const failure = failureIn(error);
  return failure === null ? null : adviseOnUpstream(failure, url);
};
