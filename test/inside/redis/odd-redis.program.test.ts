import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { RedisClient } from '../../../src/redis/redis.ts';
import { isRedisSkipped, type RedisServer, startRedisServer } from '../../support/redis/redis-server.ts';
import { sendTo } from '../../support/redis/redis-topologies.ts';
import { untilSo } from '../../support/until-so.ts';
import { connectTo, type WatchedConnection } from './redis-fixture.ts';

const patience = { timeout: 30_000 } as const;

const stack: AsyncDisposable[] = [];
afterEach(async () => {
  for (const resource of stack.splice(0).toReversed()) await resource[Symbol.asyncDispose]();
});

const serve = async (...given: Parameters<typeof startRedisServer>): Promise<RedisServer> => {
  const server = await startRedisServer(...given);
  stack.push(server);
  return server;
};

const open = async (url: string, budgetMs?: number): Promise<WatchedConnection> => {
  const connection = await connectTo(url, budgetMs);
  stack.push(connection);
  return connection;
};

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stack.push({
    [Symbol.asyncDispose]: async () => {
      server.close();
    },
  });
  return (server.address() as AddressInfo).port;
};

/** Adds one to a number, with a script that the server runs once for each time that it is sent. */
const count = (client: RedisClient): Promise<unknown> =>
  client.eval("return redis.call('INCR', KEYS[1])", { keys: ['count'] });

const counted = (server: RedisServer): Promise<string | null> => server.inspect((client) => client.get('count'));

const usableAgain = async (connection: WatchedConnection): Promise<void> => {
  while (!connection.isUsable) await connection.changed(connection.states.length + 1);
};

/** Stands in front of a server, and passes each of its bytes on unless it is told otherwise. */
const startProxy = async (target: RedisServer) => {
  let pass = (bytes: Buffer, toClient: Socket): void => void toClient.write(bytes);
  const proxy = createServer((client) => {
    const server = connect(target.port, '127.0.0.1');
    for (const socket of [client, server]) socket.on('error', () => {});
    client.on('data', (bytes) => server.write(bytes)).on('close', () => server.destroy());
    server.on('data', (bytes) => pass(bytes, client)).on('close', () => client.destroy());
  });
  return {
    url: `redis://127.0.0.1:${await listen(proxy)}`,
    onReply: (change: typeof pass) => {
      pass = change;
    },
  };
};

/** A server that has one reply for whatever it is asked. */
const startFake = async (reply: string): Promise<string> => {
  const fake = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const commands = bytes.toString('latin1').match(/^\*\d/gm)?.length ?? 0;
      socket.write(reply.repeat(commands));
    });
  });
  return `redis://127.0.0.1:${await listen(fake)}`;
};

describe.skipIf(isRedisSkipped)('A Redis', () => {
  it('that freezes while nothing is asked of it is noticed, and used again when it goes on', patience, async () => {
    const server = await serve();
    const connection = await open(server.url);
    await connection.changed(1);
    server.freeze();
    expect(await connection.changed(2)).toEqual({ usable: false, reason: 'SLOW' });
    server.thaw();
    expect(await connection.changed(3)).toEqual({ usable: true });
  });

  it('that becomes a replica while it is used is given up, and used again when it is a primary', patience, async () => {
    const server = await serve();
    const connection = await open(server.url);
    await connection.changed(1);
    await sendTo(server, ['REPLICAOF', '127.0.0.1', '1']);
    await expect(connection.run(count)).rejects.toThrow('READONLY');
    expect(connection.states.at(-1)).toEqual({ usable: false, reason: 'READONLY' });
    await sendTo(server, ['REPLICAOF', 'NO', 'ONE']);
    await usableAgain(connection);
    expect(await connection.run(count)).toBe(1);
  });

  it('that gets a password while it is used says so once, and is used again when it has none', patience, async () => {
    const server = await serve();
    const connection = await open(server.url);
    await connection.changed(1);
    await server.inspect(async (client) => {
      await client.configSet('requirepass', 'another');
      await client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']);
      await connection.changed(3);
      await client.configSet('requirepass', '');
    });
    await usableAgain(connection);
    expect(connection.states).toEqual([
      { usable: true },
      { usable: false, reason: 'CONNECTION_CLOSED' },
      { usable: false, reason: 'NOAUTH' },
      { usable: true },
    ]);
  });

  it.each(['LOADING', 'MASTERDOWN', 'NOPERM', 'MISCONF', 'CLUSTERDOWN', 'BUSY'])(
    'that replies %s to everything is done without, and that is the reason',
    patience,
    async (code) => {
      const connection = await open(await startFake(`-${code} whatever it says\r\n`));
      expect(await connection.changed(1)).toEqual({ usable: false, reason: code });
    },
  );

  it('that is full refuses the step, and goes on being used', patience, async () => {
    const server = await serve();
    await sendTo(server, ['CONFIG', 'SET', 'maxmemory', '1']);
    const connection = await open(server.url);
    expect(await connection.changed(1)).toEqual({ usable: true });
    await expect(connection.run(count)).rejects.toThrow('OOM');
    await sendTo(server, ['CONFIG', 'SET', 'maxmemory', '0']);
    expect(await connection.run(count)).toBe(1);
    expect(connection.states).toEqual([{ usable: true }]);
  });

  it('that is slow once is given up at once, and a step is carried out once at most', patience, async () => {
    const server = await serve();
    const connection = await open(server.url);
    await connection.changed(1);
    await sendTo(server, ['CLIENT', 'PAUSE', '300', 'ALL']);
    await expect(connection.run(count, 50)).rejects.toMatchObject({ reason: 'SLOW' });
    await usableAgain(connection);
    expect(Number(await counted(server))).toBeLessThanOrEqual(1);
    expect(await connection.run(count)).toBeLessThanOrEqual(2);
  });

  it('whose connection ends within a reply rejects the step, which is not sent again', patience, async () => {
    const server = await serve();
    const proxy = await startProxy(server);
    const connection = await open(proxy.url);
    await connection.changed(1);
    proxy.onReply((bytes, client) => {
      client.write(bytes.subarray(0, 2));
      client.destroySoon();
    });
    await expect(connection.run(count)).rejects.toMatchObject({ reason: 'CONNECTION_CLOSED' });
    proxy.onReply((bytes, client) => void client.write(bytes));
    await usableAgain(connection);
    expect(await counted(server)).toBe('1');
    expect(await connection.run(count)).toBe(2);
  });

  it('that speaks no TLS is done without', patience, async () => {
    const server = await serve();
    const connection = await open(server.url.replace('redis:', 'rediss:'));
    expect(await connection.changed(1)).toEqual({ usable: false, reason: 'CONNECT_TIMEOUT' });
  });

  it('of which a user may not ping, nor ask what it is, is used', patience, async () => {
    const server = await serve();
    await sendTo(server, ['ACL', 'SETUSER', 'gateway', 'on', '>secret', '~*', '+set', '+eval', '+incr']);
    const connection = await open(server.url.replace('//', '//gateway:secret@'));
    expect(await connection.changed(1)).toEqual({ usable: true });
    await untilSo('a ping is refused', async () =>
      JSON.stringify(await server.inspect((client) => client.sendCommand(['ACL', 'LOG']))).includes('ping'),
    );
    expect(await connection.run(count)).toBe(1);
    expect(connection.states).toHaveLength(1);
  });
});
