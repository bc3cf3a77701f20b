/** The gateway's own application at the service: reads of public lists for callers who send no token (ruling R4). */
import { operationOf } from '../contract/endpoints.ts';
import type { Logger } from '../log.ts';
import type { CallScope, PublicCall, ServiceClient } from '../upstream/client.ts';
import type { ClientCredentials } from '../upstream/credentials.ts';
import { UpstreamUnauthenticatedError } from '../upstream/errors.ts';
import { type GrantedToken, requestToken } from '../upstream/tokens.ts';
import { createHeldToken } from './held-token.ts';

/** The gateway's own application. */
export interface OwnApplication {
  readonly credentials: ClientCredentials;
  /** Makes calls of public endpoints with the application's own token, which is asked for when needed. */
  readonly bind: (scope: CallScope) => PublicCall;
}

/**
 * Asks for a token. A refusal is the operator's to mend, so the log tells; a caller without a token is told to send one.
 *
 * @throws UpstreamUnauthenticatedError when the service refuses the application
 */
const requestOwnToken = async (
  service: ServiceClient,
  client: ClientCredentials,
  log: Logger,
): Promise<GrantedToken> => {
  const result = await requestToken(service, { grant: 'client_credentials', client });
  if (result.kind === 'granted') return result.token;
  log.error("The service refuses the gateway's own application: check LISTINGS_CLIENT_ID and LISTINGS_CLIENT_SECRET.");
  throw new UpstreamUnauthenticatedError({ operation: operationOf('requestToken') });
};

/** Creates the gateway's own application. `now` is in milliseconds. */
export const createOwnApplication = (
  service: ServiceClient,
  credentials: ClientCredentials,
  now: () => number,
  log: Logger,
): OwnApplication => {
  const held = createHeldToken(() => requestOwnToken(service, credentials, log), now);
  return {
    credentials,
    bind: (scope) => async (name, inputs) => {
      const token = await held.get();
      try {
        return await service.bind({ ...scope, token })(name, inputs);
      } catch (error) {
        if (!(error instanceof UpstreamUnauthenticatedError)) throw error;
        // The service may have forgotten the token before its time, e.g. when it was restarted.
        held.drop(token);
        return await service.bind({ ...scope, token: await held.get() })(name, inputs);
      }
    },
  };
};
