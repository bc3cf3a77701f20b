import { describe, expect, it } from 'vitest';
import {
  type OverloadLimits,
  type ProcessLoad,
  createLoadShedder,
} from '../../../../src/gateway/admission/overload.ts';
import { deferred } from '../../../support/deferred.ts';
import { isFullRun } from '../../../support/effort.ts';
import { openConnection } from '../../../support/network/raw-connection.ts';
import { captureLog, TestClock } from '../../../support/running-gateway.ts';
import { CALLER_TOKEN, startScriptedGateway } from '../../../support/scripted-gateway.ts';

const limits: OverloadLimits = {
  maxInFlight: 500,
  eventLoopMs: 200,
  memoryPercent: 85,
};
const calm: ProcessLoad = { eventLoopMs: 3, memoryPercent: 20 };

/** A guard of a process whose load the test says. */
const guardOf = (clock: TestClock) => {
  let load = calm;
  let collected = 0;
  const captured = captureLog();
  const meter = { read: () => load, collect: () => void (collected += 1), [Symbol.dispose]: () => {} };
  const guard = createLoadShedder(limits, captured.log, { meter, now: clock.now });
  return {
    guard,
    lines: captured.lines,
    collected: () => collected,
    /** Looks after some time at a load. */
    see: (next: Partial<ProcessLoad>, afterMs = 250) => {
      clock.advance(afterMs);
      load = { ...calm, ...next };
      guard.look();
      return guard.reason();
    },
    [Symbol.dispose]: () => guard[Symbol.dispose](),
  };
};

describe('An overloaded process', () => {
  it('is one whose event loop has been late for a second, until it is in time again', () => {
    using watched = guardOf(new TestClock());
    const late = { eventLoopMs: 201 };
    expect([1, 2, 3, 4].map(() => watched.see(late))).toEqual([null, null, null, null]);
    expect(watched.see(late)).toBe('event_loop');
    expect(watched.see(late)).toBe('event_loop');
    expect(watched.see({ eventLoopMs: 200 })).toBeNull();
    expect(watched.see(late)).toBeNull();
  });

  it('is none that was late once, however long', () => {
    using watched = guardOf(new TestClock());
    expect(watched.see({ eventLoopMs: 5_000 }, 5_000)).toBeNull();
    expect(watched.see({})).toBeNull();
  });

  it('is one whose memory is nearly full, while it is', () => {
    using watched = guardOf(new TestClock());
    expect(watched.see({ memoryPercent: 85 })).toBeNull();
    expect(watched.see({ memoryPercent: 85.1 })).toBe('memory');
    expect(watched.see({ memoryPercent: 84 })).toBeNull();
  });

  it('collects garbage while its memory is nearly full, every five seconds and not before', () => {
    using watched = guardOf(new TestClock());
    const collectedAfter = (milliseconds: number, memoryPercent: number): number => {
      watched.see({ memoryPercent }, milliseconds);
      return watched.collected();
    };
    expect(collectedAfter(10_000, 20)).toBe(0);
    expect([250, 250, 4_500, 250].map((milliseconds) => collectedAfter(milliseconds, 86))).toEqual([1, 1, 1, 2]);
    expect(collectedAfter(10_000, 20)).toBe(2);
  });

  it('is in the log once when it begins and once when it ends', () => {
    using watched = guardOf(new TestClock());
    for (let at = 0; at < 20; at += 1) watched.see({ memoryPercent: 90 });
    for (let at = 0; at < 20; at += 1) watched.see({});
    expect(watched.lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, reason: 'memory', memoryPercent: 90 },
      { level: 30, msg: 'No longer overloaded.' },
    ]);
  });
});

const body = JSON.stringify({ query: '{ viewer { name } }' });
const init = { method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer abc' }, body };

describe('A gateway with as much under way as it takes', () => {
  const startFull = async (maxInFlight: number) => {
    const gateway = await startScriptedGateway({
      overload: { ...limits, eventLoopMs: 60_000, memoryPercent: 100, maxInFlight },
    });
    const { promise: delayUntil, resolve: open } = deferred();
    gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 1, Name: 'Ann' }, delayUntil });
    const underWay = Array.from({ length: maxInFlight }, () => gateway.fetch('/graphql', init));
    await gateway.upstream.received(maxInFlight);
    return { ...gateway, underWay, open };
  };
  const inFlightOf = async (gateway: { fetch(path: string): Promise<Response> }) =>
    /^listings_gateway_in_flight\{worker="0"\} (\d+)$/m.exec(await (await gateway.fetch('/metrics')).text())?.[1];

  it('refuses the next with 503, a code and a time to wait, and finishes what it has begun', async () => {
    await using gateway = await startFull(2);
    const refused = await gateway.fetch('/graphql', init);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(await refused.json()).toEqual({
      errors: [
        {
          message: 'The gateway has too much to do: nothing was run. Try again in a second.',
          extensions: { code: 'OVERLOADED', retryable: true, requestId: refused.headers.get('x-request-id') },
        },
      ],
    });
    expect((await gateway.fetch('/listings/7/photos', { method: 'POST', body: 'x' })).status).toBe(503);
    expect(gateway.upstream.count()).toBe(2);
    gateway.open();
    for (const response of await Promise.all(gateway.underWay)) {
      expect(await response.json()).toEqual({ data: { viewer: { name: 'Ann' } } });
    }
    expect((await gateway.fetch('/graphql', init)).status).toBe(200);
  });

  it('still reports how it is, and shows what is under way and what was refused', async () => {
    await using gateway = await startFull(1);
    await gateway.fetch('/graphql', init);
    expect((await gateway.fetch('/livez')).status).toBe(200);
    expect((await gateway.fetch('/readyz')).status).toBe(200);
    expect(await inFlightOf(gateway)).toBe('1');
    const metrics = await (await gateway.fetch('/metrics')).text();
    expect(metrics).toContain('listings_gateway_refusals_total{limit="in_flight"} 1');
    gateway.open();
    await Promise.all(gateway.underWay);
  });

  it.runIf(isFullRun).each([
    ['its length', `Content-Length: ${3 * 1024 * 1024}`, Buffer.alloc(3 * 1024 * 1024, 'x')],
    ['chunks without end', 'Transfer-Encoding: chunked', Buffer.from(`100000\r\n${'x'.repeat(1_048_576)}\r\n`)],
  ])('lets a client read the refusal that is still sending a large body, with %s', async (_how, header, bytes) => {
    await using gateway = await startFull(1);
    using connection = await openConnection(gateway.url);
    const { socket } = connection;
    // It reads nothing before it has sent everything, and a reset would take away what has come by then.
    socket.pause();
    socket.write(`POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${header}\r\n\r\n`);
    await new Promise((resolve) => socket.write(bytes, resolve));
    socket.resume();
    const response = await connection.closed;
    expect(response).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
    expect(response).toContain('"code":"OVERLOADED"');
    expect(response).toMatch(/^Connection: close\r$/im);
    gateway.open();
    await Promise.all(gateway.underWay);
  });

  it('has capacity again as soon as clients are gone, also those who sent several requests at once', async () => {
    await using gateway = await startScriptedGateway({
      overload: { ...limits, maxInFlight: 2, eventLoopMs: 60_000, memoryPercent: 100 },
    });
    gateway.upstream.on('GET', '/v1/user/details', { hang: 'before-headers' });
    const request = `POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${CALLER_TOKEN}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    for (let round = 1; round <= 3; round += 1) {
      using first = await openConnection(gateway.url, request.repeat(3));
      using second = await openConnection(gateway.url, request.repeat(3));
      await gateway.upstream.received(round * 2);
      expect((await gateway.fetch('/graphql', init)).status).toBe(503);
      first.socket.resetAndDestroy();
      second.socket.resetAndDestroy();
      await Promise.all(gateway.upstream.requests.map(({ closed }) => closed));
      while ((await inFlightOf(gateway)) !== '0');
    }
  });
});
