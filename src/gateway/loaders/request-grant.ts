/** Grants for users and applications, and what a refusal of one means to whoever asked. */
import { operationOf } from '../../contract/endpoints.ts';
import type { CallScope } from '../../upstream/call/call-scope.ts';
import { UpstreamFailure } from '../../upstream/call/failure.ts';
import { type GrantRefusal, wordsForUser } from '../../upstream/endpoints/grant-refusal.ts';
import { type Grant, type GrantedToken, requestToken } from '../../upstream/endpoints/tokens.ts';
import type { GrantSender } from '../../upstream/requests/grant-sender.ts';
import type { FailureMetrics } from '../observability/metrics/upstream-failures.ts';

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
 * Asks the service for a token. Ruling: R49.
 *
 * @param own the gateway's own application where it is the one that asks; null for one that the client named, which is its credentials too
 * @throws UpstreamFailure `rejected` when the service refuses the gateway's own application, or the request as such: that says nothing of the
 *   user, and whoever runs the gateway can set it right; and as `requestToken` does
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
    throw new UpstreamFailure('rejected', { operation: operationOf('requestToken'), serviceMessage: result.text });
  } finally {
    metrics.countGrant(grant.grant, counted);
  }
};
