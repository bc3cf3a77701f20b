/** Steps that try whether a Listings Service can be used. */
import type { ClientCredentials } from '../../upstream/call/credentials.ts';
import { hasCode } from '../../upstream/call/failure.ts';
import type { ServiceClient } from '../../upstream/client.ts';
import { listSections } from '../../upstream/endpoints/sections.ts';
import { requestToken } from '../../upstream/endpoints/tokens.ts';
import { buildRequest } from '../../upstream/request.ts';
import { type Advice, adviseOn } from './failure-advice.ts';

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
