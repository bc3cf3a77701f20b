/** Bounds how often sessions are asked for, so that passwords cannot be guessed, and nobody is locked out by who tries. */
import { networkOf } from '../edge/client-address.ts';
import { rateLimited } from '../errors.ts';
import { createRateLimit, type RateLimitName, type RateLimitStore } from '../rate-limit.ts';
import { countedName } from './counted-name.ts';

/** Attempts that are accepted in a minute. */
export interface SignInLimits {
  /** With one username from one address. */
  readonly perUsernameAndAddress: number;
  /** From one address, whoever signs in. */
  readonly perAddress: number;
  /** With one username, wherever they come from. */
  readonly perUsername: number;
}

/** The limits by name. */
type SignInLimitName = Extract<RateLimitName, `sign_in_${string}`>;

/** What the limit needs. */
export interface SignInLimitOptions {
  readonly limits: SignInLimits;
  readonly secret: Uint8Array;
  readonly store: RateLimitStore;
  readonly onRefusal: (limit: SignInLimitName) => void;
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
  const createLimit = (name: SignInLimitName, points: number) => {
    const limit = createRateLimit({ name, points, windowS: WINDOW_S }, secret, store);
    return async (key: string): Promise<void> => {
      const retryAfterS = await limit.take(key);
      if (retryAfterS === 0) return;
      onRefusal(name);
      throw rateLimited(retryAfterS);
    };
  };
  const takeAddress = createLimit('sign_in_address', limits.perAddress);
  const takeUsernameAndAddress = createLimit('sign_in_username_address', limits.perUsernameAndAddress);
  const takeUsername = createLimit('sign_in_username', limits.perUsername);
  return {
    // An attempt that an earlier limit refuses counts no further: one address alone never uses up what a username has.
    take: async (username, address) => {
      const network = networkOf(address);
      await takeAddress(network);
      if (username === null) return;
      const name = countedName(username);
      await takeUsernameAndAddress(`${network} ${name}`);
      await takeUsername(name);
    },
  };
};
