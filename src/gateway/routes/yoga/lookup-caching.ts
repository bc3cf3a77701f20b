/** Responses that a client may cache after a GET: lookups that are the same for everyone, asked with a trusted document. */
import { entityTagOf } from '../../http/etag.ts';
import type { Plan } from '../../pricing/plan.ts';
import { isShared } from '../../pricing/shared-operations.ts';

/** Properties of a query that decide on caching. */
export interface CompletedQuery {
  readonly method: string;
  readonly isTrusted: boolean;
  /** Null when the operation was not planned. */
  readonly plan: Plan | null;
  readonly hasErrors: boolean;
  /** True if the client asked what the operation caused, which is another thing each time. */
  readonly isTraced: boolean;
  /** True if the response carries the cookie of a renewed session. */
  readonly setsCookie: boolean;
}

/** Returns whether a client may keep a response for a while. */
export const isCacheable = ({ method, isTrusted, plan, hasErrors, isTraced, setsCookie }: CompletedQuery): boolean =>
  method === 'GET' &&
  isTrusted &&
  !hasErrors &&
  !isTraced &&
  !setsCookie &&
  plan !== null &&
  plan.entries.length > 0 &&
  // Assumption: R41. What is not named there may be a user's own, and is kept nowhere.
  plan.entries.every(({ operation }) => isShared(operation));

/** Headers of such a response. Only the client itself keeps it: who may read lookups is decided for each caller (ruling R4). */
export const cacheableHeaders = (body: string, maxAgeS: number): Readonly<Record<string, string>> => ({
  'cache-control': `private, max-age=${maxAgeS}`,
  etag: entityTagOf(body),
  vary: 'Origin, Authorization, Authorisation, Cookie, Accept',
});
