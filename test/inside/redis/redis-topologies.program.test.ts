import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRedisCounts, type SharedCounts } from '../../../src/gateway/admission/shared-counts.ts';
import { isFullRun } from '../../support/effort.ts';
import { isRedisSkipped } from '../../support/redis/redis-server.ts';
import {
  type RedisCluster,
  startRedisCluster,
  startWatchedRedis,
  type WatchedRedis,
} from '../../support/redis/redis-topologies.ts';
import { connectTo, recordsOn } from './redis-fixture.ts';

const limit = { name: 'sign_in_username', windowS: 60 } as const;
const patience = { timeout: 60_000 } as const;

/** Keys of all nodes. */
const keys = Array.from({ length: 640 }, (_, at) => `key-${at}`);

/** Counts one under each key; gives what they came to. */
const countAll = (counts: SharedCounts) => Promise.all(keys.map((key) => counts.add(limit, key, 1)));

describe.runIf(isFullRun && !isRedisSkipped)('Redis Cluster', () => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startRedisCluster();
  }, 60_000);
  afterAll(() => cluster[Symbol.asyncDispose]());

  it('counts and stores over all its nodes, known by the address of any one', patience, async () => {
    const [first] = cluster.masters;
    await using connection = await connectTo(first?.url ?? '');
    expect(await connection.changed(1)).toEqual({ usable: true });
    const [one, other] = [createRedisCounts(connection), createRedisCounts(connection)];
    await countAll(one);
    for (const master of cluster.masters) await master.inspect((client) => client.configResetStat());
    const totals = await countAll(other);
    expect(totals).toHaveLength(640);
    for (const { total, leftMs } of totals) {
      expect(total).toBe(2);
      expect(leftMs).toBeGreaterThan(50_000);
    }
    const calls = await Promise.all(
      cluster.masters.map(async (master) => {
        const stats = await master.inspect((client) => client.info('commandstats'));
        return Number(/cmdstat_eval:calls=(\d+)/.exec(stats)?.[1] ?? 0);
      }),
    );
    expect(Math.min(...calls)).toBeGreaterThan(0);
    expect(calls.reduce((sum, count) => sum + count, 0)).toBe(640);
    const records = recordsOn(connection);
    const claims = Array.from({ length: 20 }, (_, at) => ({ id: `record ${at}`, holder: 'holder' }));
    for (const claim of claims) await records.finish(claim, claim.id);
    for (const claim of claims) expect(await records.claim(claim, '', 1000)).toEqual({ state: 'done', text: claim.id });
    expect(connection.states).toHaveLength(1);
  });

  it('is found by the next host when the first that is named is down', patience, async () => {
    await using connection = await connectTo(cluster.url.replace('//', '//127.0.0.1:1,'));
    expect(await connection.changed(1)).toEqual({ usable: false, reason: 'ECONNREFUSED' });
    expect(await connection.changed(2)).toEqual({ usable: true });
  });

  it('says what is wrong with the number of a database', patience, async () => {
    await using connection = await connectTo(`${cluster.masters[0]?.url}/1`);
    expect(await connection.changed(1)).toEqual({ usable: false, reason: 'CLUSTER_HAS_DATABASE_0_ONLY' });
  });
});

describe.runIf(isFullRun && !isRedisSkipped)('Redis with Sentinels', () => {
  let watched: WatchedRedis;
  beforeAll(async () => {
    watched = await startWatchedRedis('the-password');
  }, 60_000);
  afterAll(() => watched[Symbol.asyncDispose]());

  it('is found by its name', patience, async () => {
    await using connection = await connectTo(watched.url);
    expect(await connection.changed(1)).toEqual({ usable: true });
    await recordsOn(connection).finish({ id: 'record', holder: 'holder' }, 'text');
    expect(await watched.primary.inspect((client) => client.exists('test:record'))).toBe(1);
  });

  it.each([
    ['a name that nobody knows', (url: string) => `${url}-other`, 'SENTINEL_KNOWS_NO_SUCH_NAME'],
    ['a wrong password', (url: string) => url.replace('the-password', 'hunter2'), 'WRONGPASS'],
    ['no password', (url: string) => url.replace(':the-password@', ''), 'NOAUTH'],
  ])('says what is wrong: %s', patience, async (_what, change, reason) => {
    await using connection = await connectTo(change(watched.url));
    expect(await connection.changed(1)).toEqual({ usable: false, reason });
  });

  it('is used again when the replica has become the primary', patience, async () => {
    await using connection = await connectTo(watched.url);
    await connection.changed(1);
    await watched.primary.kill();
    expect(await connection.changed(2)).toEqual({ usable: false, reason: 'CONNECTION_CLOSED' });
    expect(await connection.changed(3)).toEqual({ usable: true });
    expect(await countAll(createRedisCounts(connection))).toHaveLength(640);
  });
});

it.each([
  ['speaks HTTP', 'CONNECTION_CLOSED', () => createServer((_request, response) => response.end())],
  [
    'sends noise',
    'SLOW',
    () => createTcpServer((socket) => socket.on('error', () => {}).write(Buffer.alloc(65_536, 0xe9))),
  ],
])('What is no Redis is done without when it %s', patience, async (_what, reason, create) => {
  const server = create().listen(0, '127.0.0.1');
  const port = await new Promise<number>((resolve) => {
    server.once('listening', () => resolve((server.address() as AddressInfo).port));
  });
  await using connection = await connectTo(`redis://127.0.0.1:${port}`);
  expect(await connection.changed(1)).toEqual({ usable: false, reason });
  server.close();
});
