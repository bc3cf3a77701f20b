/** Responses that a client may cache after a GET: lookups that are the same for everyone, asked with a trusted document. */
import { entityTagOf } from '../http/etag.ts';
import type { OperationScope } from '../operation/operation-scope.ts';

/** Returns whether a client may keep a response for a while. */
export const isCacheable = (
  method: string | undefined,
  { isTrusted, plan, trace, client }: OperationScope,
  hasErrors: boolean,
): boolean =>
  method !== 'POST' &&
  isTrusted &&
  !hasErrors &&
  // What an operation caused is another thing each time.
  trace === null &&
  // The response would carry the cookie of the session.
  client.session?.isRenewed !== true &&
  plan !== null &&
  plan.entries.length > 0 &&
  // Assumption: R41. What is not named there may be a user's own, and is kept nowhere.
  plan.isPublic;

/** Headers of such a response. Only the client itself keeps it: who may read lookups is decided for each caller (ruling R4). */
export const cacheableHeaders = (body: string | Buffer, maxAgeS: number) => ({
  'cache-control': `private, max-age=${maxAgeS}`,
  etag: entityTagOf(body),
  vary: 'Origin, Authorization, Authorisation, Cookie, Accept',
});
