/** The users of access tokens: a renewed token is another text of the same caller. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { entryLimit } from '../../cache/entry-limit.ts';
import type { CallScope } from '../../upstream/call/call-scope.ts';
import type { AccessToken } from '../../upstream/call/credentials.ts';
import type { ServiceClient } from '../../upstream/client.ts';
import { getUserDetails } from '../../upstream/endpoints/user.ts';

/** Tokens whose users are kept. */
const MOST_TOKENS = 10_000;

/** Names a token by a hash of it. */
export const tokenHashOf = (token: AccessToken): string => hash('sha256', token.reveal(), 'base64url');

/**
 * Finds the user of a token: one look at the service for each token.
 *
 * @returns null when the service does not say who it is
 * @throws UpstreamFailure
 */
export type FindTokenUser = (token: AccessToken, scope: CallScope) => Promise<string | null>;

/** Creates the function that finds the users of tokens. */
export const createTokenUsers = (service: ServiceClient): FindTokenUser => {
  const users = new LRUCache<string, string>(entryLimit(MOST_TOKENS));
  return async (token, scope) => {
    const name = tokenHashOf(token);
    const known = users.get(name);
    if (known !== undefined) return known;
    const { UserID: id } = await getUserDetails(service.bind({ ...scope, token }));
    if (id === null) return null;
    const user = String(id);
    users.set(name, user);
    return user;
  };
};
