/** Callers who each have a token of their own, and know their response by it. */
import { createLog } from '../../../src/log/logger.ts';
import { AccessToken } from '../../../src/upstream/call/credentials.ts';
import { createTransport, type TransportOptions } from '../../../src/upstream/requests/transport.ts';
import { createResilientSender } from '../../../src/upstream/resilience/resilient-sender.ts';

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
  const guard = createResilientSender({
    transport,
    retryPercent,
    wait: async () => {},
    log: createLog('fatal', { write: () => {} }),
  });
  let callers = 0;
  const callBy =
    (sender: Pick<typeof transport, 'send'>): Callers['call'] =>
    async (retry) => {
      callers += 1;
      const token = `caller-${callers}`;
      const reply = await sender.send({
        operation: retry === 'safe' ? 'GET /v1/listings/{id}' : 'POST /v1/listings',
        group: 'listings',
        method: retry === 'safe' ? 'GET' : 'POST',
        path: '/v1/listings',
        retry,
        expects: 'json',
        token: AccessToken.parse(token),
        body: retry === 'safe' ? undefined : { contentType: 'application/json', content: '{}' },
      });
      return { token, answered: callerOf(reply.json) };
    };
  return {
    callOnce: callBy(transport),
    call: callBy(guard),
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  };
};
