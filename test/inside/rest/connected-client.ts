/** A client of the service that is connected to a scripted upstream. */

import { type Int64, parseInt64 } from '../../../src/json/int64.ts';
import { createLog } from '../../../src/log/logger.ts';
import type { CallScope } from '../../../src/rest/call/call-scope.ts';
import { AccessToken } from '../../../src/rest/call/credentials.ts';
import type { Drift } from '../../../src/rest/call/drift.ts';
import type { RequestBody, Route, ServiceReply, ServiceRequest } from '../../../src/rest/call/service-request.ts';
import { type Call, type Caller, createServiceClient, type ServiceClient } from '../../../src/rest/client.ts';
import { createTransport, type Transport, type TransportOptions } from '../../../src/rest/transport.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../../support/scripted-upstream.ts';

/** The token that `call` brings along. */
export const TOKEN = 'token-of-the-caller';

/** A caller with a token. */
export const someone = (scope: Omit<Caller, 'token'> = {}): Caller => ({ token: AccessToken.parse(TOKEN), ...scope });

/** Everything from the call to the server. */
export interface ConnectedClient extends AsyncDisposable {
  readonly upstream: ScriptedUpstream;
  readonly transport: Transport;
  readonly service: ServiceClient;
  readonly call: Call;
  /** Schema drift, in order. */
  readonly drifts: readonly Drift[];
  /** Lines of the log. */
  readonly logLines: readonly string[];
}

/** Starts a scripted upstream and connects a client to it. */
export const connectClient = async (
  options: Partial<TransportOptions> & { readonly tokenParams?: 'headers' | 'form' } = {},
): Promise<ConnectedClient> => {
  const upstream = await startScriptedUpstream();
  const { tokenParams = 'headers', ...transportOptions } = options;
  const transport = createTransport({ baseUrl: upstream.url, ...transportOptions });
  const drifts: Drift[] = [];
  const logLines: string[] = [];
  const service = createServiceClient({
    transport,
    tokenParams,
    log: createLog('trace', { write: (line) => void logLines.push(line) }),
    onDrift: (drift) => drifts.push(drift),
  });
  return {
    upstream,
    transport,
    service,
    call: service.bind(someone()),
    drifts,
    logLines,
    [Symbol.asyncDispose]: async () => {
      await transport[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
};

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
