import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { isHostName } from '../../../src/gateway/connections/request-check.ts';
import { defaultServerLimits } from '../../../src/gateway/connections/server-limits.ts';
import { isJson } from '../../../src/gateway/http/csrf.ts';
import { standardHeaders } from '../../../src/gateway/http/standard-headers.ts';
import { attachFastPath, createFastPath, type FastPathOptions } from '../../../src/http1/fast-path.ts';
import type { HandoverReason } from '../../../src/http1/handover-reason.ts';
import type { FastPathLimits } from '../../../src/http1/limits.ts';
import type { FastPathResponse } from '../../../src/http1/response.ts';
import { openConnection } from '../../support/network/raw-connection.ts';

const requestOf = (content: string): string =>
  `POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${content.length}\r\n\r\n${content}`;

/** Responses with the body of the request. */
const echo = (response: FastPathResponse): void => {
  response.writeHead(200, { 'Content-Type': 'text/plain' }).end(response.req.body.toString());
};

interface ServerOptions extends Partial<Pick<FastPathOptions, 'keepsConnections'>> {
  readonly limits?: Partial<FastPathLimits>;
  readonly response?: (response: FastPathResponse) => void;
}

/** A server with nothing but the fast path. What is handed over gets what there is still to be read of it. */
const startServer = async ({ limits, response = echo, keepsConnections = () => true }: ServerOptions = {}) => {
  const begun: FastPathResponse[] = [];
  const closed: FastPathResponse[] = [];
  const sockets: Socket[] = [];
  const handedOver: Socket[] = [];
  const reasons: HandoverReason[] = [];
  const server = createServer({ allowHalfOpen: true, noDelay: true });
  const connections = createFastPath({
    // Connections are checked when a test says so.
    limits: { ...defaultServerLimits, checkMs: 60_000, ...limits },
    target: '/graphql',
    isHost: isHostName,
    isJson,
    responseHeaders: standardHeaders,
    handle: (_request, answered) => {
      begun.push(answered);
      response(answered);
    },
    keepsConnections,
    onClosed: (answered) => closed.push(answered),
    onBroken: (socket) => socket.end('broken'),
    handOver: (socket, reason) => {
      handedOver.push(socket);
      reasons.push(reason);
      const pieces: Buffer[] = [];
      socket.on('data', (piece) => pieces.push(piece));
      socket.on('end', () => socket.end(`handed over: ${Buffer.concat(pieces).toString()}`));
    },
  });
  server.on('connection', (socket) => {
    sockets.push(socket);
    connections.take(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  return {
    url: new URL(`http://127.0.0.1:${address.port}/`),
    connections,
    begun,
    closed,
    handedOver,
    reasons,
    /** Whether a connection is open. */
    isOpen: (index: number) => sockets[index]?.destroyed === false,
    /** Whether a connection is not read for now. */
    isPaused: (index: number) => sockets[index]?.isPaused() === true,
    /** What has been read of a connection, the first unless given, in bytes. */
    bytesRead: (index = 0) => sockets[index]?.bytesRead ?? 0,
    [Symbol.asyncDispose]: async () => {
      connections[Symbol.dispose]();
      connections.closeAll();
      for (const socket of handedOver) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

const bodiesIn = (received: string): readonly string[] =>
  received.split(/(?=HTTP\/1\.1 )/).map((response) => response.slice(response.indexOf('\r\n\r\n') + 4));

/** Waits for something that the other end does on its own. */
const until = async (isSo: () => boolean): Promise<void> => {
  const endsAt = performance.now() + 4_000;
  while (!isSo()) {
    if (performance.now() > endsAt) throw new Error('It did not come to that.');
    await new Promise(setImmediate);
  }
};

describe('A connection of the fast path', () => {
  it('has each served, one after the other', async () => {
    await using server = await startServer();
    using client = await openConnection(server.url);
    for (const content of ['one', 'two', 'three']) {
      client.socket.write(requestOf(content));
      await client.until(content);
    }
    expect(bodiesIn(client.received)).toEqual(['one', 'two', 'three']);
    expect(client.received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(client.received).toMatch(/^Content-Length: 3\r$/m);
    expect(client.received).toMatch(/^Date: .* GMT\r$/m);
    expect(client.received).toMatch(/^Connection: keep-alive\r\nKeep-Alive: timeout=65\r$/m);
    expect(server.closed.map(({ writableFinished }) => writableFinished)).toEqual([true, true, true]);
    expect(server.handedOver).toEqual([]);
  });

  it('may bring one in up to four pieces, cut anywhere', async () => {
    await using server = await startServer();
    const bytes = requestOf('one');
    using client = await openConnection(server.url);
    for (const [round, cut] of [23, 1, 24, 60, bytes.length - 4, bytes.length - 1].entries()) {
      const begins = server.bytesRead();
      for (const place of new Set([0, 1, Math.floor(cut / 2), cut])) {
        await until(() => server.bytesRead() === begins + place);
        const next = [1, Math.floor(cut / 2), cut, bytes.length].find((end) => end > place);
        client.socket.write(bytes.slice(place, next));
      }
      await until(() => server.closed.length === round + 1);
    }
    expect(server.handedOver).toEqual([]);
  });

  it('may bring the next one before the last is served', async () => {
    const waiting: FastPathResponse[] = [];
    await using server = await startServer({ response: (response) => waiting.push(response) });
    using client = await openConnection(server.url, requestOf('one'));
    await until(() => waiting.length === 1);
    client.socket.write(requestOf('two'));
    await until(() => server.bytesRead() === 2 * requestOf('one').length);
    expect(waiting).toHaveLength(1);
    for (const place of [0, 1]) {
      await until(() => waiting.length === place + 1);
      for (const response of waiting.slice(place)) echo(response);
    }
    await client.until('two');
    expect(bodiesIn(client.received)).toEqual(['one', 'two']);
    expect(server.handedOver).toEqual([]);
  });

  it('is not read without end while its client waits for a response', async () => {
    await using server = await startServer({ response: () => {} });
    using client = await openConnection(server.url, requestOf('one'));
    await until(() => server.begun.length === 1);
    client.socket.write(Buffer.alloc(32 * 1024 * 1024, 'x'));
    await until(() => server.bytesRead() > 65_536);
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    expect(server.bytesRead()).toBeLessThan(512 * 1024);
  });

  it('is read on after a pause', async () => {
    const waiting: FastPathResponse[] = [];
    await using server = await startServer({ response: (response) => waiting.push(response) });
    const [one, two, three] = [requestOf('one'), requestOf('two'), requestOf('three')];
    using client = await openConnection(server.url, one);
    await until(() => waiting.length === 1);
    const rest = two + three;
    for (const [index, end] of [20, 40, 60, 80].entries()) {
      client.socket.write(rest.slice(20 * index, end));
      await until(() => server.bytesRead() === one.length + end);
      expect(server.isPaused(0)).toBe(false);
    }
    client.socket.write(rest.slice(80, 100));
    await until(() => server.isPaused(0));
    client.socket.write(rest.slice(100));
    for (const response of waiting) echo(response);
    await until(() => server.handedOver.length === 1);
    expect(server.reasons).toEqual(['pipelined']);
    client.socket.end();
    expect(bodiesIn(await client.closed)).toEqual([`onehanded over: ${two}${three}`]);
  });

  it('goes on with the next request when it was paused behind it', async () => {
    const waiting: FastPathResponse[] = [];
    await using server = await startServer({ response: (response) => waiting.push(response) });
    const [one, two] = [requestOf('one'), requestOf('two')];
    using client = await openConnection(server.url, one);
    await until(() => waiting.length === 1);
    const cuts = [20, 40, 60, 80, two.length];
    for (const [index, end] of cuts.entries()) {
      client.socket.write(two.slice(cuts[index - 1] ?? 0, end));
      await until(() => server.bytesRead() === one.length + end);
    }
    await until(() => server.isPaused(0));
    for (const place of [0, 1]) {
      await until(() => waiting.length === place + 1);
      for (const response of waiting.slice(place)) echo(response);
    }
    await client.until('two');
    client.socket.write(requestOf('three'));
    await until(() => waiting.length === 3);
    for (const response of waiting.slice(2)) echo(response);
    await client.until('three');
    expect(server.handedOver).toEqual([]);
  });

  it('sends no further response once its client has ended it', async () => {
    await using server = await startServer({ response: (response) => response.end(Buffer.alloc(32 * 1024 * 1024)) });
    using client = await openConnection(server.url);
    client.socket.pause();
    client.socket.write(requestOf('one'));
    await until(() => server.begun.length === 1);
    client.socket.end(requestOf('two'));
    await until(() => server.bytesRead() === requestOf('one').length + requestOf('two').length);
    client.socket.resume();
    await client.closed;
    expect(server.begun).toHaveLength(1);
    expect(server.closed.map(({ writableFinished }) => writableFinished)).toEqual([true]);
    expect(server.handedOver).toEqual([]);
  });

  it('is closed by its handler', async () => {
    await using server = await startServer({ response: (response) => response.destroy() });
    using client = await openConnection(server.url, requestOf('one'));
    expect(await client.closed).toBe('');
  });

  it('takes text of any script, bytes, and as many headers as a response has', async () => {
    const bodies = ['caf\u00e9 \u4e2d\ud83d\ude00', Buffer.from('caf\u00e9'), ''];
    await using server = await startServer({
      response: (response) => {
        response.setHeader('X-Early', '1');
        response.setHeader('X-Both', 'early');
        response.requestId = 'request-1';
        response.writeHead(201, ['x-both', 'late', 'vary', 'Accept']).end(bodies[Number(response.req.body)]);
      },
    });
    for (const [index, expected] of bodies.entries()) {
      const response = await fetch(new URL('/graphql', server.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: String(index),
      });
      expect(response.status).toBe(201);
      expect(await response.text()).toBe(String(expected));
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'x-early': '1',
        'x-both': 'late',
        vary: 'Accept',
        'x-request-id': 'request-1',
        'x-content-type-options': 'nosniff',
        'content-length': String(Buffer.byteLength(expected)),
      });
    }
    expect(server.handedOver).toEqual([]);
  });

  it('is closed after a response that says so', async () => {
    await using server = await startServer({ keepsConnections: () => false });
    using client = await openConnection(server.url, requestOf('one'));
    expect(await client.closed).toMatch(/^Connection: close\r$/m);
    expect(bodiesIn(client.received)).toEqual(['one']);
  });

  it('is closed when it idles, and not while a response is under way', async () => {
    const waiting: FastPathResponse[] = [];
    await using server = await startServer({
      limits: { keepAliveMs: 65_999, checkMs: 20_000 },
      response: (response) => waiting.push(response),
    });
    using client = await openConnection(server.url, requestOf('one'));
    await until(() => waiting.length === 1);
    using other = await openConnection(server.url, requestOf('two'));
    await until(() => waiting.length === 2);
    for (const response of waiting.slice(1)) echo(response);
    await other.until('two');
    expect(other.received).toMatch(/^Keep-Alive: timeout=65\r$/m);
    // After so many checks at least 60 s have passed, after one more at least 80 s: it is held for 67 s.
    for (let checks = 0; checks < 4; checks += 1) server.connections.check();
    expect(server.isOpen(1)).toBe(true);
    server.connections.check();
    expect(bodiesIn(await other.closed)).toEqual(['two']);
    expect(server.isOpen(0)).toBe(true);
    for (const response of waiting.slice(0, 1)) echo(response);
    await client.until('one');
    for (let checks = 0; checks < 5; checks += 1) server.connections.check();
    expect(bodiesIn(await client.closed)).toEqual(['one']);
  });

  it('idles from when its client has taken the response', async () => {
    await using server = await startServer({
      limits: { keepAliveMs: 65_000, checkMs: 20_000 },
      response: (response) => response.end(Buffer.alloc(32 * 1024 * 1024)),
    });
    using client = await openConnection(server.url);
    client.socket.pause();
    client.socket.write(requestOf('one'));
    await until(() => server.begun.length === 1);
    for (let checks = 0; checks < 3; checks += 1) server.connections.check();
    client.socket.resume();
    await until(() => server.closed.length === 1);
    for (let checks = 0; checks < 4; checks += 1) server.connections.check();
    expect(server.isOpen(0)).toBe(true);
    server.connections.check();
    await client.closed;
    expect(server.closed.map(({ writableFinished }) => writableFinished)).toEqual([true]);
  });

  it('is forgotten when it is closed, ended or handed over', async () => {
    await using server = await startServer();
    using gone = await openConnection(server.url);
    await until(() => server.isOpen(0));
    gone.socket.destroy();
    await until(() => !server.isOpen(0));
    using ended = await openConnection(server.url, 'POST');
    await until(() => server.bytesRead(1) === 4);
    ended.socket.end();
    await ended.closed;
    using other = await openConnection(server.url, 'GET');
    await until(() => server.handedOver.length === 1);
    for (let checks = 0; checks < 4; checks += 1) server.connections.check();
    server.connections.closeIdle();
    server.connections.closeAll();
    expect(server.reasons).toEqual(['method']);
    expect(server.isOpen(2)).toBe(true);
    other.socket.end();
    expect(await other.closed).toBe('handed over: GET');
  });

  it('is cut off when its client does not take a response', async () => {
    const waiting: FastPathResponse[] = [];
    await using server = await startServer({ response: (response) => waiting.push(response) });
    using client = await openConnection(server.url);
    client.socket.pause();
    client.socket.write(requestOf('one'));
    await until(() => waiting.length === 1);
    // The time counts from the response on.
    for (let checks = 0; checks < 5; checks += 1) server.connections.check();
    expect(server.isOpen(0)).toBe(true);
    for (const response of waiting) response.end(Buffer.alloc(64 * 1024 * 1024));
    // The second shows that 60 s have passed.
    server.connections.check();
    expect(server.isOpen(0)).toBe(true);
    server.connections.check();
    await until(() => server.closed.length === 1);
    expect(server.closed.map(({ writableFinished }) => writableFinished)).toEqual([false]);
  });

  it('reports once a response that its client did not wait for, and sends nothing more', async () => {
    await using server = await startServer({ response: () => {} });
    const told: string[] = [];
    using client = await openConnection(server.url, requestOf('one'));
    await until(() => server.begun.length === 1);
    for (const response of server.begun) response.once('close', () => told.push('closed'));
    client.socket.destroy();
    await until(() => server.closed.length === 1);
    for (const response of server.begun) echo(response);
    expect(server.begun.map(({ destroyed, writableFinished }) => ({ destroyed, writableFinished }))).toEqual([
      { destroyed: true, writableFinished: false },
    ]);
    expect(told).toEqual(['closed']);
  });

  it('is not closed for a response that is over', async () => {
    await using server = await startServer();
    using client = await openConnection(server.url, requestOf('one'));
    await client.until('one');
    await until(() => server.closed.length === 1);
    for (const response of server.closed) response.destroy();
    client.socket.write(requestOf('two'));
    await client.until('two');
    expect(bodiesIn(client.received)).toEqual(['one', 'two']);
  });

  it('says of a request that ends within itself that it is broken', async () => {
    await using server = await startServer();
    using client = await openConnection(server.url, requestOf('one').slice(0, -1));
    client.socket.end();
    expect(await client.closed).toBe('broken');
  });

  it('never lets a value of a header become two', async () => {
    const failures: unknown[] = [];
    await using server = await startServer({
      response: (response) => {
        for (const headers of [{ 'X-A': 'a\r\nX-B: b' }, { 'X-A: b\r\nX-B': 'a' }]) {
          try {
            response.writeHead(200, headers);
          } catch (error) {
            failures.push(error);
          }
        }
        expect(response.headersSent).toBe(false);
        echo(response);
      },
    });
    using client = await openConnection(server.url, requestOf('one'));
    await client.until('one');
    expect(failures).toMatchObject([{ code: 'ERR_INVALID_CHAR' }, { code: 'ERR_INVALID_HTTP_TOKEN' }]);
    expect(client.received).not.toContain('X-B');
  });
});

describe('A connection is handed over, with every byte that was not served', () => {
  it.each([
    ['another request comes first', '', 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['another request comes after an ordinary one', requestOf('one'), 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['two come at once', '', requestOf('one') + requestOf('two')],
    ['it brings something else than HTTP', requestOf('one'), '\u0016\u0003\u0001'],
  ])('when %s', async (_when, ordinary, rest) => {
    await using server = await startServer();
    using client = await openConnection(server.url);
    if (ordinary !== '') {
      client.socket.write(ordinary);
      await client.until('one');
    }
    client.socket.write(rest);
    await until(() => server.handedOver.length === 1);
    client.socket.end('!');
    expect((await client.closed).endsWith(`handed over: ${rest}!`)).toBe(true);
    expect(server.closed).toHaveLength(ordinary === '' ? 0 : 1);
  });

  it.each([
    ['first request', '', ''],
    ['first request, of which a part has come,', '', requestOf('one').slice(0, -1)],
    ['next request', requestOf('one'), requestOf('two').slice(0, -1)],
  ])('when its %s does not come in time', async (_which, ordinary, rest) => {
    await using server = await startServer();
    using client = await openConnection(server.url, ordinary);
    await client.until(ordinary === '' ? '' : 'one');
    server.connections.check();
    client.socket.write(rest);
    await until(() => server.bytesRead() === ordinary.length + rest.length);
    server.connections.check();
    expect(server.handedOver).toHaveLength(rest === '' ? 1 : 0);
    if (rest !== '') server.connections.check();
    expect(server.reasons).toEqual([rest === '' ? 'idle' : 'slow']);
    client.socket.end('!');
    expect((await client.closed).endsWith(`handed over: ${rest}!`)).toBe(true);
  });

  it('when it comes in more than four pieces', async () => {
    await using server = await startServer();
    using client = await openConnection(server.url);
    for (const [index, character] of 'POST'.split('').entries()) {
      await until(() => server.bytesRead() === index);
      expect(server.reasons).toEqual([]);
      client.socket.write(character);
    }
    await until(() => server.handedOver.length === 1);
    expect(server.reasons).toEqual(['pieces']);
    client.socket.end();
    expect(await client.closed).toBe('handed over: POST');
  });

  it('when what came while a response was under way is not ordinary', async () => {
    const waiting: FastPathResponse[] = [];
    await using server = await startServer({ response: (response) => waiting.push(response) });
    using client = await openConnection(server.url, requestOf('one'));
    await until(() => waiting.length === 1);
    client.socket.write('GET');
    await until(() => server.bytesRead() === requestOf('one').length + 3);
    for (const response of waiting) echo(response);
    await until(() => server.handedOver.length === 1);
    client.socket.end();
    expect((await client.closed).endsWith('onehanded over: GET')).toBe(true);
  });
});

describe('The checks of connections', () => {
  it('are done by themselves until the server is closed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await using server = await startServer({ limits: { checkMs: 1_000 } });
      using client = await openConnection(server.url);
      await until(() => server.isOpen(0));
      vi.advanceTimersByTime(2_000);
      expect(server.reasons).toEqual(['idle']);
      client.socket.end();
      await client.closed;
      const before = vi.getTimerCount();
      const attached = createHttpServer();
      attachFastPath(attached, {
        limits: defaultServerLimits,
        target: '/graphql',
        isHost: isHostName,
        isJson,
        responseHeaders: {},
        handle: () => {},
        keepsConnections: () => true,
        onClosed: () => {},
        onHandover: () => {},
      });
      expect(vi.getTimerCount()).toBe(before + 1);
      attached.emit('close');
      expect(vi.getTimerCount()).toBe(before);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('When connections are closed', () => {
  it('those that wait are, those that are busy are not, and what has begun to come may go on', async () => {
    const waiting: FastPathResponse[] = [];
    await using server = await startServer({
      response: (response) => (response.req.body.toString() === 'busy' ? waiting.push(response) : echo(response)),
    });
    using idle = await openConnection(server.url, requestOf('idle'));
    await idle.until('idle');
    using busy = await openConnection(server.url, requestOf('busy'));
    await until(() => waiting.length === 1);
    using fresh = await openConnection(server.url, requestOf('new'));
    await fresh.until('new');
    fresh.socket.write('POST');
    await until(() => server.begun.length === 3 && fresh.socket.bytesWritten === server.bytesRead(2));
    server.connections.closeIdle();
    expect(bodiesIn(await idle.closed)).toEqual(['idle']);
    await until(() => server.handedOver.length === 1);
    fresh.socket.end();
    expect((await fresh.closed).endsWith('handed over: POST')).toBe(true);
    for (const response of waiting) echo(response);
    await busy.until('busy');
    server.connections.closeAll();
    await busy.closed;
  });
});
