import { describe, expect, it } from 'vitest';
import { credentialsOf, liveApplication } from '../../../support/accounts.ts';
import { deferred } from '../../../support/deferred.ts';
import { sampled } from '../../../support/effort.ts';
import { codesOf, dataOf, valueAt } from '../../../support/graphql-client.ts';
import { inFlight, operationBytes } from '../../../support/network/disconnect-clients.ts';
import { openConnection } from '../../../support/network/raw-connection.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../../support/scripted-gateway.ts';
import type { ScriptedResponse } from '../../../support/scripted-upstream.ts';
import { scriptLists } from '../../scripted-lists.ts';

const AGGREGATE = 'GET /v1/properties';
const FUELS = 'GET /v1/properties/fuel';
const fuels = '{ lookups { fuels { label } } }';
const MINUTE_MS = 60_000;

const start = async (aggregate: ScriptedResponse): Promise<ScriptedGateway> => {
  const gateway = await startScriptedGateway({
    application: credentialsOf(liveApplication),
    guard: { retryPercent: 0, breaker: false },
  });
  scriptLists(gateway.upstream);
  gateway.upstream.on('GET', '/v1/properties', aggregate);
  gateway.upstream.on('POST', '/v1/token', { json: { Access_token: 'token-of-the-gateway', Expires_in: 36_000 } });
  return gateway;
};

describe('The aggregate that cannot be had', () => {
  /** Six operations that each need two lists which nobody has asked for. */
  const operations = [
    'fuels pools',
    'doors gardens',
    'transmissions bedrooms',
    'importOrigins propertyTypes',
    'finishLevels localities',
    'vehicleMakes jobTypes',
  ].map((fields) => `{ lookups { ${fields.replaceAll(/\w+/g, '$& { key }')} } }`);

  it.each<[string, ScriptedResponse]>(
    sampled(2, [
      ['is not there', { status: 404 }],
      ['fails', { status: 503 }],
      ['cannot be read', { body: '<html>' }],
    ]),
  )('is asked for once by six operations when it %s, and each list by its own endpoint', async (_what, script) => {
    await using gateway = await start(script);
    for (const operation of operations) await gateway.ask(operation);
    expect(gateway.upstream.count(AGGREGATE)).toBe(1);
    expect(gateway.upstream.count()).toBe(13);
  });

  it('is asked for again after five minutes where it was not there', async () => {
    await using gateway = await start({ status: 404 });
    const [first = '', second = '', third = ''] = operations;
    dataOf(await gateway.ask(first));
    gateway.clock.advance(4 * MINUTE_MS);
    dataOf(await gateway.ask(second));
    expect(gateway.upstream.count(AGGREGATE)).toBe(1);
    gateway.clock.advance(MINUTE_MS);
    dataOf(await gateway.ask(third));
    expect(gateway.upstream.count(AGGREGATE)).toBe(2);
  });
});

describe('A list that its own endpoint does not have, and the aggregate has', () => {
  const inAggregate = { json: { VehicleFuel: [{ Id: 0, Item: 'Petrol' }] } };

  it.each<[string, ScriptedResponse, string, string]>([
    ['fails', { status: 503 }, 'UPSTREAM_UNAVAILABLE', fuels],
    ['breaks off', { reset: 'before-headers' }, 'UPSTREAM_UNAVAILABLE', fuels],
    ['asks one caller to slow down', { status: 429 }, 'RATE_LIMITED', fuels],
    [
      'fails, asked for two lists',
      { status: 503 },
      'UPSTREAM_UNAVAILABLE',
      '{ lookups { fuels { label } pools { label } } }',
    ],
  ])('is missing for nobody when that %s, and there a moment later', async (_what, script, code, first) => {
    await using gateway = await start(inAggregate);
    gateway.upstream.on('GET', '/v1/properties/fuel', { status: 404 });
    gateway.upstream.once('GET', '/v1/properties', script);
    expect(codesOf(await gateway.ask(first))).toEqual([code]);
    gateway.clock.advance(2_000);
    expect(dataOf(await gateway.ask(fuels))).toEqual({ lookups: { fuels: [{ label: 'Petrol' }] } });
  });

  it.each<[string, ScriptedResponse, string]>([
    ['is forbidden to', { status: 403 }, 'FORBIDDEN'],
    ['slows down', { status: 429 }, 'RATE_LIMITED'],
    ['redirects', { status: 302, headers: { location: 'https://sign-in.example/' } }, 'UPSTREAM_INVALID'],
  ])('is there at once for others when that %s one caller', async (_what, script, code) => {
    await using gateway = await start(inAggregate);
    gateway.upstream.on('GET', '/v1/properties/fuel', { status: 404 });
    gateway.upstream.once('GET', '/v1/properties', script);
    expect(codesOf(await gateway.ask(fuels))).toEqual([code]);
    expect(dataOf(await gateway.query(fuels, { token: 'another' }))).toEqual({
      lookups: { fuels: [{ label: 'Petrol' }] },
    });
  });

  it('is refreshed like any other', async () => {
    await using gateway = await start(inAggregate);
    gateway.upstream.on('GET', '/v1/properties/fuel', { status: 404 });
    const label = async () => valueAt(await gateway.ask(fuels), 'lookups.fuels.0.label');
    expect(await label()).toBe('Petrol');
    gateway.upstream.on('GET', '/v1/properties', { json: { VehicleFuel: [{ Id: 0, Item: 'Gasoline' }] } });
    gateway.clock.advance(60 * MINUTE_MS);
    for (let seconds = 0; (await label()) === 'Petrol'; seconds += 1) {
      expect(seconds).toBeLessThan(1_000);
      gateway.clock.advance(1_000);
    }
    expect(await label()).toBe('Gasoline');
    expect(gateway.upstream.count(AGGREGATE)).toBe(2);
  });

  it('costs one call when whoever asked for it first is gone before the aggregate responds', async () => {
    await using gateway = await start(inAggregate);
    const { upstream } = gateway;
    const { promise: delayUntil, resolve: open } = deferred();
    upstream.on('GET', '/v1/properties/fuel', { status: 404 });
    upstream.on('GET', '/v1/properties', { ...inAggregate, delayUntil });
    using first = await openConnection(gateway.url, operationBytes(fuels));
    await upstream.received(2);
    const others = ['a', 'b', 'c'].map((token) => gateway.query(fuels, { token }));
    while ((await inFlight(gateway)) < 4);
    first.socket.resetAndDestroy();
    while ((await inFlight(gateway)) > 3);
    open();
    for (const response of await Promise.all(others)) {
      expect(dataOf(response)).toEqual({ lookups: { fuels: [{ label: 'Petrol' }] } });
    }
    expect(upstream.count()).toBe(2);
  });
});

describe('A list that failed', () => {
  it('is reported alike to whoever asks, in a line or after each other, with one call', async () => {
    await using gateway = await start({ status: 404 });
    gateway.upstream.on('GET', '/v1/properties/fuel', { status: 503 });
    const ask = () => gateway.ask(fuels);
    const responses = [...(await Promise.all(Array.from({ length: 20 }, ask))), await ask()];
    for (const response of responses) {
      expect(response.errors[0]?.extensions).toMatchObject({
        code: 'UPSTREAM_UNAVAILABLE',
        retryable: true,
        upstream: { status: 503 },
      });
    }
    expect(gateway.upstream.count(FUELS)).toBe(1);
  });

  it.each<[string, ScriptedResponse, string]>(
    sampled(3, [
      ['401', { status: 401 }, 'UNAUTHENTICATED'],
      ['403', { status: 403 }, 'FORBIDDEN'],
      ['429', { status: 429 }, 'RATE_LIMITED'],
      [
        'a redirect to where one signs in',
        { status: 302, headers: { location: 'https://sign-in.example/' } },
        'UPSTREAM_INVALID',
      ],
    ]),
  )('with %s for one caller is still read for others, before and after', async (_status, script, code) => {
    await using gateway = await start({ status: 404 });
    const { promise: delayUntil, resolve: open } = deferred();
    gateway.upstream.on('GET', '/v1/properties/fuel', ({ headers }) =>
      headers['authorisation'] === 'Bearer bad' ? { ...script, delayUntil } : { json: [{ Id: 0, Item: 'Petrol' }] },
    );
    const asked = Array.from({ length: 6 }, () => gateway.query(fuels, { token: 'bad' }));
    while ((await inFlight(gateway)) < asked.length);
    open();
    for (const response of await Promise.all(asked)) expect(codesOf(response)).toEqual([code]);
    // Those with one token do not stand in line for it.
    expect(gateway.upstream.count(FUELS)).toBe(1);
    expect(dataOf(await gateway.ask(fuels))).toEqual({ lookups: { fuels: [{ label: 'Petrol' }] } });
  });

  it('because the gateway got no token for a caller without one is still read for those who bring one', async () => {
    await using gateway = await start({ status: 404 });
    gateway.upstream.on('POST', '/v1/token', { status: 503 });
    expect(codesOf(await gateway.query(fuels))).toEqual(['UPSTREAM_UNAVAILABLE']);
    expect(dataOf(await gateway.ask(fuels))).toMatchObject({ lookups: { fuels: [{ label: 'Petrol' }, {}] } });
  });

  it('of one argument says nothing of another', async () => {
    await using gateway = await start({ status: 404 });
    gateway.upstream.on('GET', '/v1/properties/categories/99', { status: 404 });
    const ask = () =>
      gateway.ask('{ none: categories(sectionId: 99) { label } some: categories(sectionId: 4) { label } }');
    for (const _time of [1, 2, 3]) expect(dataOf(await ask())).toEqual({ none: null, some: [{ label: 'Baking' }] });
    expect(gateway.upstream.count('GET /v1/properties/categories/99')).toBe(1);
  });
});
