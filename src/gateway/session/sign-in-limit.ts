/** Bounds how often sessions are asked for, by username and by address, so that passwords cannot be guessed. */
import { createHmac, randomBytes } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../errors.ts';

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

const consume = async (limiter: RateLimiterMemory, key: string): Promise<void> => {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (error instanceof RateLimiterRes) throw rateLimited(Math.ceil(error.msBeforeNext / 1000));
    throw error;
  }
};

/** Creates the limit. What is counted is kept for a minute, under keys that tell nothing of usernames or addresses. */
export const createSignInLimit = ({ perUsername, perAddress }: SignInLimits): SignInLimit => {
  const secret = randomBytes(32);
  const keyOf = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url');
  const byUsername = new RateLimiterMemory({ points: perUsername, duration: WINDOW_S });
  const byAddress = new RateLimiterMemory({ points: perAddress, duration: WINDOW_S });
  return {
    take: async (username, address) => {
      await consume(byAddress, keyOf(address));
      if (username !== null) await consume(byUsername, keyOf(username.toLowerCase()));
    },
  };
};
