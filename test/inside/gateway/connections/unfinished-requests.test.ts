import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { watchUnfinishedRequests } from '../../../../src/gateway/connections/unfinished-requests.ts';
import { unfinishedRequests } from '../../../guarantees/attacks/unfinished-requests.ts';
import { sampled } from '../../../support/effort.ts';
import { openConnection, type RawConnection } from '../../../support/network/raw-connection.ts';
import { TestClock } from '../../../support/running-gateway.ts';
import { CALLER_TOKEN, type ScriptedGateway, startScriptedGateway } from '../../../support/scripted-gateway.ts';

/** Node reports a request when its head is there: until then its time-out bounds it. */
const counted = unfinishedRequests.filter(({ how }) => !how.includes('half a head'));

const json = (...headers: readonly string[]): string =>
  [
    'POST /graphql HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${CALLER_TOKEN}`,
    'Content-Type: application/json',
    ...headers,
    '',
    '',
  ].join('\r\n');

const inMetrics = async (gateway: ScriptedGateway, name: string): Promise<number> => {
  const text = await (await gateway.fetch('/metrics')).text();
  return Number(new RegExp(`^${name.replaceAll(/[{}"]/g, String.raw`\$&`)} (\\d+)`, 'm').exec(text)?.[1]);
};

const start = (perProcess: number, more: object = {}) =>
  startScriptedGateway({
    serverLimits: { checkMs: 20, unfinishedRequests: { perProcess, perNetwork: 0 }, ...more },
    overload: { maxInFlight: 1, eventLoopMs: 60_000, memoryPercent: 100 },
  });

/** Waits until so many requests are known to be unfinished, or were given up. */
const begun = async (gateway: ScriptedGateway, count: number): Promise<void> => {
  let seen = 0;
  while (seen < count) {
    const refused = await inMetrics(gateway, 'listings_gateway_refusals_total{limit="unfinished_requests"}');
    seen = refused + (await inMetrics(gateway, 'listings_gateway_unfinished_requests{worker="0"}'));
  }
};

describe('Requests that do not end', () => {
  it.each(sampled(counted, 3))(
    'take nobody’s place, and the slowest go when there are too many: $how',
    async ({ start: bytes }) => {
      await using gateway = await start(4);
      const connections: RawConnection[] = [];
      for (let at = 0; at < 6; at += 1) {
        connections.push(await openConnection(gateway.url, Buffer.from(bytes, 'latin1')));
        await begun(gateway, at + 1);
        expect((await gateway.ask('{ __typename }')).body).toEqual({ data: { __typename: 'Query' } });
      }
      expect(await inMetrics(gateway, 'listings_gateway_in_flight{worker="0"}')).toBe(0);
      expect(await inMetrics(gateway, 'listings_gateway_unfinished_requests{worker="0"}')).toBeLessThanOrEqual(4);
      const ended = await Promise.race(connections.map(({ closed }) => closed));
      expect(ended.match(/HTTP\/1\.1 (?!100)\d+/g)?.at(-1)).toBe('HTTP/1.1 408');
      for (const connection of connections) connection[Symbol.dispose]();
    },
  );

  it.each([
    ['a body with its length', `${json('Content-Length: 20000')}{"query"`],
    ['chunks', `${json('Transfer-Encoding: chunked')}1\r\n{\r\n`],
  ])('are informed after their time, however often they send a byte: %s', async (_way, bytes) => {
    await using gateway = await start(4, { bodyMs: 100 });
    using connection = await openConnection(gateway.url, bytes);
    const drip = setInterval(() => connection.socket.write(bytes.includes('chunked') ? '1\r\n \r\n' : ' '), 5);
    const told = await connection.closed.finally(() => clearInterval(drip));
    expect(told).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(await inMetrics(gateway, 'listings_gateway_refusals_total{limit="slow_body"}')).toBe(1);
  });

  it('are not run when the rest comes after their client was informed that they are late', async () => {
    await using gateway = await start(4, { bodyMs: 50 });
    gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 1, Name: 'Ann' } });
    const body = '{"query":"{ viewer { name } }"}';
    using connection = await openConnection(gateway.url, json(`Content-Length: ${body.length}`), body.slice(0, 1));
    await connection.until('HTTP/1.1 408');
    connection.socket.write(body.slice(1));
    await connection.closed;
    expect((await gateway.ask('{ viewer { name } }', { token: CALLER_TOKEN })).status).toBe(200);
    expect(gateway.upstream.count()).toBe(1);
  });

  it('are a mistake of nobody here when their clients leave', async () => {
    await using gateway = await start(100);
    for (const { start: bytes } of counted) {
      using connection = await openConnection(gateway.url, Buffer.from(bytes, 'latin1'));
      await begun(gateway, 1);
      connection.socket.resetAndDestroy();
      while ((await inMetrics(gateway, 'listings_gateway_unfinished_requests{worker="0"}')) > 0);
    }
    expect(gateway.logLines.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
  });

  it('are under way when they have ended, if there is capacity by then', async () => {
    await using gateway = await start(100);
    gateway.upstream.on('GET', '/v1/user/details', { hang: 'before-headers' });
    const body = '{"query":"{ viewer { name } }"}';
    const begin = () => openConnection(gateway.url, json('Transfer-Encoding: chunked'));
    using first = await begin();
    using second = await begin();
    await begun(gateway, 2);
    const end = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    first.socket.write(end);
    await gateway.upstream.received(1);
    expect(await inMetrics(gateway, 'listings_gateway_in_flight{worker="0"}')).toBe(1);
    second.socket.write(end);
    await second.until('"OVERLOADED"');
    expect(second.received).toMatch(/^HTTP\/1\.1 503 /);
  });
});

/** A request whose connection has brought so many bytes. */
const createRequest = () => {
  const socket = new Socket();
  let bytesRead = 0;
  Object.defineProperty(socket, 'bytesRead', { get: () => bytesRead });
  const request = new IncomingMessage(socket);
  request.resume();
  return {
    request,
    bring: (bytes: number) => {
      bytesRead += bytes;
    },
  };
};

const watch = (clock: TestClock) => {
  const ended: string[] = [];
  const requests = watchUnfinishedRequests({
    limits: { perProcess: 0, perNetwork: 0 },
    pace: { bodyMs: 10_000, bodyBytesPerS: 1_000 },
    onEvict: (_socket, reason) => ended.push(reason),
    now: clock.now,
  });
  return {
    requests,
    ended,
    after: (milliseconds: number) => {
      clock.advance(milliseconds);
      requests.look();
      return ended.length;
    },
  };
};

describe('A body that comes slowly', () => {
  it('ends when it is below its least rate, of which the first five seconds are free', () => {
    const { requests, after } = watch(new TestClock());
    const { request, bring } = createRequest();
    requests.onBody(request, null, true);
    expect(after(5_000)).toBe(0);
    bring(2_000);
    expect(after(2_000)).toBe(0);
    expect(after(1)).toBe(1);
    expect(requests.count).toBe(0);
  });

  it('ends after its time even with a good rate, but for a photo', () => {
    for (const [isUpload, count] of [
      [true, 0],
      [false, 1],
    ] as const) {
      const { requests, after } = watch(new TestClock());
      const { request, bring } = createRequest();
      requests.onBody(request, null, isUpload);
      bring(1_000_000);
      expect(after(9_999)).toBe(0);
      expect(after(1)).toBe(count);
    }
  });

  it('is not held against its client while the gateway does not read', () => {
    const { requests, after } = watch(new TestClock());
    const { request } = createRequest();
    request.pause();
    requests.onBody(request, null, true);
    expect(after(30_000)).toBe(0);
    request.resume();
    expect(after(0)).toBe(1);
  });
});
