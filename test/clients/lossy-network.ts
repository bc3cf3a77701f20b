/** A network between a client and the gateway that loses the response of the first write with an idempotency key. */
import { createServer, request as send } from 'node:http';
import { startListening } from '../support/network/listen.ts';

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
    const options = { method: request.method, headers: request.headers, agent: false };
    const forwarded = send(new URL(request.url ?? '/', gateway), options, (received) => {
      const key = request.headers['idempotency-key'];
      if (typeof key === 'string') {
        attempts.push({ key, isReplayed: received.headers['idempotency-replayed'] === 'true' });
        if (attempts.length === 1) {
          received.resume().once('end', () => request.socket.destroy());
          return;
        }
      }
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    forwarded.once('error', () => request.socket.destroy());
    request.pipe(forwarded);
  });
  const listening = await startListening(server);
  return {
    url: new URL(`http://127.0.0.1:${listening.port}`),
    attempts,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
};
