/** Bounds how many requests come from an address and with a token, so that one caller cannot take it all. */

import { chain, type MaybePromise } from '../../concurrency/maybe-promise.ts';
import type { Logger } from '../../log/logger.ts';
import type { CountedNetwork } from '../http/client-address.ts';
import type { ClientIdentity } from '../http/client-identity.ts';
import type { RequestHead } from '../http/request-head.ts';
import { createRateLimit, type RateLimit, type RateLimitName, type RateLimitStore } from './rate-limit.ts';

/** Number of requests that are accepted in a minute; 0 for no limit. */
export interface RequestRates {
  readonly perAddress: number;
  readonly perToken: number;
}

/** Options of the limits. */
export interface RequestLimitOptions {
  readonly rates: RequestRates;
  readonly networkOf: CountedNetwork;
  readonly secret: Uint8Array;
  readonly store: RateLimitStore;
  readonly log: Logger;
}

/** A limit that a request is over. */
export interface ExceededRate {
  readonly limit: RateLimitName;
  /** Counted key: an address or a token. */
  readonly key: string;
  /** Seconds to wait. */
  readonly retryAfterS: number;
}

/** Counts a request and returns the limit that it exceeds; null when it is within all. Never throws. */
export type CheckRates = (request: RequestHead, client: ClientIdentity) => MaybePromise<ExceededRate | null>;

const WINDOW_S = 60;
/** Limits below this are counted request by request: with so few, none may go uncounted. */
const EXACT_BELOW = 20;

/** Logs once that clients are not distinguished although a proxy names them. */
const createProxyWarning = (log: Logger) => {
  let isReported = false;
  return ({ headers }: RequestHead): void => {
    if (isReported || headers['x-forwarded-for'] === undefined) return;
    isReported = true;
    log.warn(
      'A proxy in front says whom it speaks for, and is not believed: set TRUSTED_PROXIES to the number of proxies. Until then all its clients count as one address at sign-in, and none is limited by address.',
    );
  };
};

/** Creates the check of the limits; a limit of 0 is off. */
export const createRequestLimits = (options: RequestLimitOptions): CheckRates => {
  const { rates, networkOf, secret, store, log } = options;
  const createLimit = (name: RateLimitName, points: number): RateLimit | null =>
    points === 0
      ? null
      : createRateLimit({ name, points, windowS: WINDOW_S, isExact: points < EXACT_BELOW }, secret, store);
  const byAddress = createLimit('address', rates.perAddress);
  const byToken = createLimit('token', rates.perToken);
  const warn = createProxyWarning(log);
  let isFailing = false;

  /** Null when the address is not limited. */
  const addressKey = (request: RequestHead, { address }: ClientIdentity): string | null => {
    const network = networkOf(address);
    if (network === null) warn(request);
    return network;
  };

  const tokenKey = ({ countedToken }: ClientIdentity): string | null => countedToken?.reveal() ?? null;

  // Requests are worth more than their number.
  const letIn = (limit: RateLimitName, error: unknown): null => {
    if (!isFailing) log.error({ err: error, limit }, 'Requests cannot be counted, and are let in.');
    isFailing = true;
    return null;
  };

  const exceeds = (
    limit: RateLimitName,
    counter: RateLimit | null,
    key: string | null,
  ): MaybePromise<ExceededRate | null> => {
    if (counter === null || key === null) return null;
    const judge = (retryAfterS: number): ExceededRate | null => {
      isFailing = false;
      return retryAfterS === 0 ? null : { limit, key, retryAfterS };
    };
    try {
      const consumed = counter.consume(key);
      return consumed instanceof Promise
        ? consumed.then(judge).catch((error: unknown) => letIn(limit, error))
        : judge(consumed);
    } catch (error) {
      return letIn(limit, error);
    }
  };

  return (request, client) => {
    const address = byAddress === null ? null : addressKey(request, client);
    const token = byToken === null ? null : tokenKey(client);
    return chain(exceeds('address', byAddress, address), (exceeded) => exceeded ?? exceeds('token', byToken, token));
  };
};
