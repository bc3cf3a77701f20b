import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountPassword } from '../../../test/support/accounts.ts';
import { browserSessions, cookieAfter } from '../../../test/support/browser-session.ts';
import { type World, startWorld } from '../../../test/support/world.ts';
import { createSessionRelayFetch, createSessionUrqlClient } from '../src/browser-session.ts';

const WHO = 'query Who { viewer { username } }';

const shown = { viewer: { username: 'seller' } };

/** What a browser does for its pages: it sends the cookie of the session, and takes a new one. */
const startCookieProxy = async (target: URL, signedIn: string) => {
  let cookie = signedIn;
  const server = createServer((request, response) => {
    const passed = sendRequest(new URL(request.url ?? '/', target), {
      method: request.method,
      headers: { ...request.headers, cookie },
    });
    passed.on('response', (answer) => {
      const [set] = answer.headers['set-cookie'] ?? [];
      if (set !== undefined) cookie = set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '');
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    cookie: () => cookie,
    close: () => server.close(),
  };
};

const clients = [
  [
    'urql',
    (endpoint: string, onEnd: () => void) => {
      const client = createSessionUrqlClient(endpoint, onEnd);
      return async () => (await client.query(WHO, {}, { requestPolicy: 'network-only' }).toPromise()).data as unknown;
    },
  ],
  [
    'the network layer for Relay',
    (endpoint: string, onEnd: () => void) => {
      const send = createSessionRelayFetch(endpoint, onEnd);
      return async (): Promise<unknown> =>
        (await send({ name: 'Who', operationKind: 'query', text: WHO, id: null }, {})).data;
    },
  ],
] as const;

describe('A page with a browser session', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ browserSessions });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each(clients)(
    'has no token with %s: its session is renewed by itself, and its end is told',
    async (_who, create) => {
      const signedIn = await world.fetch('/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'seller', password: accountPassword }),
      });
      const proxy = await startCookieProxy(world.url, cookieAfter(signedIn));
      let ends = 0;
      const run = create(proxy.endpoint, () => (ends += 1));
      const before = proxy.cookie();
      expect(await run()).toMatchObject(shown);
      expect(proxy.cookie()).toBe(before);
      world.clock.advance(3_600_001);
      expect(await run()).toMatchObject(shown);
      expect([proxy.cookie() === before, ends]).toEqual([false, 0]);
      world.clock.advance(40 * 86_400_000);
      expect((await run()) ?? null).toBeNull();
      expect([proxy.cookie(), ends]).toEqual(['', 1]);
      proxy.close();
    },
  );
});
