/** Bounds how often sessions are asked for, by username and by address, so that passwords cannot be guessed. */
import { RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../errors.ts';
import type { RateLimiter, RateLimiters } from '../rate-limiters.ts';

/** Attempts that are accepted in a minute. */
export interface SignInLimits {
  readonly perUsername: number;
  readonly perAddress: number;
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

const consume = async (limiter: RateLimiter, key: string): Promise<void> => {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (error instanceof RateLimiterRes) throw rateLimited(Math.ceil(error.msBeforeNext / 1000));
    throw error;
  }
};

/** Creates the limit. What is counted is kept for a minute, under keys that tell nothing of usernames or addresses. */
export const createSignInLimit = ({ perUsername, perAddress }: SignInLimits, limiters: RateLimiters): SignInLimit => {
  const byUsername = limiters.create({ name: 'sign-in-username', points: perUsername, windowS: WINDOW_S });
  const byAddress = limiters.create({ name: 'sign-in-address', points: perAddress, windowS: WINDOW_S });
  return {
    take: async (username, address) => {
      await consume(byAddress, limiters.keyOf(address));
      if (username !== null) await consume(byUsername, limiters.keyOf(username.toLowerCase()));
    },
  };
};
