import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectRedis, type RedisConnection } from '../../../../src/cache/redis-connection.ts';
import { createRedisCounts } from '../../../../src/gateway/admission/redis-counts.ts';
import {
  isRedisSkipped,
  type RedisInspector,
  type RedisServer,
  startRedisServer,
} from '../../../support/redis/redis-server.ts';

const limit = { name: 'token', windowS: 60 } as const;

describe.skipIf(isRedisSkipped)('Counts in Redis', () => {
  let server: RedisServer;
  let connection: RedisConnection;
  beforeAll(async () => {
    server = await startRedisServer();
    connection = await connectRedis({ url: server.url, onState: () => {}, budgetMs: 10_000 });
  });
  afterAll(async () => {
    await connection[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  beforeEach(() => server.inspect((client) => client.flushAll()));

  it('are those of all processes, each key in a window that ends by itself', async () => {
    const [one, other] = [createRedisCounts(connection), createRedisCounts(connection)];
    const totalsOf = (totals: readonly { readonly total: number }[]) => totals.map(({ total }) => total);
    expect(totalsOf(await one.add(limit, [{ key: 'a', points: 3 }]))).toEqual([3]);
    const totals = await other.add(limit, [
      { key: 'b', points: 0 },
      { key: 'a', points: 2 },
    ]);
    expect(totalsOf(totals)).toEqual([0, 5]);
    for (const { leftMs } of totals) {
      expect(leftMs).toBeGreaterThan(50_000);
      expect(leftMs).toBeLessThanOrEqual(60_000);
    }
    const timesToLive = await server.inspect((client) =>
      Promise.all(['a', 'b'].map((key) => client.pTTL(`listings-gateway:limit:token:{${key}}`))),
    );
    for (const leftMs of timesToLive) expect(leftMs).toBeGreaterThan(50_000);
  });

  it.each<[string, (client: RedisInspector, key: string) => Promise<unknown>]>([
    ['a list', (client, key) => client.lPush(key, 'x')],
    ['a text', (client, key) => client.set(key, 'x', { expiration: { type: 'PX', value: 1000 } })],
    ['a count without an end', (client, key) => client.set(key, '100000')],
    [
      'a count that ends in a year',
      (client, key) => client.set(key, '100000', { expiration: { type: 'EX', value: 31_536_000 } }),
    ],
  ])('begin anew where %s is, and keep those beside it', async (_what, write) => {
    const counts = createRedisCounts(connection);
    await counts.add(limit, [{ key: 'a', points: 3 }]);
    await server.inspect((client) => write(client, 'listings-gateway:limit:token:{b}'));
    const both = ['a', 'b'].map((key) => ({ key, points: 1 }));
    expect(await counts.add(limit, both)).toMatchObject([{ total: 4 }, { total: 1 }]);
    for (const { leftMs } of await counts.add(limit, both)) expect(leftMs).toBeGreaterThan(50_000);
    expect(await counts.add(limit, both)).toMatchObject([{ total: 6 }, { total: 3 }]);
  });

  it('are given back as far as there is something, and keep their window', async () => {
    const counts = createRedisCounts(connection);
    const totalAfter = async (points: number) => (await counts.add(limit, [{ key: 'a', points }]))[0];
    expect(await totalAfter(2)).toMatchObject({ total: 2 });
    await server.inspect((client) => client.pExpire('listings-gateway:limit:token:{a}', 30_000));
    for (const total of [1, 0, 0]) expect(await totalAfter(-1)).toMatchObject({ total });
    expect((await totalAfter(1))?.leftMs).toBeLessThanOrEqual(30_000);
    expect((await counts.add(limit, [{ key: 'new', points: -1 }]))[0]).toMatchObject({ total: 0 });
  });

  it('of a thousand keys are one command, without the text of a script', async () => {
    const counts = createRedisCounts(connection);
    await counts.add(limit, [{ key: 'a', points: 1 }]);
    await server.inspect((client) => client.configResetStat());
    const additions = Array.from({ length: 1000 }, (_, at) => ({ key: `key ${at}`, points: at }));
    expect((await counts.add(limit, additions)).map(({ total }) => total)).toEqual(
      additions.map(({ points }) => points),
    );
    const stats = await server.inspect((client) => client.info('commandstats'));
    expect(stats).toContain('cmdstat_evalsha:calls=1,');
    expect(stats).not.toContain('cmdstat_eval:');
  });

  it('go on when the server has forgotten the script', async () => {
    const counts = createRedisCounts(connection);
    await counts.add(limit, [{ key: 'a', points: 1 }]);
    await server.inspect((client) => client.scriptFlush());
    expect(await counts.add(limit, [{ key: 'a', points: 1 }])).toMatchObject([{ total: 2 }]);
    expect(connection.isUsable).toBe(true);
  });

  it('know how many processes there are, and ask that every ten seconds', async () => {
    const clock = { time: 0 };
    const fleet = Array.from({ length: 3 }, () => createRedisCounts(connection, () => clock.time));
    const members = () => server.inspect((client) => client.zCard('listings-gateway:probes'));
    for (const [at, counts] of fleet.entries()) {
      counts.countProcesses();
      while ((await members()) <= at);
    }
    const [first] = fleet;
    clock.time = 9_999;
    expect(first?.countProcesses()).toBe(1);
    clock.time = 10_000;
    first?.countProcesses();
    while (first?.countProcesses() !== 3) await members();
  });
});
