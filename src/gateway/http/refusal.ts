/** Refusals of the listener before any part of a request runs. */

import { type ErrorCode, errorCodes } from '../errors/error-codes.ts';
import { respondEarly } from './early-response.ts';
import type { GatewayResponse } from './node-response.ts';
import { type RequestHead, pathOf, requestIdOf } from './router.ts';

/** Why a request is refused. */
export interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  /** Whole seconds after which it may be sent again; null when that would not help. */
  readonly retryAfterS: number | null;
  /** Names and values in turn; none unless given. */
  readonly headers?: readonly string[];
}

/** Refuses a request: at `/graphql` as a GraphQL response, elsewhere as the routes say that something failed. */
export const sendRefusal = (
  request: RequestHead,
  response: GatewayResponse,
  { status, code, message, retryAfterS, headers = [] }: Refusal,
): void => {
  const requestId = requestIdOf(request.headers['x-request-id']);
  response.requestId = requestId;
  const extensions = {
    code,
    retryable: errorCodes[code].retryable,
    requestId,
    ...(code === 'RATE_LIMITED' ? { retryAfter: retryAfterS } : {}),
  };
  const isOperation = pathOf(request) === '/graphql';
  const body = isOperation ? { errors: [{ message, extensions }] } : { message, ...extensions };
  respondEarly(response, status, body, retryAfterS === null ? headers : [...headers, 'Retry-After', retryAfterS]);
};
