import { afterEach, describe, expect, it } from 'vitest';
import { type RedisClient, RedisUnavailableError } from '../../../src/redis/redis.ts';
import { isRedisSkipped, type RedisServer, startRedisServer } from '../../support/redis/redis-server.ts';
import { connectTo } from './redis-fixture.ts';

const servers: RedisServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]();
});

const serve = async (...given: Parameters<typeof startRedisServer>): Promise<RedisServer> => {
  const server = await startRedisServer(...given);
  servers.push(server);
  return server;
};

/** Asks for a key that is not there. */
const ask = (client: RedisClient): Promise<unknown> =>
  client.eval("return redis.call('PTTL', KEYS[1])", { keys: ['no such key'] });

describe.skipIf(isRedisSkipped)('connectRedis', () => {
  it('does without a server that is down at startup, says so once, and uses it when it comes', async () => {
    const server = await serve();
    await server.kill();
    await using connection = await connectTo(server.url);
    expect(await connection.changed(1)).toEqual({ usable: false, reason: 'ECONNREFUSED' });
    for (let step = 0; step < 20; step += 1) {
      await expect(connection.run(ask)).rejects.toBeInstanceOf(RedisUnavailableError);
    }
    await server.start();
    expect(await connection.changed(2)).toEqual({ usable: true });
    expect(connection.states).toHaveLength(2);
  });

  it('gives up a step on a server that has stopped responding, and uses it again when it responds', async () => {
    const server = await serve();
    await using patient = await connectTo(server.url);
    await patient.changed(1);
    await using connection = await connectTo(server.url, 50);
    // On a busy machine it may take several attempts to find the server fast enough.
    while (!connection.isUsable) await connection.changed(connection.states.length + 1);
    server.freeze();
    const before = connection.states.length;
    const steps = Array.from({ length: 50 }, () => connection.run(ask));
    for (const { status } of await Promise.allSettled(steps)) expect(status).toBe('rejected');
    expect(connection.states[before]).toMatchObject({ usable: false });
    await expect(connection.run(ask)).rejects.toThrow('Redis cannot be used');
    server.thaw();
    while (!connection.isUsable) await connection.changed(connection.states.length + 1);
  });

  it('gives a step the time that it asks for', async () => {
    const server = await serve();
    await using connection = await connectTo(server.url, 100_000);
    await connection.changed(1);
    server.freeze();
    await expect(connection.run(ask, 1)).rejects.toThrow('SLOW');
  });

  it.each([
    ['a wrong password', 'hunter2', 'WRONGPASS'],
    ['no password', null, 'NOAUTH'],
  ])('does without a server that refuses %s', async (_what, given, reason) => {
    const server = await serve([], 'the-password');
    const url = server.url.replace(':the-password@', given === null ? '' : `:${given}@`);
    await using connection = await connectTo(url);
    expect(await connection.changed(1)).toEqual({ usable: false, reason });
  });

  it('uses a server with the right password', async () => {
    await using connection = await connectTo((await serve([], 'the-password')).url);
    expect(await connection.changed(1)).toEqual({ usable: true });
  });

  it('says nothing more once it is disposed of', async () => {
    const server = await serve();
    const connection = await connectTo(server.url);
    await connection.changed(1);
    await connection[Symbol.asyncDispose]();
    await server.kill();
    await expect(connection.run(ask)).rejects.toBeInstanceOf(RedisUnavailableError);
    expect(connection.states).toEqual([{ usable: true }]);
  });
});
