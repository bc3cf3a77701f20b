/** Writes the result of an operation, whichever way its request came. A client may keep lookups that are the same for everyone, asked by GET with a trusted document. */
import type { ExecutionResult } from 'graphql';
import { type ResponseType, responseOf } from '../execution/http-result.ts';
import type { GatewayResponse } from '../http/gateway-response.ts';
import type { RequestHead } from '../http/router.ts';
import { entityTagOf, hasAlready, sendText } from '../http/send-text.ts';
import type { OperationScope } from '../operation/operation-scope.ts';

/** Returns whether a client may keep a response for a while. */
const isCacheable = (
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

/** Headers of such a response. Only the client itself keeps it: who may read lookups is decided for each caller (assumption R4). */
const cacheableHeaders = (body: string | Buffer, maxAgeS: number) => ({
  'cache-control': `private, max-age=${maxAgeS}`,
  etag: entityTagOf(body),
  vary: 'Origin, Authorization, Authorisation, Cookie, Accept',
});

/** An operation that has begun, with its request and its response. */
export interface PendingOperation<Request extends RequestHead = RequestHead> {
  readonly request: Request;
  readonly response: GatewayResponse;
  readonly scope: OperationScope;
  /** Media type of the response. */
  readonly type: ResponseType;
}

/** Sends a finished result; nothing when the client is gone. `maxAgeS` is how long a client may keep lookups, in seconds. */
export const writeResult = (
  { request, response, scope, type }: PendingOperation,
  result: ExecutionResult,
  maxAgeS: number,
): void | Promise<void> => {
  const written = responseOf(result, type);
  if (written.status !== 200 || !isCacheable(request.method, scope, result.errors !== undefined)) {
    return sendText(request, response, written);
  }
  const headers = cacheableHeaders(written.body, maxAgeS);
  return hasAlready(request.headers['if-none-match'], headers.etag)
    ? sendText(request, response, { status: 304, headers, body: '' })
    : sendText(request, response, { ...written, headers: { ...written.headers, ...headers } });
};
