import { describe, expect, expectTypeOf, it } from 'vitest';
import type { SharedList } from '../../../../../src/gateway/loaders/lookups/shared-lists.ts';
import { parseInt64 } from '../../../../../src/json/int64.ts';
import type { PublicCall } from '../../../../../src/rest/client.ts';
import { getListing } from '../../../../../src/rest/endpoints/listings.ts';
import { simpleLists } from '../../../../../src/rest/endpoints/lookups.ts';
import { getUserDetails } from '../../../../../src/rest/endpoints/user.ts';
import { scriptLists } from '../../../../gateway/scripted-lists.ts';
import { credentialsOf, liveApplication } from '../../../../support/accounts.ts';
import { deferred } from '../../../../support/deferred.ts';
import { byEffort, sampled } from '../../../../support/effort.ts';
import { codesOf, dataOf, valueAt } from '../../../../support/graphql-client.ts';
import { CALLER_TOKEN, type ScriptedGateway, startScriptedGateway } from '../../../../support/scripted-gateway.ts';
import type { ScriptedRequest, ScriptedUpstream } from '../../../../support/scripted-upstream.ts';

const FUELS = 'GET /v1/properties/fuel';
const fuelsQuery = '{ lookups { fuels { key label } } }';
const HOUR_MS = 3_600_000;
const lookups = { freshMs: HOUR_MS };

const scriptFuels = (upstream: ScriptedUpstream, label = 'Petrol'): void =>
  upstream.on('GET', '/v1/properties/fuel', { json: [{ Id: 0, Item: label }] });

const scriptTokens = (upstream: ScriptedUpstream): void =>
  upstream.on('POST', '/v1/token', {
    json: { Access_token: 'token-of-the-gateway', Token_type: 'Bearer', Expires_in: 3600 },
  });

const tokenOf = ({ headers }: ScriptedRequest): unknown => headers['authorisation'];

const fuelLabel = async (gateway: ScriptedGateway): Promise<unknown> =>
  valueAt(await gateway.ask(fuelsQuery), 'lookups.fuels.0.label');

/** Looks again and again, a round trip each: a refresh behind a response has no other sign of its end. */
const eventually = async (gateway: ScriptedGateway, isSo: () => Promise<boolean>): Promise<void> => {
  for (let round = 0; round < 2_000; round += 1) {
    if (await isSo()) return;
    await gateway.fetch('/livez');
  }
  throw new Error('It did not come to that.');
};

/** A promise, and what resolves it. */
const gate = () => {
  const { promise: opened, resolve: open } = deferred();
  return { open, opened };
};

describe('A list that is not cached', () => {
  it('costs one call when many callers ask for it at once, and none when they ask again', async () => {
    await using gateway = await startScriptedGateway();
    const { open, opened } = gate();
    gateway.upstream.on('GET', '/v1/properties/fuel', { json: [{ Id: 0, Item: 'Petrol' }], delayUntil: opened });
    const askAll = () =>
      Promise.all(
        Array.from({ length: byEffort(40, 200) }, (_, caller) =>
          gateway.query(fuelsQuery, { token: `token-of-caller-${caller}` }),
        ),
      );
    const cold = askAll();
    await gateway.upstream.received(1);
    await gateway.fetch('/livez');
    open();
    for (const response of await cold) {
      expect(dataOf(response)).toEqual({ lookups: { fuels: [{ key: '0', label: 'Petrol' }] } });
    }
    expect(gateway.upstream.requests).toHaveLength(1);
    await askAll();
    expect(gateway.upstream.requests).toHaveLength(1);
  });

  it.each(
    sampled(2, [
      ['an error', { status: 500 }, 'UPSTREAM_UNAVAILABLE', 2_000],
      ['no list', { json: 'later' }, 'UPSTREAM_INVALID', 30_000],
      ['entries that cannot be read', { json: [null, { Item: 'x' }] }, 'UPSTREAM_INVALID', 30_000],
    ] as const),
  )('is asked for again a while after the service responded with %s', async (_what, script, code, whileMs) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.once('GET', '/v1/properties/fuel', script);
    scriptFuels(gateway.upstream);
    const failed = () => gateway.ask(fuelsQuery);
    expect(codesOf(await failed())).toEqual([code]);
    gateway.clock.advance(whileMs * 0.89);
    expect(codesOf(await failed())).toEqual([code]);
    expect(gateway.upstream.count(FUELS)).toBe(1);
    gateway.clock.advance(whileMs * 0.11);
    expect(await fuelLabel(gateway)).toBe('Petrol');
  });

  it('is not kept when it is empty, which cannot be distinguished from a fault', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.once('GET', '/v1/properties/fuel', { json: [] });
    scriptFuels(gateway.upstream);
    expect(dataOf(await gateway.ask(fuelsQuery))).toEqual({ lookups: { fuels: [] } });
    expect(await fuelLabel(gateway)).toBe('Petrol');
  });

  it('comes at once to a caller who waits behind many whose tokens are worth nothing', async () => {
    await using gateway = await startScriptedGateway();
    const { upstream } = gateway;
    const [first, others] = [gate(), gate()];
    upstream.on('GET', '/v1/properties/fuel', (request) => {
      if (tokenOf(request) === `Bearer ${CALLER_TOKEN}`) return { json: [{ Id: 0, Item: 'Petrol' }] };
      return { status: 401, delayUntil: tokenOf(request) === 'Bearer made-up-0' ? first.opened : others.opened };
    });
    const refused = Array.from({ length: 10 }, (_, at) => gateway.query(fuelsQuery, { token: `made-up-${at}` }));
    await upstream.received(1);
    const good = gateway.ask(fuelsQuery);
    await gateway.fetch('/livez');
    first.open();
    expect(valueAt(await good, 'lookups.fuels.0.label')).toBe('Petrol');
    others.open();
    const [leader] = await Promise.all(refused);
    expect(leader?.errors[0]?.extensions).toMatchObject({ reason: 'TOKEN_REJECTED' });
  });

  it('makes no warning of the process, however many lists an operation waits for', async () => {
    const warnings: unknown[] = [];
    const note = (warning: Error): void => void warnings.push(warning.message);
    process.on('warning', note);
    try {
      await using gateway = await startScriptedGateway();
      scriptLists(gateway.upstream);
      await gateway.ask(`{ lookups { bedrooms { key } doors { key } finishLevels { key } fuels { key } gardens { key }
        importOrigins { key } pools { key } propertyTypes { key } transmissions { key } localities { key } }
        sections { key categories { key } } categories { key } }`);
    } finally {
      process.off('warning', note);
    }
    expect(warnings).toEqual([]);
  });
});

describe('A list that is old', () => {
  it('is served while the service is down, and no longer than it may be', async () => {
    await using gateway = await startScriptedGateway({ lookups });
    scriptFuels(gateway.upstream);
    await gateway.ask(fuelsQuery);
    gateway.upstream.on('GET', '/v1/properties/fuel', { status: 503 });
    gateway.clock.advance(24 * HOUR_MS);
    expect(await fuelLabel(gateway)).toBe('Petrol');
    gateway.clock.advance(HOUR_MS);
    expect(codesOf(await gateway.ask(fuelsQuery))).toEqual(['UPSTREAM_UNAVAILABLE']);
  });

  it('costs nobody a call without an application of the gateway, whose token alone may refresh it', async () => {
    await using gateway = await startScriptedGateway({ lookups });
    scriptFuels(gateway.upstream);
    await gateway.ask(fuelsQuery);
    gateway.clock.advance(2 * HOUR_MS);
    expect(await fuelLabel(gateway)).toBe('Petrol');
    expect(gateway.upstream.count()).toBe(1);
  });

  it('is served at once and refreshed behind on the token of the gateway, never on that of a caller', async () => {
    await using gateway = await startScriptedGateway({ lookups, application: credentialsOf(liveApplication) });
    const { upstream } = gateway;
    scriptTokens(upstream);
    scriptFuels(upstream);
    await gateway.ask(fuelsQuery);
    scriptFuels(upstream, 'Unleaded');
    gateway.clock.advance(2 * HOUR_MS);
    expect(await fuelLabel(gateway)).toBe('Petrol');
    await eventually(gateway, async () => (await fuelLabel(gateway)) === 'Unleaded');
    expect(upstream.requests.map((request) => [request.path, tokenOf(request)])).toEqual([
      ['/v1/properties/fuel', `Bearer ${CALLER_TOKEN}`],
      ['/v1/token', undefined],
      ['/v1/properties/fuel', 'Bearer token-of-the-gateway'],
    ]);
  });

  it('stays as it was when the refresh fails, which the log reports without a secret', async () => {
    await using gateway = await startScriptedGateway({ lookups, application: credentialsOf(liveApplication) });
    const { upstream } = gateway;
    scriptTokens(upstream);
    scriptFuels(upstream);
    await gateway.ask(fuelsQuery);
    upstream.on('GET', '/v1/properties/fuel', { status: 500, body: 'secret-of-the-service' });
    gateway.clock.advance(2 * HOUR_MS);
    expect(await fuelLabel(gateway)).toBe('Petrol');
    await eventually(gateway, async () => gateway.logLines.some((line) => line.includes('A list went stale.')));
    expect(await fuelLabel(gateway)).toBe('Petrol');
    const line = gateway.logLines.find((each) => each.includes('A list went stale.')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ operation: 'GET /v1/properties/fuel', reason: 'http_5xx' });
    expect(gateway.logLines.join()).not.toMatch(/token-of|secret-of|demo-app-secret/);
  });
});

it('SharedList takes public endpoints only: that of a user does not compile', () => {
  const id = parseInt64('7');
  if (id === null) throw new Error('7 is an integer.');
  const keep = (_kind: Pick<SharedList<'all', unknown>, 'read'>): void => {};
  keep({ read: (call) => simpleLists.listFuels(call) });
  // @ts-expect-error The account of a caller cannot be kept for all: it needs a call that carries user endpoints.
  keep({ read: (call) => getUserDetails(call) });
  // @ts-expect-error Nor can a listing, which states whether the caller watches it.
  keep({ read: (call) => getListing(call, id) });
  // @ts-expect-error Nor by the name of its endpoint.
  keep({ read: (call) => call('getUserDetails', {}) });
  expectTypeOf<Parameters<PublicCall>[0]>().not.toEqualTypeOf<string>();
});
