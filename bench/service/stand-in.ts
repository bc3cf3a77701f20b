/** The fixed service as a server of node:http, where there is no nginx, and for tests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFixedResponses } from './fixed-responses.ts';

/** A running service. Disposing of it closes it. */
export interface FixedService extends AsyncDisposable {
  /** `{base_url}`, ends with `/api`. */
  readonly baseUrl: URL;
}

const keyOf = (path: string, caller: string): string => `${path} ${caller}`;

/** Starts the service on a free port. */
export const startStandInService = async (): Promise<FixedService> => {
  const responses = new Map<string, Buffer>();
  for (const { path, caller, body } of createFixedResponses()) {
    responses.set(keyOf(`/api${path}`, caller ?? ''), Buffer.from(body));
  }
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const [, caller] = /^Bearer ([a-z0-9-]+)\.\d+$/.exec(String(request.headers['authorisation'])) ?? [];
    const body = responses.get(keyOf(path, '')) ?? responses.get(keyOf(path, caller ?? ''));
    const status = caller === undefined ? 401 : body === undefined ? 404 : 200;
    const content = status === 200 && body !== undefined ? body : Buffer.from('{}');
    response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': content.length });
    response.end(content);
  });
  const address = await new Promise<AddressInfo | string | null>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server.address()));
  });
  if (address === null || typeof address === 'string') throw new Error('The service listens on no port.');
  return {
    baseUrl: new URL(`http://127.0.0.1:${address.port}/api`),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
