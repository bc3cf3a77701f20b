/** The gateway's own application at the service: reads that need no user, for callers without a token (rulings R4 and R41). */
import { type EndpointName, operationOf } from '../contract/endpoints.ts';
import type { Logger } from '../log.ts';
import type { ApplicationCall, Call, CallScope, ServiceClient } from '../upstream/client.ts';
import type { AccessToken, ClientCredentials } from '../upstream/credentials.ts';
import { UpstreamUnauthenticatedError } from '../upstream/errors.ts';
import { type GrantedToken, requestToken } from '../upstream/tokens.ts';
import { createHeldToken } from './held-token.ts';

/** The gateway's own application. */
export interface OwnApplication {
  readonly credentials: ClientCredentials;
  /**
   * Makes calls that need no user with the application's own token, which is asked for when needed. Where the service refuses
   * it, they fail as a call without a token does: the caller sent none that could be mended.
   */
  readonly bind: (scope: CallScope) => ApplicationCall;
}

/** How long an endpoint that refuses the application is not asked on its token again; up to a tenth less, at random. */
const REFUSAL_MS = 60_000;

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
  /** Endpoints that refused a token which had just been granted, and until when. */
  const refusedUntil = new Map<EndpointName, number>();

  /** Whoever asks sent no token: "the service refused it" would be about ours. */
  const refused = (name: EndpointName) => new UpstreamUnauthenticatedError({ operation: operationOf(name) });

  const noteRefusal = (name: EndpointName): void => {
    // Calls that were under way together are refused together.
    if (now() < (refusedUntil.get(name) ?? 0)) return;
    refusedUntil.set(name, now() + REFUSAL_MS * (1 - 0.1 * Math.random()));
    log.warn(
      { operation: operationOf(name) },
      "The service refuses the token of the gateway's own application here: callers need a token of their own.",
    );
  };

  const isRefusal = (error: unknown): boolean => error instanceof UpstreamUnauthenticatedError && error.status !== null;

  return {
    credentials,
    bind: (scope) => {
      let bound: { readonly token: AccessToken; readonly call: Call } | null = null;
      // One for all calls of an operation: they share its place in the queue.
      const callWith = (token: AccessToken): Call => {
        bound = bound?.token === token ? bound : { token, call: service.bind({ ...scope, token }) };
        return bound.call;
      };
      return async (name, inputs) => {
        if (now() < (refusedUntil.get(name) ?? 0)) throw refused(name);
        const token = await held.get();
        try {
          return await callWith(token)(name, inputs);
        } catch (error) {
          if (!isRefusal(error)) throw error;
          // The service may have forgotten the token before its time, e.g. when it was restarted.
          held.drop(token);
        }
        try {
          return await callWith(await held.get())(name, inputs);
        } catch (error) {
          if (!isRefusal(error)) throw error;
          noteRefusal(name);
          throw refused(name);
        }
      };
    },
  };
};
