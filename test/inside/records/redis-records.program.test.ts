import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type RecordClaim,
  type RecordStore,
  RecordStoreError,
  type StoredRecord,
} from '../../../src/records/record-store.ts';
import { isRedisSkipped, type RedisServer, startRedisServer } from '../../support/redis/redis-server.ts';
import { untilSo } from '../../support/until-so.ts';
import { KEEP_MS, openRecords } from './record-store-fixture.ts';

const MINUTE = 60_000;
/** Short to wait for, and enough for a server that runs. */
const HASTY_MS = 500;
const patience = { timeout: 60_000 } as const;

const newClaim = (id: string = randomUUID()): RecordClaim => ({ id, holder: randomUUID() });

/** Looks at a record as the next request with its key does; null when it is free, which it then is again. */
const look = async (store: RecordStore, id: string): Promise<StoredRecord | null> => {
  const claim = newClaim(id);
  const found = await store.claim(claim, 'looked at', MINUTE);
  if (found === null) await store.release(claim);
  return found;
};

/** The reason with which each kind of step fails. */
const reasonsOf = async (store: RecordStore): Promise<unknown[]> => {
  const steps = [
    () => store.claim(newClaim(), 'text', MINUTE),
    () => store.renew(newClaim(), 'text', MINUTE),
    () => store.finish(newClaim(), 'text'),
    () => store.release(newClaim()),
  ];
  const reasons: unknown[] = [];
  for (const step of steps) {
    reasons.push(
      await step().then(
        () => null,
        (error: unknown) => (error instanceof Error && 'reason' in error ? error.reason : error),
      ),
    );
  }
  return reasons;
};

/** Starts a server that has all its data again when it is started again: with `everysec` it may put off a write. */
const startDurable = async (): Promise<RedisServer> => {
  const directory = await mkdtemp(join(tmpdir(), 'redis-records-'));
  const server = await startRedisServer(['--appendonly', 'yes', '--appendfsync', 'always', '--dir', directory]);
  const dispose = server[Symbol.asyncDispose].bind(server);
  return Object.assign(server, {
    [Symbol.asyncDispose]: async () => {
      await dispose();
      await rm(directory, { recursive: true, force: true });
    },
  });
};

describe.skipIf(isRedisSkipped)('A record in Redis', patience, () => {
  let server: RedisServer;
  let records: Awaited<ReturnType<typeof openRecords>>;
  beforeAll(async () => {
    server = await startRedisServer();
    records = await openRecords(server.url);
  });
  afterAll(async () => {
    await records.connection[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  it('is one key under its prefix, which ends a while after it was written last', async () => {
    const { store } = records;
    const claim = newClaim('a');
    const leftMs = () => server.inspect((client) => client.pTTL('test:a'));
    await store.claim(claim, 'first', MINUTE);
    expect(await server.inspect((client) => client.keys('test:*'))).toEqual(['test:a']);
    expect(await leftMs()).toBeGreaterThan(KEEP_MS - MINUTE);
    await server.inspect((client) => client.pExpire('test:a', MINUTE));
    await look(store, 'a');
    expect(await leftMs()).toBeLessThanOrEqual(MINUTE);
    await store.renew(claim, 'second', MINUTE);
    expect(await leftMs()).toBeGreaterThan(KEEP_MS - MINUTE);
    await server.inspect((client) => client.pExpire('test:a', MINUTE));
    await store.finish(claim, 'third');
    expect(await leftMs()).toBeGreaterThan(KEEP_MS - MINUTE);
    expect(await server.inspect((client) => client.get('test:a'))).toBe(`${claim.holder} 0\nthird`);
  });

  it('is not the record of another prefix', async () => {
    const other = await openRecords(server.url, { prefix: 'other:' });
    await using _connection = other.connection;
    await records.store.claim(newClaim('b'), 'first', MINUTE);
    expect(await look(other.store, 'b')).toBeNull();
  });

  it.each([
    ['nothing', ''],
    ['a text', 'text'],
    ['a line', 'one two\nthree'],
    ['a line of more words', 'one 2 3\nfour'],
    ['half a record', 'holder 123'],
  ])('that cannot be read is abandoned, never free, and nobody’s: %s', async (_what, value) => {
    const claim = newClaim();
    await server.inspect((client) => client.set(`test:${claim.id}`, value));
    expect(await look(records.store, claim.id)).toEqual({ state: 'abandoned', text: '' });
    await records.store.renew(claim, 'text', MINUTE);
    await records.store.finish(claim, 'text');
    await records.store.release(claim);
    expect(await server.inspect((client) => client.get(`test:${claim.id}`))).toBe(value);
  });

  it('whose key holds something else cannot be used, and all others can', async () => {
    const claim = newClaim();
    await server.inspect((client) => client.lPush(`test:${claim.id}`, 'x'));
    const steps = [
      records.store.claim(claim, 'text', MINUTE),
      records.store.renew(claim, 'text', MINUTE),
      records.store.finish(claim, 'text'),
      records.store.release(claim),
    ];
    for (const step of steps)
      await expect(step).rejects.toMatchObject({ name: 'RecordStoreError', reason: 'WRONGTYPE' });
    expect(records.connection.isUsable).toBe(true);
    expect(await look(records.store, newClaim().id)).toBeNull();
  });
});

describe.skipIf(isRedisSkipped)('Records in a Redis', patience, () => {
  it('that forgets its scripts are used all the same', async () => {
    await using server = await startRedisServer();
    const { connection, store } = await openRecords(server.url);
    await using _connection = connection;
    const claim = newClaim();
    await store.claim(claim, 'first', MINUTE);
    await server.inspect((client) => client.scriptFlush());
    await store.finish(claim, 'second');
    expect(await look(store, claim.id)).toEqual({ state: 'done', text: 'second' });
  });

  it('that is full are refused, and none that is there is lost', async () => {
    await using server = await startRedisServer(['--maxmemory', '8mb', '--maxmemory-policy', 'noeviction']);
    const { connection, store } = await openRecords(server.url);
    await using _connection = connection;
    const claims: RecordClaim[] = [];
    let reason: unknown = null;
    while (reason === null) {
      const claim = newClaim();
      try {
        await store.claim(claim, 'x'.repeat(100_000), MINUTE);
        claims.push(claim);
      } catch (error) {
        reason = error;
      }
    }
    expect(reason).toMatchObject({ name: 'RecordStoreError', reason: 'FULL' });
    expect(claims.length).toBeGreaterThan(10);
    expect(await server.inspect((client) => client.keys('test:*'))).toHaveLength(claims.length);
    // A quarter is left to what counts.
    const counted = Array.from({ length: 500 }, (_, at) =>
      connection.run((client) => client.set(`count:${at}`, 'x'.repeat(1000))),
    );
    await Promise.all(counted);
    await server.inspect((client) => client.configSet('maxmemory', '64mb'));
    for (const { id } of claims) expect(await look(store, id)).toMatchObject({ state: 'running' });
  });

  it('are never all taken by a few owners: another finds space still', async () => {
    await using server = await startRedisServer(['--maxmemory', '16mb', '--maxmemory-policy', 'noeviction']);
    const { connection, store } = await openRecords(server.url);
    await using _connection = connection;
    const add = async (owner: string): Promise<void> => {
      const claim = { ...newClaim(), owner: { name: owner, times: 1 / 15 } };
      await store.claim(claim, 'x', MINUTE);
      await store.finish(claim, 'x'.repeat(5_000), 'x');
    };
    const reasons = new Set<unknown>();
    const fill = async (owner: string): Promise<void> => {
      for (let reason: unknown = null; reason === null;) {
        reason = await add(owner).then(
          () => null,
          (error: unknown) => error,
        );
        if (reason !== null) reasons.add(reason instanceof RecordStoreError ? reason.reason : reason);
      }
    };
    for (let at = 0; at < 20; at += 1) await fill(`owner-${at}`);
    expect(reasons).toEqual(new Set(['FULL_FOR_OWNER']));
    for (let time = 0; time < 5; time += 1) await add('another');
  });

  it('that others have filled are refused, and it is used on for what frees space', async () => {
    await using server = await startRedisServer(['--maxmemory', '8mb', '--maxmemory-policy', 'noeviction']);
    const { connection, store } = await openRecords(server.url);
    await using _connection = connection;
    const claim = newClaim();
    await store.claim(claim, 'first', MINUTE);
    await server.inspect((client) => client.configSet('maxmemory', '1'));
    await expect(store.claim(newClaim(), 'text', MINUTE)).rejects.toMatchObject({ reason: /OOM|FULL/ });
    await store.release(claim);
    expect(connection.isUsable).toBe(true);
  });

  it.each([
    ['is a replica', 'READONLY', (server: RedisServer) => server.inspect((client) => client.replicaOf('127.0.0.1', 1))],
    [
      'has too few replicas',
      'NOREPLICAS',
      (server: RedisServer) => server.inspect((client) => client.configSet('min-replicas-to-write', '1')),
    ],
  ])('that %s are refused', async (_what, reason, change) => {
    await using server = await startRedisServer();
    const { connection, store } = await openRecords(server.url);
    await using _connection = connection;
    await change(server);
    expect(await reasonsOf(store)).toEqual([reason, reason, reason, reason]);
  });

  it('that is down are refused at once, and used again when it is back', async () => {
    await using server = await startRedisServer();
    const { connection, store } = await openRecords(server.url);
    await using _connection = connection;
    const claim = newClaim();
    await store.claim(claim, 'first', MINUTE);
    await server.kill();
    const reasons = await reasonsOf(store);
    expect(reasons).toEqual(reasons.map(() => expect.stringMatching(/^(CONNECTION_CLOSED|ECONNREFUSED|ECONNRESET)$/)));
    await server.start();
    await connection.changed(3);
    // It has forgotten all, and lets a write be made a second time: docs/deployment.md says how to prevent it.
    expect(await look(store, claim.id)).toBeNull();
    await store.finish(claim, 'the response');
    expect(await look(store, claim.id)).toEqual({ state: 'done', text: 'the response' });
  });

  it('that writes them to disk are there after it was killed', async () => {
    await using server = await startDurable();
    const { connection, store } = await openRecords(server.url);
    await using _connection = connection;
    const [running, done] = [newClaim(), newClaim()];
    await store.claim(running, 'first', MINUTE);
    await store.claim(done, 'first', MINUTE);
    await store.finish(done, 'the response');
    await server.kill();
    await server.start();
    await connection.changed(3);
    expect(await look(store, running.id)).toEqual({ state: 'running', text: 'first' });
    expect(await look(store, done.id)).toEqual({ state: 'done', text: 'the response' });
  });

  it('that hangs are refused when their time is up', async () => {
    await using server = await startRedisServer();
    const { connection, store } = await openRecords(server.url, { budgetMs: HASTY_MS });
    await using _connection = connection;
    server.freeze();
    await expect(store.claim(newClaim(), 'first', MINUTE)).rejects.toMatchObject({ reason: 'SLOW' });
    expect(await reasonsOf(store)).toEqual(['SLOW', 'SLOW', 'SLOW', 'SLOW']);
    server.thaw();
  });

  it('that hung are what the steps that it took too late have made of them', async () => {
    await using server = await startRedisServer();
    const hasty = await openRecords(server.url, { budgetMs: HASTY_MS });
    const patient = await openRecords(server.url);
    await using _hasty = hasty.connection;
    await using _patient = patient.connection;
    const claim = newClaim();
    await hasty.store.claim(claim, 'first', MINUTE);
    // It knows the script.
    await hasty.store.finish(newClaim(), '');
    server.freeze();
    await expect(hasty.store.finish(claim, 'the response')).rejects.toMatchObject({ reason: 'SLOW' });
    server.thaw();
    await hasty.connection.changed(3);
    await untilSo('it is written', async () => (await look(hasty.store, claim.id))?.state === 'done');
    expect(await look(patient.store, claim.id)).toEqual({ state: 'done', text: 'the response' });
  });
});
