/** A token that is kept as long as it is good, and asked for once at a time. */
import { AccessToken } from '../../upstream/call/credentials.ts';
import { UpstreamFailure } from '../../upstream/call/failure.ts';
import { lifetimeOf } from '../../upstream/endpoints/grant-refusal.ts';
import type { GrantedToken } from '../../upstream/endpoints/tokens.ts';

/** A token that is kept. */
export interface CachedToken {
  /**
   * The token, asked for when there is none or it is about to expire.
   *
   * @throws UpstreamFailure
   */
  get(): Promise<AccessToken>;
  /**
   * A token in place of one that was refused, which is kept until there is another: it may be that what was asked for with it is
   * refused to every token. @throws UpstreamFailure
   */
  replace(token: AccessToken): Promise<AccessToken>;
  /** A new token, whatever there is. @throws UpstreamFailure */
  renew(): Promise<AccessToken>;
  /** Forgets a token that is good no more, unless another has taken its place. */
  drop(token: AccessToken): void;
}

/** Time before its end at which a token is replaced, so that it does not expire on the way. */
const EXPIRY_MARGIN_MS = 30_000;

const operation = 'POST /v1/token';

/** Creates a kept token. `request` asks for one and throws when it is refused; `now` is in milliseconds. */
export const createCachedToken = (request: () => Promise<GrantedToken>, now: () => number): CachedToken => {
  let cached: { readonly token: AccessToken; readonly usableUntil: number } | null = null;
  let pending: Promise<AccessToken> | null = null;

  const renew = async (): Promise<AccessToken> => {
    const requestedAt = now();
    const granted = await request();
    const token = AccessToken.parse(granted.Access_token);
    if (token === null) throw new UpstreamFailure('unreadable', { operation, status: 200 });
    const lifetimeMs = lifetimeOf(granted) * 1000;
    cached = {
      token,
      usableUntil: requestedAt + Math.max(lifetimeMs - EXPIRY_MARGIN_MS, lifetimeMs / 2),
    };
    return token;
  };

  const renewOnce = (): Promise<AccessToken> => {
    pending ??= renew().finally(() => {
      pending = null;
    });
    return pending;
  };

  const get = (): Promise<AccessToken> =>
    cached !== null && now() < cached.usableUntil ? Promise.resolve(cached.token) : renewOnce();

  return {
    get,
    renew: renewOnce,
    replace: (token) => (cached?.token === token ? renewOnce() : get()),
    drop: (token) => {
      if (cached?.token === token) cached = null;
    },
  };
};
