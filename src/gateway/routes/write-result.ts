/** Writes the result of an operation, whichever way its request came. */
import type { ExecutionResult } from 'graphql';
import { type ResponseType, responseOf } from '../execution/http-result.ts';
import { hasAlready } from '../http/etag.ts';
import type { GatewayResponse } from '../http/node-response.ts';
import type { RequestHead } from '../http/request-head.ts';
import { sendText } from '../http/send-text.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import { cacheableHeaders, isCacheable } from './lookup-caching.ts';

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
