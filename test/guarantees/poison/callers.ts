/** Callers who each have a token of their own, and know their response by it. */
import { createLog } from '../../../src/log/logger.ts';
import { AccessToken } from '../../../src/rest/call/credentials.ts';
import { createServiceClient, type ServiceClient } from '../../../src/rest/client.ts';
import { createTransport, type TransportOptions } from '../../../src/rest/transport.ts';

/** Calls for many callers. Disposing of it closes its connections. */
export interface Callers extends AsyncDisposable {
  /** Calls once, whatever comes of it; gives the token that the response is for. */
  callOnce(retry: 'safe' | 'never'): Promise<{ readonly token: string; readonly answered: string }>;
  /** Calls as the gateway does. */
  call(retry: 'safe' | 'never'): Promise<{ readonly token: string; readonly answered: string }>;
}

const callerOf = (json: unknown): string =>
  typeof json === 'object' && json !== null && 'token' in json ? String(json.token) : JSON.stringify(json);

/** Creates callers of a service that responds with the token of its caller. */
export const createCallers = (
  baseUrl: URL,
  options: Partial<TransportOptions> & { readonly retryPercent?: number } = {},
): Callers => {
  const { retryPercent = 10 } = options;
  const transport = createTransport({ baseUrl, ...options });
  const parts = { transport, tokenParams: 'headers', log: createLog('fatal', { write: () => {} }) } as const;
  const once = createServiceClient(parts);
  const client = createServiceClient({ ...parts, resilience: { retryPercent, wait: async () => {} } });
  let callers = 0;
  const callBy =
    (service: ServiceClient): Callers['call'] =>
    async (retry) => {
      callers += 1;
      const token = `caller-${callers}`;
      const isRead = retry === 'safe';
      const reply = await service.send(
        {
          route: {
            operation: isRead ? 'GET /v1/listings/{id}' : 'POST /v1/listings',
            group: 'listings',
            method: isRead ? 'GET' : 'POST',
            retry,
            expects: 'json',
          },
          pool: 'calls',
          path: '/v1/listings',
          headers: transport.headersOf(AccessToken.parse(token), {}),
          body: isRead ? null : { contentType: 'application/json', content: '{}' },
        },
        {},
      );
      return { token, answered: callerOf(reply.json) };
    };
  return {
    callOnce: callBy(once),
    call: callBy(client),
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  };
};
