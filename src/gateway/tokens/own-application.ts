/** The gateway's own application at the service: reads that need no user, for callers without a token (assumptions R4 and R41). */
import { type EndpointName, operationOf } from '../../contract/endpoints.ts';
import type { AccessToken, ClientCredentials } from '../../rest/call/credentials.ts';
import { kindOf, UpstreamFailure } from '../../rest/call/failure.ts';
import type { ApplicationCall, Call, CallScope } from '../../rest/client.ts';
import type { GrantApplication } from './grants.ts';
import { createOwnToken, type OwnToken, type OwnTokenOptions } from './own-token.ts';

/** The gateway's own application: the settings `LISTINGS_CLIENT_ID` and `LISTINGS_CLIENT_SECRET`. */
export interface OwnApplication {
  readonly credentials: ClientCredentials;
  /** What grants say of it, those of users included. */
  readonly status: GrantApplication;
  /** As that of its token. */
  readonly advice: OwnToken['advice'];
  /**
   * Makes calls that need no user with the application's own token, which is asked for when needed. Where the service refuses
   * it, they fail as a call without a token does: the caller sent none that could be fixed.
   */
  readonly bind: (scope: CallScope) => ApplicationCall;
}

/**
 * Time for which what the service refuses is not tried again: to take a token at an endpoint, or to take a new one in place of one that
 * it refused. Up to a tenth less, at random.
 */
const REFUSAL_MS = 60_000;

const refusalMs = (): number => REFUSAL_MS * (1 - 0.1 * Math.random());

/** Creates the gateway's own application. */
export const createOwnApplication = (options: OwnTokenOptions): OwnApplication => {
  const { service, credentials, now, log } = options;
  const ownToken = createOwnToken(options);

  /** Endpoints that refused a token which had just been granted, and until when. */
  const refusedUntil = new Map<EndpointName, number>();
  /** Endpoints that have answered the application: what they refuse it is about what was asked for. */
  const responding = new Set<EndpointName>();
  /** When a token that is refused is next replaced: where a new one was refused too, it was not for its age. */
  let renewFrom = Number.NEGATIVE_INFINITY;

  /** Whoever asks sent no token: "the service refused it" would be about ours. */
  const refused = (name: EndpointName) => new UpstreamFailure('token_missing', { operation: operationOf(name) });

  const recordRefusal = (name: EndpointName): void => {
    // One thing that needs a user must not take from callers without a token all that does not.
    if (responding.has(name)) return;
    // Calls that were under way together are refused together.
    if (now() < (refusedUntil.get(name) ?? 0)) return;
    refusedUntil.set(name, now() + refusalMs());
    log.warn(
      { operation: operationOf(name) },
      "The service refuses the token of the gateway's own application here: callers need a token of their own.",
    );
  };

  /** Throws what is no refusal of the token. */
  const throwOthers = (error: unknown): void => {
    if (kindOf(error) !== 'token_rejected') throw error;
  };

  return {
    credentials,
    status: ownToken.status,
    advice: ownToken.advice,
    bind: (scope) => {
      let bound: { readonly token: AccessToken; readonly call: Call } | null = null;
      // One for all calls of an operation: they share its place in the queue.
      const callWith = (token: AccessToken): Call => {
        bound = bound?.token === token ? bound : { token, call: service.bind({ ...scope, token }) };
        return bound.call;
      };
      return async (name, inputs, reader) => {
        if (now() < (refusedUntil.get(name) ?? 0)) throw refused(name);
        const read: typeof reader = (...body) => {
          responding.add(name);
          return reader(...body);
        };
        const token = await ownToken.get();
        try {
          return await callWith(token)(name, inputs, read);
        } catch (error) {
          throwOthers(error);
        }
        if (now() >= renewFrom) {
          // The service may have forgotten the token before its time, e.g. when it was restarted.
          const other = await ownToken.replace(token);
          try {
            return await callWith(other)(name, inputs, read);
          } catch (error) {
            throwOthers(error);
          }
          renewFrom = now() + refusalMs();
          log.info({ operation: operationOf(name) }, "The service refused the gateway's own application something.");
        }
        recordRefusal(name);
        throw refused(name);
      };
    },
  };
};
