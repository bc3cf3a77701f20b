import { describe, expect, it } from 'vitest';
import { TestClock } from '../../../support/running-gateway.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../../support/scripted-gateway.ts';

const FRESH_MS = 600_000;
const STALE_MS = 3_600_000;

/** Ages in seconds, by the operation of the list. */
const agesOf = async (gateway: ScriptedGateway): Promise<Readonly<Record<string, number>>> => {
  const text = await (await gateway.fetch('/metrics')).text();
  const found = text.matchAll(/^listings_gateway_lookup_age_seconds\{operation="([^"]+)"\} (\S+)$/gm);
  return Object.fromEntries([...found].map(([, operation = '', age]) => [operation, Number(age)]));
};

const startWithLists = async (clock: TestClock): Promise<ScriptedGateway> => {
  const gateway = await startScriptedGateway({ lookups: { freshMs: FRESH_MS, staleMs: STALE_MS } }, clock);
  gateway.upstream.on('GET', '/v1/properties/fuel', { json: [{ Id: 0, Item: 'Petrol' }] });
  gateway.upstream.on('GET', '/v1/properties/doors', { json: [{ Id: 0, Item: '2' }] });
  gateway.upstream.on('GET', '/v1/sections', { json: [{ PKID: 1, Name: 'Cars' }] });
  return gateway;
};

const FUEL = 'GET /v1/properties/fuel';

describe('listings_gateway_lookup_age_seconds', () => {
  it('has no series for lists that nobody has read', async () => {
    await using gateway = await startWithLists(new TestClock());
    expect(await agesOf(gateway)).toEqual({});
    await gateway.ask('{ lookups { fuels { key } } }');
    expect(Object.keys(await agesOf(gateway))).toEqual([FUEL]);
  });

  it('grows while a list is not re-fetched, falls when it is, and ends with the list', async () => {
    const clock = new TestClock();
    await using gateway = await startWithLists(clock);
    await gateway.ask('{ lookups { fuels { key } } }');
    expect(await agesOf(gateway)).toEqual({ [FUEL]: 0 });
    clock.advance(FRESH_MS + 1_000);
    expect(await agesOf(gateway)).toEqual({ [FUEL]: 601 });
    // Who looks at metrics reads no list again.
    expect(gateway.upstream.count(FUEL)).toBe(1);
    clock.advance(STALE_MS);
    expect(await agesOf(gateway)).toEqual({});
    await gateway.ask('{ lookups { fuels { key } } }');
    expect(await agesOf(gateway)).toEqual({ [FUEL]: 0 });
  });

  it('is that of the list that was read last, where an endpoint has one for each argument', async () => {
    const clock = new TestClock();
    await using gateway = await startWithLists(clock);
    gateway.upstream.on('GET', '/v1/properties/regions', { json: [{ Id: 1, Item: 'Gozo' }] });
    await gateway.ask('{ lookups { regions(countryId: 1) { label } } }');
    clock.advance(5_000);
    await gateway.ask('{ lookups { regions(countryId: 2) { label } } }');
    expect(Object.values(await agesOf(gateway))).toEqual([0]);
    await gateway.ask('{ lookups { regions(countryId: 1) { label } } }');
    expect(Object.values(await agesOf(gateway))).toEqual([5]);
  });
});
