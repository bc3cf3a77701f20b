/** Requests to the service without an endpoint, and what comes of them. */

import { type Int64, parseInt64 } from '../../../src/json/int64.ts';
import { createLog } from '../../../src/log/logger.ts';
import { AccessToken } from '../../../src/rest/call/credentials.ts';
import type {
  CallScope,
  RequestBody,
  Route,
  ServiceReply,
  ServiceRequest,
} from '../../../src/rest/call/service-request.ts';
import { type Caller, createServiceClient } from '../../../src/rest/client.ts';
import type { Transport } from '../../../src/rest/transport.ts';

/** The token of a caller. */
export const TOKEN = 'token-of-the-caller';

/** A caller with a token. */
export const someone = (scope: Omit<Caller, 'token'> = {}): Caller => ({ token: AccessToken.parse(TOKEN), ...scope });

/** A request of a test: what it carries, and for whom it is made. */
export interface TestRequest extends Route, Pick<CallScope, 'signal' | 'timeLeftMs' | 'requestId'> {
  readonly path: string;
  readonly token: AccessToken | null;
  readonly body?: RequestBody;
}

/** Makes a request. */
export const requestOf = (
  transport: Pick<Transport, 'headersOf'>,
  { operation, group, method, retry, expects, path, token, body, requestId }: TestRequest,
): ServiceRequest => ({
  route: { operation, group, method, retry, expects },
  pool: group === 'tokens' ? 'signIns' : 'calls',
  path,
  headers: transport.headersOf(token, requestId === undefined ? {} : { requestId }),
  body: body ?? null,
});

/** Sends a request once, whatever becomes of it. */
export const sendOnce = (transport: Transport, request: TestRequest): Promise<ServiceReply> =>
  createServiceClient({ transport, tokenParams: 'headers', log: createLog('silent') }).send(
    requestOf(transport, request),
    { signal: request.signal, timeLeftMs: request.timeLeftMs },
  );

/** Takes the error that a promise is rejected with. */
export const failureOf = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('The call did not fail.');
};

/** Takes digits for the 64-bit integer that they are. */
export const int64 = (digits: string): Int64 => {
  const value = parseInt64(digits);
  if (value === null) throw new Error(`${digits} is no 64-bit integer.`);
  return value;
};
