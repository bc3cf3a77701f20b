/** Steps that try whether a Listings Service can be used, and advice on what fails. */
import { readUserAgent } from '../../app/version.ts';
import type { Config } from '../../config/config.ts';
import { createLog } from '../../log/logger.ts';
import { type ClientCredentials, InvalidCredentialInputError } from '../../rest/call/credentials.ts';
import { type FailureAdvice, type FailureKind, failureKinds } from '../../rest/call/failure-kinds.ts';
import { failureReasonOf, failureReasons } from '../../rest/call/failure-reason.ts';
import { type UpstreamFailure, failureIn, hasCode } from '../../rest/call/failure.ts';
import { createServiceClient, type ServiceClient } from '../../rest/client.ts';
import { listSections } from '../../rest/endpoints/sections.ts';
import { requestToken } from '../../rest/endpoints/tokens.ts';
import { buildRequest } from '../../rest/request.ts';
import { createTransport } from '../../rest/transport.ts';

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

const tokenRefused: FailureAdvice = {
  meaning: 'The service does not accept the token it has just given.',
  remedy: 'check LISTINGS_AUTH_HEADER: some services spell it Authorization',
};

const notTheService: FailureAdvice = { meaning: 'This is not the Listings Service.', remedy: NOT_THE_SERVICE };

/** Advice on what a service responds at the start, where it has been asked for nothing unusual. */
const atStart: Readonly<Partial<Record<FailureKind, FailureAdvice>>> = {
  not_found: notTheService,
  unreadable: notTheService,
  broken_http: notTheService,
  result_unreadable: notTheService,
  token_rejected: tokenRefused,
  token_missing: tokenRefused,
  application_refused: tokenRefused,
};

const adviseOnUpstream = (failure: UpstreamFailure, { href }: URL): Advice => {
  const { kind, status, systemCode, serviceMessage } = failure;
  const reason = failureReasonOf(failure);
  const known = reason === null ? undefined : failureReasons.get(reason);
  const { meaning, remedy } = atStart[kind] ?? known ?? failureKinds[kind];
  const sign = status ?? systemCode;
  return {
    problem: `${href}: ${meaning.slice(0, -1)}${sign === null ? '' : ` (${sign})`}`,
    remedy: kind === 'rejected' ? (serviceMessage ?? NOT_THE_SERVICE) : remedy,
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

/** Opens a way of its own to the service at `url`, of which nothing is counted or logged. */
export const openService = (
  url: URL,
  { transport: options, tokenParams }: Pick<Config, 'transport' | 'tokenParams'>,
) => {
  const transport = createTransport({ ...options, userAgent: readUserAgent(), baseUrl: url });
  return {
    service: createServiceClient({ transport, tokenParams, log: createLog('silent') }),
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  };
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
