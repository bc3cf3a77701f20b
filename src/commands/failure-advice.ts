/** What to do when a call to the service fails. */
import { InvalidCredentialInputError } from '../upstream/credentials.ts';
import {
  ResultUnknownError,
  UnreadableResultError,
  UpstreamError,
  UpstreamForbiddenError,
  UpstreamInvalidError,
  UpstreamNotFoundError,
  UpstreamRateLimitedError,
  UpstreamRejectedError,
  UpstreamTimeoutError,
  UpstreamUnauthenticatedError,
  UpstreamUnavailableError,
} from '../upstream/errors.ts';

/** A failure in words. */
export interface Advice {
  /** What is wrong. */
  readonly problem: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** What the address of a service has to be. */
export const BASE_ADDRESS = 'the base address of the Listings Service, which ends just before /v1, usually in /api';

const NOT_THE_SERVICE = `LISTINGS_API_URL has to be ${BASE_ADDRESS}`;

const isTlsCode = (code: string): boolean =>
  /CERT|SSL|TLS|SELF_SIGNED|ISSUER|SIGNATURE|HOSTNAME|EPROTO/.test(code) && !code.startsWith('UND_ERR');

/** Explains a failed connection by the code of the platform. */
const adviseOnConnection = (code: string, { hostname, host }: URL): Advice => {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return {
      problem: `the name ${hostname} cannot be resolved (${code})`,
      remedy: 'check its spelling in LISTINGS_API_URL, and the DNS of this machine',
    };
  }
  if (code === 'ECONNREFUSED') {
    return {
      problem: `nothing listens at ${host} (${code})`,
      remedy: 'check the host and port in LISTINGS_API_URL, and whether the service runs',
    };
  }
  if (isTlsCode(code)) {
    return {
      problem: `a secure connection to ${host} cannot be made (${code})`,
      remedy:
        'check that the address speaks https there and that its certificate is valid for that name; for a private authority set NODE_EXTRA_CA_CERTS to its certificate',
    };
  }
  return {
    problem: `the connection to ${host} failed (${code})`,
    remedy: 'check the network between this machine and the service, and any proxy or firewall on the way',
  };
};

const adviseOnUpstream = (error: UpstreamError, url: URL): Advice => {
  const { status, reason } = error;
  if (error instanceof UpstreamNotFoundError) {
    return { problem: `there is no Listings Service at ${url.href} (${status})`, remedy: NOT_THE_SERVICE };
  }
  if (error instanceof UpstreamInvalidError || error instanceof UnreadableResultError) {
    const redirect = status !== null && status >= 300 && status < 400;
    return redirect
      ? { problem: `${url.href} redirects elsewhere (${status})`, remedy: 'set LISTINGS_API_URL to the final address' }
      : { problem: `what answers at ${url.href} is not the Listings Service (${status})`, remedy: NOT_THE_SERVICE };
  }
  if (error instanceof UpstreamForbiddenError) {
    return {
      problem: 'access is forbidden (403)',
      remedy: 'ask whoever runs the service whether this machine and this application are allowed',
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
  if (error instanceof UpstreamTimeoutError || reason === 'TIMEOUT') {
    return {
      problem: `no answer from ${url.host} in time${reason === null ? '' : ` (${reason})`}`,
      remedy:
        'check the network on the way there; if the service is slow, raise UPSTREAM_HEADERS_TIMEOUT_MS and UPSTREAM_TIMEOUT_MS',
    };
  }
  if (error instanceof UpstreamRejectedError) {
    return { problem: `the service refused the request (${status})`, remedy: error.serviceMessage ?? NOT_THE_SERVICE };
  }
  if (
    (error instanceof UpstreamUnavailableError || error instanceof ResultUnknownError) &&
    reason !== null &&
    status === null
  ) {
    return adviseOnConnection(reason, url);
  }
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
