/** Bounds how often sessions are asked for, by username and by address, so that passwords cannot be guessed. */
import { networkOf } from '../edge/client-address.ts';
import { rateLimited } from '../errors.ts';
import { createRateLimit, type RateLimitName, type RateLimitStore } from '../rate-limit.ts';

/** Attempts that are accepted in a minute. */
export interface SignInLimits {
  readonly perUsername: number;
  readonly perAddress: number;
}

/** What the limit needs. */
export interface SignInLimitOptions {
  readonly limits: SignInLimits;
  readonly secret: Uint8Array;
  readonly store: RateLimitStore;
  readonly onRefusal: (limit: 'sign_in_address' | 'sign_in_username') => void;
}

/** Bounds how often sessions are asked for. */
export interface SignInLimit {
  /**
   * Counts an attempt.
   *
   * @param username null for a grant without one
   * @throws RATE_LIMITED with the seconds to wait
   */
  take(username: string | null, address: string): Promise<void>;
}

const WINDOW_S = 60;

/** Creates the limit. What is counted is kept for a minute, under keys that tell nothing of usernames or addresses. */
export const createSignInLimit = ({ limits, secret, store, onRefusal }: SignInLimitOptions): SignInLimit => {
  const createLimit = (name: RateLimitName & Parameters<typeof onRefusal>[0], points: number) => {
    const limit = createRateLimit({ name, points, windowS: WINDOW_S }, secret, store);
    return async (key: string): Promise<void> => {
      const retryAfterS = await limit.take(key);
      if (retryAfterS === 0) return;
      onRefusal(name);
      throw rateLimited(retryAfterS);
    };
  };
  const takeAddress = createLimit('sign_in_address', limits.perAddress);
  const takeUsername = createLimit('sign_in_username', limits.perUsername);
  return {
    take: async (username, address) => {
      await takeAddress(networkOf(address));
      if (username !== null) await takeUsername(username.toLowerCase());
    },
  };
};
