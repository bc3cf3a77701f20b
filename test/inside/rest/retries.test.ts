import { describe, expect, it } from 'vitest';
import { type EndpointName, endpoints, operationOf } from '../../../src/contract/endpoints.ts';
import { createLog } from '../../../src/log/logger.ts';
import { Secret } from '../../../src/rest/call/credentials.ts';
import { failureReasonOf } from '../../../src/rest/call/failure-reason.ts';
import { groupOfEndpoint } from '../../../src/rest/call/route-group.ts';
import { createServiceClient } from '../../../src/rest/client.ts';
import { getListing } from '../../../src/rest/endpoints/listings.ts';
import { simpleLists } from '../../../src/rest/endpoints/lookups.ts';
import { uploadPhoto } from '../../../src/rest/endpoints/photos.ts';
import { requestToken } from '../../../src/rest/endpoints/tokens.ts';
import { sampled } from '../../support/effort.ts';
import type { ScriptedResponse } from '../../support/scripted-upstream.ts';
import { failureOf, int64, requestOf, type TestRequest } from './connected-client.ts';
import { startScriptedCalls } from './scripted-calls.ts';

const LISTING = '/v1/listings/{id}';
const ID = int64('7');
const listing = { json: { PKID: 7, Title: 'Boat' } };
const client = { clientId: 'app', clientSecret: new Secret('secret') };

const isName = (name: string): name is EndpointName => Object.hasOwn(endpoints, name);
const names = Object.keys(endpoints).filter(isName);
const namesOf = (isSafe: boolean): readonly EndpointName[] =>
  names.filter((name) => (endpoints[name].retry === 'safe') === isSafe);

/** A request to an endpoint, whose body or path has a key of its own. */
const requestTo = (name: EndpointName, key: string): TestRequest => ({
  operation: operationOf(name),
  group: groupOfEndpoint(name),
  method: endpoints[name].method,
  path: endpoints[name].path.replaceAll(/\{\w+\}/g, '7') + (endpoints[name].method === 'POST' ? '' : `?key=${key}`),
  retry: endpoints[name].retry,
  expects: 'json',
  token: null,
  ...(endpoints[name].method === 'POST'
    ? { body: { contentType: 'application/json', content: `{"key":"${key}"}` } }
    : {}),
});

/** Faults after which the service may have done what it was asked. */
const faultsOnceSent: Readonly<Record<string, ScriptedResponse>> = {
  'a reset before the headers': { reset: 'before-headers' },
  'a reset after the headers': { json: {}, reset: 'after-headers' },
  'a reset in the body': { json: { a: 'x'.repeat(500) }, reset: 'mid-body' },
  'an end before the headers': { raw: '' },
  408: { status: 408 },
  421: { status: 421 },
  425: { status: 425 },
  502: { status: 502 },
  503: { status: 503 },
  '503 with Retry-After': { status: 503, headers: { 'retry-after': '1' } },
  504: { status: 504 },
  'a length that is not kept': { raw: 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"a":' },
};

describe('A safe call', () => {
  it.each(sampled(4, Object.keys(faultsOnceSent)))('is sent once more after %s', async (fault) => {
    await using calls = await startScriptedCalls();
    calls.upstream.once('GET', LISTING, faultsOnceSent[fault] ?? {});
    calls.upstream.on('GET', LISTING, listing);
    expect((await getListing(calls.call, ID)).Title).toBe('Boat');
    expect(calls.upstream.count()).toBe(2);
    expect(calls.observed).toMatchObject([{ operation: 'GET /v1/listings/{id}', status: 200, attempts: 2 }]);
    expect(calls.events).toEqual(['listings retry']);
  });

  it('is sent once more and no further time, and ends with the last failure', async () => {
    await using calls = await startScriptedCalls();
    calls.upstream.once('GET', LISTING, { status: 502 });
    calls.upstream.on('GET', LISTING, { status: 503 });
    expect(await failureOf(getListing(calls.call, ID))).toMatchObject({ status: 503 });
    expect(calls.upstream.count()).toBe(2);
    expect(calls.observed).toMatchObject([{ status: 503, attempts: 2 }]);
  });

  it.each<[string, ScriptedResponse]>(
    sampled(5, [
      ['HTML', { body: '<html>' }],
      ['JSON that is cut off', { body: '{"PKID":' }],
      ['400', { status: 400 }],
      ['401', { status: 401 }],
      ['403', { status: 403 }],
      ['404', { status: 404 }],
      ['409', { status: 409 }],
      ['429', { status: 429 }],
      ['429 with Retry-After', { status: 429, headers: { 'retry-after': '0' } }],
      ['500', { status: 500 }],
      ['501', { status: 501 }],
      ['a redirect', { status: 302, headers: { location: '/elsewhere' } }],
      ['an answer of another kind', { json: 'text' }],
      ['an answer that is too large', { body: `"${'x'.repeat(2000)}"` }],
    ]),
  )('is not sent again after %s', async (_, response) => {
    await using calls = await startScriptedCalls({ transport: { maxJsonBytes: 1000 } });
    calls.upstream.on('GET', LISTING, response);
    expect(await failureOf(getListing(calls.call, ID))).toMatchObject({ name: 'UpstreamFailure' });
    expect(calls.upstream.count()).toBe(1);
    expect(calls.observed).toMatchObject([{ attempts: 1 }]);
  });

  it('is not sent again when it has used up its time', async () => {
    await using calls = await startScriptedCalls({ transport: { timeouts: { totalMs: 50 } } });
    calls.upstream.on('GET', LISTING, { hang: 'before-headers' });
    expect(await failureOf(getListing(calls.call, ID))).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(calls.upstream.count()).toBe(1);
  });

  it.each([
    [0, 20],
    [0.5, 60],
    [0.999_999, 99.999_92],
  ])('waits at random from 20 to 100 ms: with %d for %d', async (random, waited) => {
    await using calls = await startScriptedCalls({ resilience: { random: () => random } });
    calls.upstream.on('GET', LISTING, { status: 503 });
    await failureOf(getListing(calls.call, ID));
    expect(calls.waits).toEqual([expect.closeTo(waited, 3)]);
  });

  it.each([
    ['0', 60],
    ['1', 1060],
    ['2', 2060],
    ['soon', 60],
    ['-5', 60],
    ['1.5', 60],
    ['Thu, 01 Jan 1970 00:00:01 GMT', 60],
  ])('waits as long as Retry-After says: %s', async (retryAfter, waited) => {
    await using calls = await startScriptedCalls();
    calls.upstream.once('GET', LISTING, { status: 503, headers: { 'retry-after': retryAfter } });
    calls.upstream.on('GET', LISTING, listing);
    await getListing(calls.call, ID);
    expect(calls.waits).toEqual([waited]);
  });

  it.each(['3', '60', '99999999999999999999', 'Fri, 31 Dec 2999 23:59:59 GMT'])(
    'is not sent again when Retry-After asks for more than two seconds: %s',
    async (retryAfter) => {
      await using calls = await startScriptedCalls();
      calls.upstream.on('GET', LISTING, { status: 503, headers: { 'retry-after': retryAfter } });
      expect(await failureOf(getListing(calls.call, ID))).toMatchObject({
        status: 503,
        retryAfterSeconds: Math.min(Number(retryAfter), 3600) || 3600,
      });
      expect([calls.upstream.count(), calls.waits]).toEqual([1, []]);
    },
  );

  it('is not sent again when its operation has no time left to wait, and is when it has', async () => {
    await using calls = await startScriptedCalls();
    calls.upstream.on('GET', LISTING, { status: 503, headers: { 'retry-after': '1' } });
    await failureOf(getListing(calls.bind({ timeLeftMs: () => 1060 }), ID));
    expect(calls.upstream.count()).toBe(1);
    await failureOf(getListing(calls.bind({ timeLeftMs: () => 1061 }), ID));
    expect(calls.upstream.count()).toBe(3);
  });

  it('ends at once when the time of its caller is up while it waits, and is not sent again', async () => {
    const caller = new AbortController();
    await using calls = await startScriptedCalls({
      resilience: {
        wait: async (_, signal) => {
          caller.abort();
          if (signal?.aborted === true) throw new Error('The caller has gone.');
        },
      },
    });
    calls.upstream.on('GET', LISTING, { status: 503 });
    const timeLeftMs = () => (caller.signal.aborted ? 0 : 60_000);
    const error = await failureOf(getListing(calls.bind({ signal: caller.signal, timeLeftMs }), ID));
    expect(error).toMatchObject({ kind: 'cancelled' });
    expect(failureReasonOf(error)).toBe('operation_timeout');
    expect(calls.upstream.count()).toBe(1);
  });

  it('really waits when nobody replaces the clock', async () => {
    await using calls = await startScriptedCalls();
    const { transport } = calls;
    const log = createLog('silent');
    const service = createServiceClient({ transport, resilience: {}, tokenParams: 'headers', log });
    calls.upstream.once('GET', LISTING, { status: 503 });
    calls.upstream.on('GET', LISTING, listing);
    const startedAt = performance.now();
    await service.send(requestOf(transport, requestTo('getListing', 'key')), {});
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(19);
  });
});

describe('Retries in all', () => {
  it('are three of the first calls that fail, and no more', async () => {
    await using calls = await startScriptedCalls({ resilience: { breaker: false } });
    calls.upstream.on('GET', LISTING, { status: 503 });
    for (let round = 0; round < 10; round += 1) await failureOf(getListing(calls.call, ID));
    expect(calls.upstream.count()).toBe(13);
    expect(calls.events).toEqual(Array.from({ length: 3 }, () => 'listings retry'));
  });

  it('are a tenth of a hundred calls, whichever the group', async () => {
    await using calls = await startScriptedCalls({ resilience: { breaker: false } });
    calls.upstream.on('GET', LISTING, { status: 503 });
    calls.upstream.on('GET', '/v1/properties/fuel', { json: [] });
    for (let round = 0; round < 50; round += 1) await simpleLists.listFuels(calls.call);
    for (let round = 0; round < 50; round += 1) await failureOf(getListing(calls.call, ID));
    expect(calls.upstream.count('GET /v1/listings/{id}')).toBe(60);
  });

  it('are forgotten after ten seconds, and no sooner', async () => {
    await using calls = await startScriptedCalls({ resilience: { breaker: false, wait: async () => {} } });
    calls.upstream.on('GET', LISTING, { status: 503 });
    const failTwenty = async (): Promise<number> => {
      const before = calls.upstream.count();
      for (let round = 0; round < 20; round += 1) await failureOf(getListing(calls.call, ID));
      return calls.upstream.count() - before;
    };
    expect(await failTwenty()).toBe(23);
    calls.clock.advance(9_999);
    expect(await failTwenty()).toBe(21);
    calls.clock.advance(1);
    expect(await failTwenty()).toBe(23);
  });
});

describe('A call that changes something', () => {
  it.each(sampled(4, namesOf(false)))('%s reaches the service at most once, whatever happens then', async (name) => {
    await using calls = await startScriptedCalls({ resilience: { breaker: false } });
    const { method, path } = endpoints[name];
    for (const [fault, response] of Object.entries(faultsOnceSent)) {
      calls.upstream.on(method, path, response);
      const key = `key of ${fault}`;
      const request = requestOf(calls.transport, requestTo(name, encodeURIComponent(key)));
      await failureOf(calls.service.send(request, {})).catch(() => null);
      const seen = calls.upstream.requests.filter(({ body, rawQuery }) =>
        `${body}${rawQuery}`.includes(encodeURIComponent(key)),
      );
      expect([fault, seen.length]).toEqual([fault, 1]);
    }
    expect(calls.waits).toEqual([]);
  });

  it.each(sampled(9, names))('%s is sent again when the connection was never made', async (name) => {
    await using calls = await startScriptedCalls({ refused: 1 });
    calls.upstream.on(endpoints[name].method, endpoints[name].path, { json: {} });
    const request = requestOf(calls.transport, requestTo(name, 'key'));
    expect(await calls.service.send(request, {})).toEqual({ status: 200, json: {}, text: '{}' });
    expect(calls.upstream.count()).toBe(1);
    expect(calls.events).toEqual([`${groupOfEndpoint(name)} retry`]);
  });

  it('is not sent a second time with credentials that the service has seen', async () => {
    await using calls = await startScriptedCalls();
    calls.upstream.on('POST', '/v1/token', { reset: 'before-headers' });
    const grant = { grant: 'password', client, username: 'ann', password: new Secret('word') } as const;
    expect(await failureOf(requestToken(calls.service, grant))).toMatchObject({ code: 'RESULT_UNKNOWN' });
    expect(calls.upstream.count()).toBe(1);
  });

  it('as a photo is sent again only when it cannot have arrived', async () => {
    await using calls = await startScriptedCalls({ refused: 1 });
    const photo = { bytes: Buffer.from('photo'), type: 'image/jpeg' } as const;
    calls.upstream.on('POST', '/v1/listings/{id}/photos', { json: { index: 0 } });
    expect(await uploadPhoto(calls.call, ID, photo)).toMatchObject({ index: 0 });
    calls.upstream.on('POST', '/v1/listings/{id}/photos', { reset: 'before-headers' });
    expect(await failureOf(uploadPhoto(calls.call, ID, photo))).toMatchObject({ code: 'RESULT_UNKNOWN' });
    expect(calls.upstream.count()).toBe(2);
  });
});
