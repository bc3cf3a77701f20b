import { createServer, type Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { describe, expect, it } from 'vitest';
import {
  type ConnectionAge,
  type ServiceConnectionOptions,
  createServiceConnections,
  createServiceConnector,
} from '../../../src/rest/connections.ts';
import { byEffort } from '../../support/effort.ts';
import { listen, startListening } from '../../support/network/listen.ts';
import { untilSo } from '../../support/until-so.ts';

const get = { method: 'GET', path: '/v1/sections', headers: { accept: 'application/json' }, body: null } as const;

const ok = (body: string, ...lines: readonly string[]): string =>
  ['HTTP/1.1 200 OK', `Content-Length: ${Buffer.byteLength(body)}`, ...lines, '', body].join('\r\n');

const likeTransport = {
  connect: createServiceConnector({ connectMs: 5_000, secureContext: null, proxy: null }),
  keepAliveTimeoutMs: 60_000,
  maxAgeMs: Number.POSITIVE_INFINITY,
  monotonicNow: () => performance.now(),
  random: () => 0,
} as const;

/** What comes of a request that is the `request`th on its connection, which is the `connection`th, both counted from 1. */
type Answers = (place: { readonly connection: number; readonly request: number; readonly socket: Socket }) => string;

/** A service that responds with bytes, and connections to it. */
const start = async (responses: Answers, options: Partial<ServiceConnectionOptions> = {}) => {
  const sockets: Socket[] = [];
  const requests: string[] = [];
  const server = createServer((socket) => {
    const connection = sockets.push(socket);
    let request = 0;
    socket.on('data', (chunk: Buffer) => {
      request += 1;
      requests.push(chunk.toString());
      socket.write(responses({ connection, request, socket }));
    });
  });
  const listening = await startListening(server);
  const origin = `http://127.0.0.1:${listening.port}`;
  const connections = createServiceConnections({
    origin,
    connections: 4,
    ...likeTransport,
    ...options,
  });
  return {
    origin,
    sockets,
    requests,
    connections,
    open: () => listening.connections(),
    /** Sends a request; gives the body of its response. */
    send: async (request: Dispatcher.DispatchOptions = get, age: ConnectionAge = 'kept') => {
      const { body } = await connections.of(age).request(request);
      return body.text();
    },
    [Symbol.asyncDispose]: async () => {
      await connections[Symbol.asyncDispose]();
      await listening[Symbol.asyncDispose]();
    },
  };
};

describe('A connection to the service', () => {
  it('carries one request after the other', async () => {
    await using service = await start(({ connection, request }) => ok(`${connection}.${request}`), { connections: 1 });
    for (const body of ['1.1', '1.2', '1.3']) expect(await service.send()).toBe(body);
    expect(service.requests[0]).toMatch(
      /^GET \/v1\/sections HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\nconnection: keep-alive\r\naccept: application\/json\r\n\r\n$/,
    );
  });

  it('is one of its own for a request that asks for a fresh one', async () => {
    await using service = await start(({ connection, request }) => ok(`${connection}.${request}`));
    expect(await service.send()).toBe('1.1');
    expect(await service.send(get, 'fresh')).toBe('2.1');
    expect(await service.send(get, 'fresh')).toBe('3.1');
    await untilSo('one is left', () => service.open() === 1);
    expect(await service.send()).toBe('1.2');
  });

  it('offers HTTP/1.1 alone to a service with TLS', async () => {
    const hellos: string[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (chunk: Buffer) => {
        hellos.push(chunk.toString('latin1'));
        socket.destroy();
      });
    });
    const port = await listen(server);
    await using connections = createServiceConnections({
      origin: `https://127.0.0.1:${port}`,
      connections: 1,
      ...likeTransport,
    });
    await expect(connections.of('kept').request(get)).rejects.toHaveProperty('code');
    server.close();
    expect(hellos).toHaveLength(1);
    // Names of protocols come with their length (RFC 7301).
    expect(hellos[0]).toContain('\u0008http/1.1');
    expect(hellos[0]).not.toContain('\u0002h2');
  });

  it('is closed after a thousand requests', async () => {
    await using service = await start(({ connection }) => ok(String(connection)), { connections: 1 });
    for (let request = 0; request < 1_000; request += 1) expect(await service.send()).toBe('1');
    expect(await service.send()).toBe('2');
  });

  it('is closed when it has idled', async () => {
    await using service = await start(({ connection }) => ok(String(connection)), { keepAliveTimeoutMs: 50 });
    await service.send();
    await untilSo('all are closed', () => service.open() === 0);
    expect(await service.send()).toBe('2');
  });
});

describe('Connections to the service', () => {
  it('are never more than allowed of each age, however the requests come', async () => {
    await using service = await start(({ connection }) => ok(String(connection)));
    let most = 0;
    for (let round = 0; round < byEffort(15, 50); round += 1) {
      const ages: readonly ConnectionAge[] = ['kept', 'fresh', 'kept', 'fresh', 'kept', 'kept', 'kept', 'fresh'];
      await Promise.all(ages.map((age) => service.send(get, age)));
      most = Math.max(most, service.open());
    }
    expect(most).toBeLessThanOrEqual(8);
  });

  it('are all closed when they are disposed of, and what is under way or comes later fails', async () => {
    await using service = await start(({ connection, request }) => (connection + request === 2 ? ok('1') : ''));
    await service.send();
    const pending = Promise.allSettled([service.send(), service.send(), service.send(get, 'fresh')]);
    await untilSo('the requests are there', () => service.requests.length === 4);
    await service.connections[Symbol.asyncDispose]();
    await expect(service.send(get, 'fresh')).rejects.toMatchObject({ code: 'UND_ERR_DESTROYED' });
    await expect(service.send()).rejects.toMatchObject({ code: 'UND_ERR_DESTROYED' });
    expect((await pending).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await untilSo('all are closed', () => service.open() === 0);
  });
});

describe('The age of connections', () => {
  const aged = async (responses: Answers, options: Partial<ServiceConnectionOptions> = {}) => {
    let nowMs = 0;
    const service = await start(responses, { connections: 1, maxAgeMs: 60_000, monotonicNow: () => nowMs, ...options });
    return {
      service,
      advance: (milliseconds: number) => {
        nowMs += milliseconds;
      },
      [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
    };
  };

  it('has an end: a connection past it is closed, and the next call goes on a new one', async () => {
    await using given = await aged(({ connection, request }) => ok(`${connection}.${request}`));
    const { service, advance } = given;
    expect(await service.send()).toBe('1.1');
    advance(59_999);
    expect(await service.send()).toBe('1.2');
    advance(1);
    expect(await service.send()).toBe('2.1');
    await untilSo('one is left', () => service.open() === 1);
    // Its age is its own.
    advance(59_999);
    expect(await service.send()).toBe('2.2');
  });

  it('is up to a fifth shorter, at random', async () => {
    await using given = await aged(({ connection }) => ok(String(connection)), { random: () => 0.5 });
    const { service, advance } = given;
    expect(await service.send()).toBe('1');
    advance(53_999);
    expect(await service.send()).toBe('1');
    advance(1);
    expect(await service.send()).toBe('2');
  });

  it('cuts off no call that is under way; its connection is not used again', async () => {
    let response = (): void => {};
    await using given = await aged(({ connection, request, socket }) => {
      if (connection > 1 || request === 1) return ok(`${connection}.${request}`);
      response = () => socket.write(ok('late'));
      return '';
    });
    const { service, advance } = given;
    await service.send();
    const late = service.send();
    await untilSo('the requests are there', () => service.requests.length === 2);
    advance(600_000);
    response();
    expect(await late).toBe('late');
    expect(await service.send()).toBe('2.1');
    await untilSo('one is left', () => service.open() === 1);
  });

  it('never makes more connections than allowed, or uses an old one, however the requests come', async () => {
    await using given = await aged(({ connection }) => ok(String(connection)), { random: Math.random });
    const { service, advance } = given;
    for (let round = 0; round < byEffort(25, 100); round += 1) {
      advance(10_000);
      const before = service.sockets.length;
      const ages: readonly ConnectionAge[] = ['kept', 'fresh', 'kept', round % 2 === 0 ? 'fresh' : 'kept'];
      const used = await Promise.all(ages.map((age) => service.send(get, age)));
      // Each fresh one makes a connection, so those of six rounds ago have been closed.
      for (const connection of used) expect(Number(connection)).toBeGreaterThan(before - 6 * 4);
      await untilSo('those that are old are closed', () => service.open() <= 4);
    }
  });

  it('moves all calls to where the name of the service leads now, also at one a second', async () => {
    const [old, other] = [await start(() => ok('old')), await start(() => ok('other'))];
    await using _both = {
      [Symbol.asyncDispose]: async () => {
        await old[Symbol.asyncDispose]();
        await other[Symbol.asyncDispose]();
      },
    };
    let place = old;
    let lookups = 0;
    // The servers differ in their ports: a connector that is handed in goes where the name leads, as a lookup does by address.
    const byName = createServiceConnector({
      connectMs: 5_000,
      secureContext: null,
      proxy: null,
      lookup: (_host, options, callback) => {
        lookups += 1;
        if (options.all === true) callback(null, [{ address: '127.0.0.1', family: 4 }]);
        else callback(null, '127.0.0.1', 4);
      },
    });
    await using given = await aged(() => '', {
      origin: 'http://listings.test',
      connect: (target, callback) => byName({ ...target, port: new URL(place.origin).port }, callback),
    });
    const { service, advance } = given;
    const responses: string[] = [];
    for (let second = 0; second < 120; second += 1) {
      if (second === 30) place = other;
      responses.push(await service.send());
      advance(1_000);
    }
    expect(responses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 'old'));
    expect(responses.slice(60)).toEqual(Array.from({ length: 60 }, () => 'other'));
    expect(lookups).toBe(2);
  });
});
