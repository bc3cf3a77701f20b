import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isRedisSkipped, type RedisServer, startRedisServer } from '../../support/redis/redis-server.ts';
import { connectTo, storeOn, type WatchedConnection } from './redis-fixture.ts';

describe.skipIf(isRedisSkipped)('The store in Redis', () => {
  let server: RedisServer;
  let connection: WatchedConnection;
  beforeAll(async () => {
    server = await startRedisServer();
    connection = await connectTo(server.url);
    await connection.changed(1);
  });
  afterAll(async () => {
    await connection[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  beforeEach(() => server.inspect((client) => client.flushAll()));

  it('keeps a text as it is, and what age it had when it came', async () => {
    const store = storeOn(connection);
    const text = '[{"Id":1,"Item":"Zürich 🚲"}]\nnext line';
    await store.put('a', text, 120_000);
    const found = await store.find('a');
    expect(found?.text).toBe(text);
    expect(found?.ageMs).toBeGreaterThanOrEqual(120_000);
    expect(found?.ageMs).toBeLessThan(150_000);
    expect(await store.find('b')).toBeNull();
  });

  it('reports the age also to a process that keeps texts for another time', async () => {
    await storeOn(connection).put('a', 'text', 120_000);
    const found = await storeOn(connection, { keepMs: 60_000 }).find('a');
    expect(found?.ageMs).toBeGreaterThanOrEqual(120_000);
    expect(found?.ageMs).toBeLessThan(150_000);
  });

  it('has no text that is older than it may be', async () => {
    const store = storeOn(connection);
    await store.put('a', 'text', 3_600_000);
    expect(await store.find('a')).toBeNull();
    await store.put('b', 'text', 3_599_999);
    while ((await server.inspect((client) => client.exists('test:b'))) === 1);
    expect(await store.find('b')).toBeNull();
  });

  it('takes no text that is too large, and leaves what was there', async () => {
    const store = storeOn(connection, { maxBytes: 10 });
    await store.put('a', '0123456789', 0);
    await store.put('a', '0123456789a', 0);
    await store.put('a', 'ééééééé', 0);
    expect((await store.find('a'))?.text).toBe('0123456789');
  });

  it.each<[string, (key: string) => Promise<unknown>]>([
    ['a list', (key) => server.inspect((client) => client.lPush(key, 'x'))],
    ['a hash', (key) => server.inspect((client) => client.hSet(key, 'x', 'y'))],
    ['nothing', (key) => server.inspect((client) => client.set(key, '', { expiration: { type: 'EX', value: 60 } }))],
    [
      'noise',
      (key) => server.inspect((client) => client.set(key, 'x\u0000y', { expiration: { type: 'EX', value: 60 } })),
    ],
    ['a text without an end', (key) => server.inspect((client) => client.set(key, '3600000\ntext'))],
    [
      'far too much',
      (key) =>
        server.inspect((client) =>
          client.set(key, `${'9'.repeat(16)}\n${'x'.repeat(3_000_000)}`, { expiration: { type: 'EX', value: 60 } }),
        ),
    ],
  ])('has nothing where %s is, and writes over it', async (_what, write) => {
    const store = storeOn(connection);
    await write('test:a');
    expect(await store.find('a')).toBeNull();
    expect(connection.isUsable).toBe(true);
    await store.put('a', 'right', 0);
    expect((await store.find('a'))?.text).toBe('right');
  });

  it('keeps apart what has another prefix', async () => {
    await storeOn(connection, { prefix: 'one:' }).put('a', 'text of one', 0);
    expect(await storeOn(connection, { prefix: 'other:' }).find('a')).toBeNull();
  });

  it('gives a lock to one at a time', async () => {
    const store = storeOn(connection, { lockMs: 3_600_000 });
    const lock = await store.lock('a');
    expect(await store.lock('a')).toBe('taken');
    expect(await store.lock('b')).not.toBe('taken');
    if (lock === null || lock === 'taken') throw new Error('The lock was not given.');
    await lock.release();
    expect(await store.lock('a')).not.toBe('taken');
  });

  it('gives the lock of a process that has ended to the next, and keeps that when the first comes back', async () => {
    const [short, long] = [storeOn(connection, { lockMs: 1 }), storeOn(connection, { lockMs: 3_600_000 })];
    const first = await short.lock('a');
    let second = await long.lock('a');
    while (second === 'taken') second = await long.lock('a');
    if (first === null || first === 'taken') throw new Error('The lock was not given.');
    await first.release();
    expect(await long.lock('a')).toBe('taken');
  });
});

describe.skipIf(isRedisSkipped)('The store in a Redis that is gone', () => {
  it('has nothing, takes nothing and locks nothing, without an error', async () => {
    const server = await startRedisServer();
    await using connection = await connectTo(server.url);
    await connection.changed(1);
    await server.kill();
    const store = storeOn(connection);
    await store.put('a', 'text', 0);
    expect(await store.find('a')).toBeNull();
    expect(await store.lock('a')).toBeNull();
  });
});
