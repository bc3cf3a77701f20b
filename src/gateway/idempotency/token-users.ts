/** The users of access tokens: a renewed token is another text of the same caller. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AccessToken } from '../../rest/call/credentials.ts';
import type { CallScope } from '../../rest/call/service-request.ts';
import type { ServiceClient } from '../../rest/client.ts';
import { getUserDetails } from '../../rest/endpoints/user.ts';

const MOST_TOKENS = 10_000;

/** Names a token by a hash of it. */
export const tokenHashOf = (token: AccessToken): string => hash('sha256', token.reveal(), 'base64url');

/** Creates the users of tokens. */
export const createTokenUsers = (service: ServiceClient) => {
  const users = new LRUCache<string, string>({ maxSize: MOST_TOKENS, sizeCalculation: () => 1 });
  const known = (token: AccessToken): string | undefined => users.get(tokenHashOf(token));
  return {
    /** The user of a token, as far as that was asked for before. */
    known,
    /**
     * Finds the user of a token: one look at the service for each token.
     *
     * @returns null when the service does not say who it is
     * @throws UpstreamFailure
     */
    find: async (token: AccessToken, scope: CallScope): Promise<string | null> => {
      const user = known(token);
      if (user !== undefined) return user;
      const { UserID: id } = await getUserDetails(service.bind({ ...scope, token }));
      if (id === null) return null;
      users.set(tokenHashOf(token), String(id));
      return String(id);
    },
  };
};
