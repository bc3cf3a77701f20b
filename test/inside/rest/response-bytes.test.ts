import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Canceller } from '../../../src/concurrency/cancellation.ts';
import { AccessToken } from '../../../src/rest/call/credentials.ts';
import { failureReasonOf } from '../../../src/rest/call/failure-reason.ts';
import { ResponseBudget, ResponseBytes } from '../../../src/rest/response-bytes.ts';
import { createTransport, type TransportOptions } from '../../../src/rest/transport.ts';
import { heapInUse } from '../../guarantees/load/heap.ts';
import { isFullRun } from '../../support/effort.ts';
import { startScriptedUpstream } from '../../support/scripted-upstream.ts';
import { untilSo } from '../../support/until-so.ts';
import { failureOf, sendOnce, type TestRequest } from './connected-client.ts';

const MB = 1024 * 1024;
const KB = 1024;
/** One process with 64 connections to a service whose responses may take their time. */
const patient = { connectMs: 60_000, headersMs: 60_000, bodyGapMs: 60_000, totalMs: 120_000 } as const;

const listing = (number: number, parts: Partial<TestRequest> = {}): TestRequest => ({
  operation: 'GET /v1/listings/{id}',
  group: 'listings',
  method: 'GET',
  path: `/v1/listings/${number}`,
  retry: 'safe',
  expects: 'json',
  token: AccessToken.parse('token'),
  ...parts,
});

const jsonOf = (bytes: number): string => JSON.stringify({ text: 'x'.repeat(bytes - 11) });

/** A body that stalls right before its end. */
const stalling = (bytes: number) => {
  const all = Buffer.from(jsonOf(bytes));
  return {
    headers: { 'content-length': String(bytes) },
    body: (async function* () {
      yield all.subarray(0, -1);
      await new Promise(() => {});
    })(),
  };
};

const start = async (options: Partial<TransportOptions> = {}) => {
  const upstream = await startScriptedUpstream();
  const transport = createTransport({ baseUrl: upstream.url, timeouts: patient, maxWaitMs: 60_000, ...options });
  let most = 0;
  const sample = setInterval(() => {
    most = Math.max(most, transport.heldBytes());
  });
  return {
    upstream,
    transport,
    /** Most bytes that were held at any moment at which somebody looked. */
    most: () => most,
    [Symbol.asyncDispose]: async () => {
      clearInterval(sample);
      await transport[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
};

describe('Responses that are received', () => {
  it.runIf(isFullRun)(
    'take no more than they may together: of 64 with 1 MB that stall before their end all but three are given up',
    async () => {
      await using service = await start({ maxHeldBytes: 3.5 * MB });
      service.upstream.on('GET', '/v1/listings/{id}', () => stalling(MB));
      const errors: unknown[] = [];
      for (let number = 0; number < 64; number += 1) {
        void sendOnce(service.transport, listing(number)).catch((error: unknown) => errors.push(error));
      }
      // Three of them fit, and stand there.
      await untilSo('all but three are given up', () => errors.length >= 61);
      expect(service.most()).toBeLessThanOrEqual(3.5 * MB);
      for (const error of errors) {
        expect(error).toMatchObject({ kind: 'response_bytes' });
        expect(error).toMatchObject({ status: 200, retryAfterSeconds: 1 });
        expect(failureReasonOf(error)).toBe('response_bytes');
      }
      // Whoever asks for something of usual size meanwhile gets a response, each time.
      for (const bytes of [100, 10 * KB, 64 * KB, 500 * KB, 900 * KB]) {
        service.upstream.on('GET', '/v1/listings/100', { body: jsonOf(bytes) });
        expect((await sendOnce(service.transport, listing(100))).text).toHaveLength(bytes);
      }
      expect(service.transport.heldBytes()).toBeGreaterThan(0);
    },
    60_000,
  );

  it('are released when they are read, and when they fail in any way', async () => {
    await using service = await start({ maxHeldBytes: 32 * MB });
    const { upstream, transport } = service;
    const packed = gzipSync(jsonOf(MB));
    upstream.on('GET', '/v1/listings/1', { body: jsonOf(MB) });
    upstream.on('GET', '/v1/listings/2', { body: packed, headers: { 'content-encoding': 'gzip' } });
    upstream.on('GET', '/v1/listings/3', { body: jsonOf(MB).slice(0, -1) });
    upstream.on('GET', '/v1/listings/4', { body: jsonOf(MB), reset: 'mid-body' });
    upstream.on('GET', '/v1/listings/5', { body: packed.subarray(0, 900), headers: { 'content-encoding': 'gzip' } });
    upstream.on('GET', '/v1/listings/6', { body: jsonOf(11 * MB), headers: { 'transfer-encoding': 'chunked' } });
    upstream.on('GET', '/v1/listings/7', { status: 400, body: jsonOf(60 * KB) });
    upstream.on('GET', '/v1/listings/8', { status: 500, body: jsonOf(MB) });
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => sendOnce(transport, listing(at + 1))),
    );
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      ...Array.from({ length: 6 }, () => 'rejected'),
    ]);
    await untilSo('nothing is held', () => transport.heldBytes() === 0);
    upstream.on('GET', '/v1/listings/9', () => stalling(MB));
    const canceller = new Canceller();
    const cancelled = failureOf(sendOnce(transport, listing(9, { signal: canceller })));
    await untilSo('a response is held', () => transport.heldBytes() > 900 * KB);
    canceller.cancel(new Error('Nobody waits.'));
    expect(await cancelled).toMatchObject({ kind: 'cancelled' });
    await untilSo('nothing is held', () => transport.heldBytes() === 0);
  });

  it('of a change are given up too, but not as if it could be repeated: it was made', async () => {
    await using service = await start({ maxHeldBytes: MB });
    service.upstream.on('POST', '/v1/listings', { status: 201, body: jsonOf(2 * MB) });
    const change = { operation: 'POST /v1/listings', method: 'POST', path: '/v1/listings', retry: 'never' } as const;
    expect(await sendOnce(service.transport, listing(0, change))).toEqual({ status: 201, json: undefined });
  });

  it('have no such limit when it is 0', async () => {
    await using service = await start({ maxHeldBytes: 0 });
    service.upstream.on('GET', '/v1/listings/{id}', { body: jsonOf(1.9 * MB) });
    const replies = await Promise.all([1, 2, 3, 4].map((number) => sendOnce(service.transport, listing(number))));
    expect(replies).toHaveLength(4);
    expect(service.transport.heldBytes()).toBe(0);
  });

  it.runIf(isFullRun)(
    'cost about what they hold when they come in crumbs',
    async () => {
      const slab = Buffer.alloc(64 * KB, 'x');
      const body = new ResponseBytes(new ResponseBudget(0), { giveUp: () => {} });
      const before = await heapInUse();
      for (let at = 0; at < 2 * MB; at += 1) body.push(slab.subarray(at % KB, (at % KB) + 1));
      expect((await heapInUse()) - before).toBeLessThan(16 * MB);
      expect(body.take()).toHaveLength(2 * MB);
    },
    60_000,
  );
});

describe('A budget of responses', () => {
  it('leaves nothing of one that it gives up, also when all of that has come', () => {
    const budget = new ResponseBudget(150 * KB);
    const complete = new ResponseBytes(budget, { giveUp: () => {} });
    complete.push(Buffer.alloc(100 * KB));
    new ResponseBytes(budget, { giveUp: () => {} }).push(Buffer.alloc(90 * KB));
    expect([complete.take(), budget.held]).toEqual([null, 90 * KB]);
  });

  it('gives up the largest, never one of 64 KB or less, and counts no more than is there', () => {
    const budget = new ResponseBudget(300 * KB);
    const given: string[] = [];
    const open = (name: string) => new ResponseBytes(budget, { giveUp: () => given.push(name) });
    const [a, b, c] = [open('a'), open('b'), open('c')];
    expect(a.add(100 * KB)).toBe(true);
    expect(b.add(150 * KB)).toBe(true);
    expect(c.add(60 * KB)).toBe(true);
    expect(given).toEqual(['b']);
    expect(budget.held).toBe(160 * KB);
    expect(b.add(1)).toBe(false);
    expect(a.add(200 * KB)).toBe(false);
    expect(given).toEqual(['b', 'a']);
    const small = Array.from({ length: 10 }, (_, number) => open(`small ${number}`));
    for (const each of small) expect(each.add(64 * KB)).toBe(true);
    expect(given).toEqual(['b', 'a']);
    expect(budget.held).toBe(700 * KB);
    for (const each of [a, b, c, ...small]) {
      each.release();
      each.release();
    }
    expect(budget.held).toBe(0);
  });
});
