/** The gateway's own application at the service: reads of public lists for callers who send no token (ruling R4). */
import type { PublicCall, ServiceClient } from '../upstream/client.ts';
import type { ClientCredentials } from '../upstream/credentials.ts';
import { UpstreamUnauthenticatedError } from '../upstream/errors.ts';
import { requestToken } from '../upstream/tokens.ts';
import { createHeldToken } from './held-token.ts';

/** The gateway's own application. */
export interface OwnApplication {
  readonly credentials: ClientCredentials;
  /** Calls a public endpoint with the application's own token, getting one when needed. */
  readonly call: PublicCall;
}

/** Creates the gateway's own application. `now` is in milliseconds. */
export const createOwnApplication = (
  service: ServiceClient,
  credentials: ClientCredentials,
  now: () => number,
): OwnApplication => {
  const held = createHeldToken(() => requestToken(service, { grant: 'client_credentials', client: credentials }), now);
  return {
    credentials,
    call: async (name, inputs) => {
      const token = await held.get();
      try {
        return await service.bind({ token })(name, inputs);
      } catch (error) {
        if (!(error instanceof UpstreamUnauthenticatedError)) throw error;
        // The service may have forgotten the token before its time, e.g. when it was restarted.
        held.drop(token);
        return await service.bind({ token: await held.get() })(name, inputs);
      }
    },
  };
};
