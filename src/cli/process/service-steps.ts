/** Steps that try whether a Listings Service can be used, and advice on what fails. */
import { type ClientCredentials, InvalidCredentialInputError } from '../../upstream/call/credentials.ts';
import { type FailureKind, failureKinds } from '../../upstream/call/failure-kinds.ts';
import {
  type FailureReason,
  failureReasonOf,
  failureReasons,
  isTlsFailure,
} from '../../upstream/call/failure-reason.ts';
import { type UpstreamFailure, failureIn, hasCode } from '../../upstream/call/failure.ts';
import type { ServiceClient } from '../../upstream/client.ts';
import { listSections } from '../../upstream/endpoints/sections.ts';
import { requestToken } from '../../upstream/endpoints/tokens.ts';
import { buildRequest } from '../../upstream/request.ts';

/** A failure in words. */
export interface Advice {
  /** Explanation of the failure. */
  readonly problem: string;
  /** Steps that fix it. */
  readonly remedy: string;
}

/** Rule for the address of a service. */
const BASE_ADDRESS = 'the base address of the Listings Service, which ends just before /v1, usually in /api';

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
const adviseOn = (error: unknown, url: URL): Advice | null => {
  if (error instanceof InvalidCredentialInputError) {
    return { problem: error.message, remedy: 'check LISTINGS_CLIENT_ID and LISTINGS_CLIENT_SECRET' };
  }
  const failure = failureIn(error);
  return failure === null ? null : adviseOnUpstream(failure, url);
};

/** One thing to try: its result in words, or what is wrong. */
export type Step = () => Promise<string | Advice>;

/** Every endpoint but the token's wants a token, so a good service refuses this. */
export const refusesStrangers = async (service: ServiceClient): Promise<string | Advice> => {
  try {
    await service.send(buildRequest('listSections', {}, []), {});
  } catch (error) {
    if (hasCode(error, 'UNAUTHENTICATED')) return 'responds, and refuses a request without a token';
    throw error;
  }
  return {
    problem: 'it accepts a request without a token, which the Listings Service would refuse',
    remedy: 'check that LISTINGS_API_URL is the address of the service itself',
  };
};

/** With the gateway's own application it has to give a token, and sections for it. */
export const usesOwnApplication = async (
  service: ServiceClient,
  client: ClientCredentials,
): Promise<string | Advice> => {
  const result = await requestToken(service, { grant: 'client_credentials', client });
  if (result.kind === 'refused') {
    return {
      problem: `it refuses LISTINGS_CLIENT_ID and LISTINGS_CLIENT_SECRET (${result.text})`,
      remedy: 'compare both with the developer portal; if they are right, try LISTINGS_TOKEN_PARAMS=form',
    };
  }
  const { Access_token: token } = result.token;
  const sections = await listSections(service.bind({ token }));
  return `accepts the gateway's own application, and lists ${sections.length} sections`;
};

/**
 * Takes a step at the service at `url`.
 *
 * @throws the error of the step when it is not that of a call
 */
export const takeStep = async (step: Step, url: URL): Promise<string | Advice> => {
  try {
    return await step();
  } catch (error) {
    const advice = adviseOn(error, url);
    if (advice === null) throw error;
    return advice;
  }
};
