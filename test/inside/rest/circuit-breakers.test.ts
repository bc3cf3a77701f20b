import { describe, expect, it, vi } from 'vitest';
import { Canceller } from '../../../src/concurrency/cancellation.ts';
import { failureReasonOf } from '../../../src/rest/call/failure-reason.ts';
import type { ResilienceOptions } from '../../../src/rest/client.ts';
import { getListing } from '../../../src/rest/endpoints/listings.ts';
import { byEffort, sampled } from '../../support/effort.ts';
import { useFakeTimers } from '../../support/fake-timers.ts';
import type { ScriptedResponse } from '../../support/scripted-upstream.ts';
import { failureOf, int64 } from './connected-client.ts';
import { type ScriptedCalls, startScriptedCalls } from './scripted-calls.ts';
import { VirtualClock } from './virtual-clock.ts';

const LISTING = '/v1/listings/{id}';
const ID = int64('7');
const listing = { json: { PKID: 7, Title: 'Boat' } };
const single = { retryPercent: 0 };
const fail = async ({ call }: ScriptedCalls, times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1) await failureOf(getListing(call, ID));
};

/** Has as many calls fail as it takes for a part of the service to be taken for down. */
const bringDown = (calls: ScriptedCalls): Promise<void> => fail(calls, 20);

/** A wait in which no time passes. */
const noTime = async (): Promise<void> => {};

/** Calls to a service of which a part is down: no waiting brings it back, unless a test has another wait. */
const startDown = async (resilience: ResilienceOptions = {}): Promise<ScriptedCalls> => {
  const calls = await startScriptedCalls({ resilience: { ...single, wait: noTime, ...resilience } });
  calls.upstream.on('GET', LISTING, { status: 503 });
  await bringDown(calls);
  return calls;
};

describe('A part of the service that is down', () => {
  const faults: Readonly<Record<string, ScriptedResponse>> = {
    503: { status: 503 },
    'a reset': { reset: 'before-headers' },
    'a body that breaks off': { json: 'x'.repeat(100), reset: 'mid-body' },
    'something else than HTTP': { raw: 'nonsense' },
    'no answer in time': { hang: 'before-headers' },
  };

  it.each(sampled(4, Object.keys(faults)))(
    'is found out by twenty calls, and no further one is sent: %s',
    async (fault) => {
      const timeouts = fault === 'no answer in time' ? { totalMs: 50 } : {};
      await using calls = await startScriptedCalls({
        resilience: { ...single, wait: noTime },
        transport: { timeouts },
      });
      calls.upstream.on('GET', LISTING, faults[fault] ?? {});
      await fail(calls, 19);
      expect(calls.service.state('listings').breaker).toBe('closed');
      await fail(calls, 1);
      expect(calls.events).toEqual(['listings open']);
      const error = await failureOf(getListing(calls.call, ID));
      expect(error).toMatchObject({ kind: 'breaker_open', status: null, retryAfterSeconds: 1 });
      expect(calls.observed).toHaveLength(20);
    },
  );

  it.each([null, 'a web server'])(
    'is one of whose last hundred calls half have failed, all of the caller %s',
    async (caller) => {
      await using calls = await startScriptedCalls({ resilience: { ...single, wait: noTime } });
      const call = calls.bind({ caller });
      calls.upstream.on('GET', LISTING, listing);
      for (let time = 0; time < 120; time += 1) await getListing(call, ID);
      calls.upstream.on('GET', LISTING, { status: 503 });
      for (let time = 0; time < 49; time += 1) await failureOf(getListing(call, ID));
      expect(calls.events).toEqual([]);
      await failureOf(getListing(call, ID));
      expect(calls.events).toEqual(['listings open']);
    },
  );

  it('is not one in which all that one caller asks for fails, or three', async () => {
    await using calls = await startScriptedCalls({ resilience: { ...single, wait: noTime } });
    for (let call = 0; call < byEffort(160, 400); call += 1) {
      calls.upstream.on('GET', LISTING, { status: 503 });
      await failureOf(getListing(calls.bind({ caller: `greedy ${call % 3}` }), ID));
      if (call % 40 > 7) continue;
      calls.upstream.on('GET', LISTING, listing);
      await getListing(calls.bind({ caller: `caller ${call % 40}` }), ID);
    }
    expect(calls.events).toEqual([]);
  });

  it('is not one in which one thing fails for many callers', async () => {
    await using calls = await startScriptedCalls({ resilience: { ...single, wait: noTime } });
    calls.upstream.on('GET', LISTING, ({ path }) => ({ json: { PKID: Number(path.split('/').at(-1)) } }));
    calls.upstream.on('GET', '/v1/listings/666', { status: 503 });
    for (let call = 0; call < byEffort(120, 400); call += 1) {
      if (call % 4 === 0) await getListing(calls.bind({ caller: `caller ${call % 3}` }), int64(String(call + 1_000)));
      else await failureOf(getListing(calls.bind({ caller: `attacker ${call % 9}` }), int64('666')));
    }
    expect(calls.events).toEqual([]);
  });

  const answers: readonly ScriptedResponse[] = [
    ...[302, 400, 401, 403, 404, 409, 422, 429, 500].map((status) => ({ status })),
    { body: '<html>' },
  ];

  it.each(sampled(3, answers))('is not one that responds with $status $body', async (answer) => {
    await using calls = await startScriptedCalls();
    calls.upstream.on('GET', LISTING, answer);
    await fail(calls, 60);
    expect(calls.service.state('listings').breaker).toBe('closed');
    expect(calls.upstream.count()).toBe(60);
  });

  it('is not one that responds to somebody while others wait in vain', async () => {
    useFakeTimers('performance');
    await using calls = await startScriptedCalls({ resilience: single, transport: { timeouts: { totalMs: 200 } } });
    calls.upstream.on('GET', LISTING, listing);
    calls.upstream.on('GET', '/v1/listings/8', { hang: 'before-headers' });
    const waiting = Array.from({ length: 30 }, () => failureOf(getListing(calls.bind(), int64('8'))));
    await calls.upstream.received(30);
    await getListing(calls.call, ID);
    vi.advanceTimersByTime(200);
    for (const error of await Promise.all(waiting)) expect(error).toMatchObject({ kind: 'timeout' });
    expect(calls.service.state('listings').breaker).toBe('closed');
  });

  it('is not one whose callers go away', async () => {
    await using calls = await startScriptedCalls();
    calls.upstream.on('GET', LISTING, { hang: 'before-headers' });
    const caller = new Canceller();
    const sent = Array.from({ length: 30 }, () => failureOf(getListing(calls.bind({ signal: caller }), ID)));
    await calls.upstream.received(30);
    caller.cancel(new Error('The caller has gone.'));
    await Promise.all(sent);
    expect(calls.service.state('listings')).toMatchObject({ breaker: 'closed', inFlight: 0 });
  });

  it('is called again by one call at a time, every 250 ms, and by all once one gets a response', async () => {
    await using calls = await startDown();
    const { upstream, clock } = calls;
    clock.advance(249);
    await fail(calls, 1);
    expect(upstream.count()).toBe(20);
    clock.advance(1);
    expect(calls.service.state('listings').breaker).toBe('half-open');
    await Promise.all(Array.from({ length: 10 }, () => fail(calls, 1)));
    expect(upstream.count()).toBe(21);
    upstream.on('GET', LISTING, listing);
    clock.advance(250);
    await getListing(calls.call, ID);
    await Promise.all(Array.from({ length: 10 }, () => getListing(calls.call, ID)));
    expect(upstream.count()).toBe(32);
    expect(calls.events.filter((event) => !event.includes('rejected'))).toEqual([
      'listings open',
      'listings half-open',
      'listings open',
      'listings half-open',
      'listings closed',
    ]);
  });

  it('is called by another caller before the one whose probe failed, who alone has every probe', async () => {
    await using calls = await startDown();
    const [greedy, other] = [calls.bind({ caller: 'greedy' }), calls.bind({ caller: 'other' })];
    for (let probe = 0; probe < 3; probe += 1) {
      calls.clock.advance(250);
      await failureOf(getListing(greedy, ID));
    }
    expect(calls.upstream.count()).toBe(23);
    expect(await failureOf(getListing(other, ID))).toMatchObject({ kind: 'breaker_open' });
    calls.clock.advance(499);
    expect(await failureOf(getListing(greedy, ID))).toMatchObject({ kind: 'breaker_open' });
    calls.upstream.on('GET', LISTING, listing);
    expect((await getListing(other, ID)).Title).toBe('Boat');
    expect(calls.service.state('listings').breaker).toBe('closed');
  });

  it('is not taken for down again for one caller, when others have had responses before', async () => {
    await using calls = await startScriptedCalls({ resilience: { ...single, wait: noTime } });
    const others = Array.from({ length: 10 }, (_, at) => calls.bind({ caller: `caller ${at}` }));
    calls.upstream.on('GET', LISTING, listing);
    for (const call of [...others, ...others]) await getListing(call, ID);
    calls.upstream.on('GET', LISTING, { status: 503 });
    await bringDown(calls);
    expect(calls.service.state('listings').breaker).toBe('open');
    calls.clock.advance(250);
    calls.upstream.on('GET', LISTING, listing);
    await getListing(calls.call, ID);
    calls.upstream.on('GET', LISTING, { status: 503 });
    for (let time = 0; time < 60; time += 1) await failureOf(getListing(calls.bind({ caller: 'greedy' }), ID));
    expect(calls.service.state('listings').breaker).toBe('closed');
  });

  it('is waited for by reads, 300 ms at most, and not by writes', async () => {
    await using calls = await startScriptedCalls({ resilience: single });
    calls.upstream.on('GET', LISTING, { status: 503 });
    await bringDown(calls);
    const bring = { path: { id: ID }, body: {} } as const;
    calls.upstream.on('POST', '/v1/listings', { json: {} });
    expect(await failureOf(calls.call('saveListing', bring, () => null))).toMatchObject({ kind: 'breaker_open' });
    calls.upstream.on('GET', LISTING, listing);
    expect((await getListing(calls.call, ID)).Title).toBe('Boat');
    expect(calls.waits.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(300);
  });

  it('is probed anew at once when the caller of a probe goes', async () => {
    await using calls = await startDown();
    calls.clock.advance(250);
    calls.upstream.on('GET', LISTING, { hang: 'before-headers' });
    const caller = new Canceller();
    const probe = failureOf(getListing(calls.bind({ signal: caller }), ID));
    await calls.upstream.received(21);
    expect(await failureOf(getListing(calls.bind(), ID))).toMatchObject({ kind: 'breaker_open' });
    caller.cancel(new Error('The caller has gone.'));
    expect(await probe).toMatchObject({ kind: 'cancelled' });
    calls.upstream.on('GET', LISTING, listing);
    expect((await getListing(calls.call, ID)).Title).toBe('Boat');
    expect(calls.service.state('listings')).toMatchObject({ breaker: 'closed', inFlight: 0, queued: 0 });
  });

  it.each([
    ['who goes', 60_000, null],
    ['whose time is up', 0, 'operation_timeout'],
  ])('lets a caller go %s while its call waits', async (_why, leftMs, reason) => {
    const caller = new AbortController();
    await using calls = await startDown({
      wait: async () => {
        caller.abort();
        throw new Error('The caller has gone.');
      },
    });
    const timeLeftMs = () => leftMs;
    const error = await failureOf(getListing(calls.bind({ signal: caller.signal, timeLeftMs }), ID));
    expect(error).toMatchObject({ kind: 'cancelled' });
    expect(failureReasonOf(error)).toBe(reason);
    expect([calls.upstream.count(), calls.service.state('listings').queued]).toEqual([20, 0]);
  });

  it('is waited for by 256 calls, and the next is refused at once', async () => {
    const clock = new VirtualClock();
    await using calls = await startDown({ now: clock.now, wait: clock.wait });
    const waiting = Array.from({ length: 256 }, () => failureOf(getListing(calls.bind(), ID)));
    await expect.poll(() => calls.service.state('listings').queued).toBe(256);
    expect(await failureOf(getListing(calls.bind(), ID))).toMatchObject({ kind: 'breaker_open' });
    const ending = new AbortController();
    const over = Promise.all(waiting).finally(() => ending.abort());
    while (!ending.signal.aborted) await clock.run(clock.now() + 50);
    await over;
    expect(calls.service.state('listings')).toMatchObject({ queued: 0 });
  });
});
