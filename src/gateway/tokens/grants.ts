/** Grants for users and applications: what a refusal of one means to whoever asked, and that a refresh token is sent once. */
import { hash } from 'node:crypto';
import { operationOf } from '../../contract/endpoints.ts';
import type { ClientCredentials, Secret } from '../../rest/call/credentials.ts';
import { UpstreamFailure } from '../../rest/call/failure.ts';
import type { CallScope } from '../../rest/call/service-request.ts';
import type { GrantSender } from '../../rest/client.ts';
import { type GrantRefusal, wordsForUser } from '../../rest/endpoints/grant-refusal.ts';
import { type Grant, type GrantedToken, requestToken } from '../../rest/endpoints/tokens.ts';
import type { FailureMetrics } from '../observability/metrics/upstream.ts';

/** A refusal that is the business of whoever gave the credentials. */
interface RefusedUser {
  readonly kind: 'refused';
  /** Why, in the service's words; null when the credentials are wrong. */
  readonly words: string | null;
}

/** A grant that says something of the user. */
export type UserGrant = { readonly kind: 'granted'; readonly token: GrantedToken } | RefusedUser;

/** What a grant says of the gateway's own application, which it was asked for. */
export interface GrantApplication {
  refused(): void;
  granted(): void;
  /** Whether the service refuses it now, whatever user it is asked for. @throws UpstreamFailure when that is not known */
  isRefused(): Promise<boolean>;
}

/** What a grant is asked with. */
export interface Granting {
  readonly service: GrantSender;
  readonly metrics: Pick<FailureMetrics, 'countGrant'>;
}

const judge = async (refusal: GrantRefusal, own: GrantApplication | null): Promise<RefusedUser | null> => {
  const { about } = refusal;
  const isOfApplication = about === 'application' || (about === 'unsaid' && own !== null && (await own.isRefused()));
  return about === 'request' || (isOfApplication && own !== null)
    ? null
    : { kind: 'refused', words: wordsForUser(refusal) };
};

/**
 * Asks the service for a token. Assumption: R49.
 *
 * @param own the gateway's own application where it is the one that asks; null for one that the client named, which is its credentials too
 * @throws UpstreamFailure `grant_refused` when the service refuses the gateway's own application, `rejected` when it refuses the request as
 *   such: that says nothing of the user, and whoever runs the gateway can set it right; and as `requestToken` does
 */
export const requestGrant = async (
  { service, metrics }: Granting,
  grant: Grant,
  own: GrantApplication | null,
  scope: CallScope = {},
): Promise<UserGrant> => {
  let counted: Parameters<FailureMetrics['countGrant']>[1] = 'failed';
  try {
    const result = await requestToken(service, grant, scope);
    if (result.kind === 'granted') {
      counted = 'granted';
      own?.granted();
      return result;
    }
    const refused = await judge(result, own);
    if (refused !== null) {
      counted = refused.words === null ? 'credentials' : 'account';
      return refused;
    }
    counted = result.about === 'request' ? 'request' : 'application';
    if (counted === 'application') own?.refused();
    const kind = counted === 'application' ? 'grant_refused' : 'rejected';
    // A code or a status is nothing that users read.
    const serviceMessage = /\s/.test(result.text) ? result.text : null;
    throw new UpstreamFailure(kind, { operation: operationOf('requestToken'), serviceMessage });
  } finally {
    metrics.countGrant(grant.grant, counted);
  }
};

/** Runs a refresh, or joins the one that is under way for the same token of the same application. */
export type RefreshOnce = (
  client: ClientCredentials,
  refreshToken: Secret,
  refresh: () => Promise<UserGrant>,
) => Promise<UserGrant>;

/**
 * Creates what sends each refresh token once: callers who use the same one at the same time share the response. A second use of one ends
 * the whole session at a service that rotates them, and an app that starts several requests at once easily sends it twice.
 */
export const createRefreshOnce = (): RefreshOnce => {
  /** An array: the tables of a `Map` keep finished requests alive. */
  const underWay: { readonly key: string; readonly result: Promise<UserGrant> }[] = [];
  return (client, refreshToken, refresh) => {
    const parts = [client.clientId, client.clientSecret.reveal(), refreshToken.reveal()];
    const key = hash('sha256', JSON.stringify(parts), 'base64url');
    const known = underWay.find((other) => other.key === key);
    if (known !== undefined) return known.result;
    const result = refresh().finally(() => {
      underWay.splice(underWay.indexOf(own), 1);
    });
    const own = { key, result };
    underWay.push(own);
    return result;
  };
};
