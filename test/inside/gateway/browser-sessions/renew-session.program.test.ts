import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RESULT_KEPT_MS } from '../../../../src/gateway/browser-sessions/renew-session.ts';
import { createMemoryRecords } from '../../../../src/records/memory-records.ts';
import { type RecordStore, RecordStoreError } from '../../../../src/records/record-store.ts';
import { createRedisRecords } from '../../../../src/records/redis-records.ts';
import { connectRedis } from '../../../../src/redis/redis.ts';
import { ownerOf, signInBrowser, withSessions } from '../../../support/browser-session.ts';
import { byEffort } from '../../../support/effort.ts';
import { isRedisSkipped, type RedisServer, startRedisServer } from '../../../support/redis/redis-server.ts';
import type { RunningGateway } from '../../../support/running-gateway.ts';
import { startGatewayOver } from '../../../support/scripted-gateway.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../../../support/scripted-upstream.ts';

const settings = withSessions();

/** A service that ends the session of whoever sends a refresh token twice. */
const scriptRotation = (upstream: ScriptedUpstream): void => {
  const used = new Set<string>();
  let granted = 0;
  upstream.on('POST', '/v1/token', ({ headers }) => {
    const refreshToken = headers['refresh_token'];
    if (typeof refreshToken === 'string' && used.has(refreshToken))
      return { status: 400, json: { Error: 'invalid_grant' } };
    if (typeof refreshToken === 'string') used.add(refreshToken);
    granted += 1;
    return {
      json: {
        Access_token: `access-${granted}`,
        Refresh_token: `refresh-${granted}`,
        Expires_in: 100,
        Username: 'seller',
      },
    };
  });
  upstream.on('GET', '/v1/listings/{id}', ({ headers }) =>
    headers['authorisation'] === `Bearer access-${granted}` ? { json: { Id: 7, Title: 'Sofa' } } : { status: 401 },
  );
};

const askWith = async (gateway: RunningGateway, cookie: string): Promise<string> => {
  const { body, headers } = await gateway.query('{ listing(id: "Listing:7") { title } }', { headers: { cookie } });
  expect(body).toEqual({ data: { listing: { title: 'Sofa' } } });
  return headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
};

const isRenewal = (request: { readonly headers: Readonly<Record<string, unknown>> }): boolean =>
  request.headers['grant_type'] === 'refresh_token';

/** Lets a session expire several times, at four gateways whose requests come together; returns how often it was renewed. */
const expireAtFour = async (stores: readonly (readonly RecordStore[])[], rounds: number): Promise<number> => {
  await using upstream = await startScriptedUpstream();
  scriptRotation(upstream);
  const gateways = await Promise.all(
    stores.map((renewalStores) => startGatewayOver(upstream, { ...settings, renewalStores })),
  );
  await using _gateways = ownerOf(gateways);
  const [first] = gateways;
  if (first === undefined) throw new Error('There is no gateway.');
  let cookie = await signInBrowser(first);
  for (let round = 1; round <= rounds; round += 1) {
    for (const { clock } of gateways) clock.advance(101_000);
    const cookies = await Promise.all(
      [...gateways, ...gateways, ...gateways].map((gateway) => askWith(gateway, cookie)),
    );
    cookie = cookies.at(round % cookies.length) ?? '';
  }
  return upstream.requests.filter(isRenewal).length;
};

describe('A browser session whose token expires', () => {
  const newRecords = (): RecordStore =>
    createMemoryRecords({ keepMs: RESULT_KEPT_MS, maxBytes: 1_000_000, now: () => performance.now() });

  const gone: RecordStore = {
    claim: () => Promise.reject(new RecordStoreError('CONNECTION_CLOSED')),
    renew: () => Promise.reject(new RecordStoreError('CONNECTION_CLOSED')),
    finish: () => Promise.reject(new RecordStoreError('CONNECTION_CLOSED')),
    release: () => Promise.reject(new RecordStoreError('CONNECTION_CLOSED')),
  };

  it('is renewed once by four workers of a supervisor, round after round', async () => {
    const shared = newRecords();
    const rounds = byEffort(5, 10);
    expect(
      await expireAtFour(
        Array.from({ length: 4 }, () => [shared]),
        rounds,
      ),
    ).toBe(rounds);
  });

  it('is renewed once by four workers of two machines, also while what the machines share is gone for those of one', async () => {
    const [one, other, all, again] = [newRecords(), newRecords(), newRecords(), newRecords()];
    expect(
      await expireAtFour(
        [
          [one, all],
          [one, all],
          [other, all],
          [other, all],
        ],
        5,
      ),
    ).toBe(5);
    expect(
      await expireAtFour(
        Array.from({ length: 4 }, () => [again, gone]),
        5,
      ),
    ).toBe(5);
  });

  it('is not ended by a process that sent its refresh token again, because the store was too slow to say that another had', async () => {
    const records = newRecords();
    let claims = 0;
    /** The first looks, of both processes, fail. */
    const slow: RecordStore = {
      ...records,
      claim: (...input) => {
        claims += 1;
        return claims <= 2 ? Promise.reject(new RecordStoreError('SLOW')) : records.claim(...input);
      },
    };
    await using upstream = await startScriptedUpstream();
    scriptRotation(upstream);
    const gateways = [
      await startGatewayOver(upstream, { ...settings, renewalStores: [slow] }),
      await startGatewayOver(upstream, { ...settings, renewalStores: [slow] }),
    ] as const;
    await using _gateways = ownerOf(gateways);
    const cookie = await signInBrowser(gateways[0]);
    for (const { clock } of gateways) clock.advance(101_000);
    for (const gateway of gateways) await askWith(gateway, cookie);
    expect(upstream.requests.filter(isRenewal)).toHaveLength(2);
  });

  it('is that of nobody else, even where somebody moves its result to another key', async () => {
    const texts = new Map<string, string>();
    const records: RecordStore = {
      ...gone,
      // Whoever can write to the store puts the first result, that of the victim, under every key.
      claim: async () => (texts.size === 0 ? null : { state: 'done', text: [...texts.values()][0] ?? '' }),
      finish: async ({ id }, text) => void texts.set(id, text),
    };
    await using upstream = await startScriptedUpstream();
    upstream.on('POST', '/v1/token', ({ headers }) => {
      const user = String(headers['username'] ?? headers['refresh_token']).replace('refresh-', '');
      return {
        json: { Access_token: `access-${user}`, Refresh_token: `refresh-${user}`, Expires_in: 100, Username: user },
      };
    });
    upstream.on('GET', '/v1/listings/{id}', ({ headers }) => ({ json: { Id: 7, Title: headers['authorisation'] } }));
    await using gateway = await startGatewayOver(upstream, { ...settings, renewalStores: [records] });
    const cookies = [await signInBrowser(gateway, 'victim'), await signInBrowser(gateway, 'attacker')];
    gateway.clock.advance(101_000);
    const titles: unknown[] = [];
    for (const cookie of cookies) {
      titles.push((await gateway.query('{ listing(id: "Listing:7") { title } }', { headers: { cookie } })).body);
    }
    expect(texts.size).toBe(2);
    expect(titles).toEqual(
      ['victim', 'attacker'].map((user) => ({ data: { listing: { title: `Bearer access-${user}` } } })),
    );
  });

  describe.skipIf(isRedisSkipped)('with Redis', () => {
    let server: RedisServer;
    beforeAll(async () => {
      server = await startRedisServer();
    });
    afterAll(() => server[Symbol.asyncDispose]());
    beforeEach(() => server.inspect((client) => client.flushAll()));

    it('is renewed once by four gateways, and leaves nothing that can be read in Redis', async () => {
      const connections = await Promise.all(
        Array.from({ length: 4 }, () => connectRedis({ url: server.url, budgetMs: 10_000, onState: () => {} })),
      );
      await using _connections = ownerOf(connections);
      const stores = connections.map((connection) => [
        createRedisRecords({ connection, prefix: 'sessions:', keepMs: RESULT_KEPT_MS, budgetMs: 10_000, share: 1 }),
      ]);
      expect(await expireAtFour(stores, 5)).toBe(5);
      const kept = await server.inspect(async (client) => {
        const keys = await client.keys('*');
        return JSON.stringify([keys, await Promise.all(keys.map((key) => client.get(key)))]);
      });
      expect(kept).toContain('sessions:');
      expect(kept).not.toMatch(/access-|refresh-|seller/);
    });
  });
});
