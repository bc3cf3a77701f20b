import { once } from 'node:events';
import { createServer } from 'node:https';
import { beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../support/effort.ts';
import { createSelfSigned } from '../support/network/certificates.ts';
import { buildProgram } from '../support/program/built-program.ts';
import { busyMachine, startProgram } from '../support/program/program.ts';

beforeAll(buildProgram, 90_000);

/** How the service sends a response: with its length, or in chunks. */
type Sending = 'with its length' | 'in chunks';

/** A service that is reached by TLS, with a certificate that it issued itself. */
const startService = async (sending: Sending) => {
  const { cert, key } = createSelfSigned('localhost');
  const seen = { connections: 0, requests: 0 };
  const server = createServer({ key, cert }, (_request, response) => {
    seen.requests += 1;
    const body = JSON.stringify({ UserID: 7, Username: 'someone' });
    if (sending === 'with its length') response.setHeader('content-length', body.length);
    response.write(body.slice(0, 5));
    response.end(body.slice(5));
  });
  server.on('secureConnection', () => {
    seen.connections += 1;
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  return {
    url: `https://localhost:${address.port}`,
    cert,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

const ask = async (gateway: unknown): Promise<unknown> => {
  const response = await fetch(new URL('/graphql', String(gateway)), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer token-of-a-caller' },
    body: JSON.stringify({ query: '{ viewer { username } }' }),
  });
  return response.json();
};

describe('A service that is reached by TLS', () => {
  it.runIf(isFullRun).each<Sending>(['with its length', 'in chunks'])(
    'is asked over kept connections, and responds %s',
    async (sending) => {
      await using service = await startService(sending);
      const env = { ...busyMachine, PORT: '0', LISTINGS_API_URL: service.url, NODE_EXTRA_CA_CERTS: 'service.pem' };
      await using run = await startProgram(['start'], env, { 'service.pem': service.cert });
      const { url } = await run.line('listening');
      for (let request = 0; request < 6; request += 1) {
        expect(await ask(url)).toEqual({ data: { viewer: { username: 'someone' } } });
      }
      expect(service.seen.requests).toBeGreaterThanOrEqual(6);
      expect(service.seen.connections).toBeLessThan(4);
    },
  );

  it.runIf(isFullRun)('is sent nothing when its certificate is not to be trusted', async () => {
    await using service = await startService('with its length');
    await using run = await startProgram(['start'], { ...busyMachine, PORT: '0', LISTINGS_API_URL: service.url });
    const { url } = await run.line('listening');
    expect(await ask(url)).toMatchObject({ errors: [{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }] });
    expect(service.seen.requests).toBe(0);
  });
});
