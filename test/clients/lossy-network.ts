/** A network between a client and the gateway that loses the response of the first write with an idempotency key. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request with an idempotency key, as it went through. */
export interface KeyedAttempt {
  readonly key: string;
  /** Whether the gateway said that its response is that of an earlier request. */
  readonly isReplayed: boolean;
}

/** The network, while it is there. */
export interface LossyNetwork extends AsyncDisposable {
  /** Origin at which clients reach the gateway through it. */
  readonly url: URL;
  readonly attempts: readonly KeyedAttempt[];
}

/** Starts the network. What it loses, the gateway has responded to: its client has no means of knowing. */
export const startLossyNetwork = async (gateway: URL): Promise<LossyNetwork> => {
  const attempts: KeyedAttempt[] = [];
  const server = createServer((request, response) => {
    const { host: _host, connection: _connection, ...headers } = request.headersDistinct;
    const forward = async (): Promise<void> => {
      const body = await buffer(request);
      const received = await fetch(new URL(request.url ?? '/', gateway), {
        method: request.method ?? 'GET',
        headers: Object.entries(headers).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        ),
        ...(body.length === 0 ? {} : { body }),
      });
      const text = await received.text();
      const key = headers['idempotency-key']?.[0];
      if (key !== undefined) {
        attempts.push({ key, isReplayed: received.headers.get('idempotency-replayed') === 'true' });
        if (attempts.length === 1) {
          request.socket.destroy();
          return;
        }
      }
      response.writeHead(received.status, { 'content-type': received.headers.get('content-type') ?? '' }).end(text);
    };
    forward().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    attempts,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
