import { describe, expect, it } from 'vitest';
import { sampled } from '../../../support/effort.ts';
import { codesOf, dataOf, valueAt } from '../../../support/graphql-client.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../../support/scripted-gateway.ts';
import type { ScriptedResponse } from '../../../support/scripted-upstream.ts';
import { scriptLists } from '../../scripted-lists.ts';

const AGGREGATE = '/v1/properties';
const FUELS = '/v1/properties/fuel';
const POOLS = '/v1/properties/propertypool';
const both = '{ lookups { fuels { label } pools { label } } }';

/** Lists of the aggregate; those of their own endpoints have other labels. */
const aggregate = {
  VehicleFuel: [{ Id: 0, Item: 'Petrol, of all' }],
  PropertyPool: [{ Id: 1, Item: 'No pool, of all' }],
};
const ofAll = { lookups: { fuels: [{ label: 'Petrol, of all' }], pools: [{ label: 'No pool, of all' }] } };
const ofTheirOwn = { lookups: { fuels: [{ label: 'Petrol' }, { label: 'Diesel' }], pools: [{ label: 'No' }] } };

const start = async (script: ScriptedResponse = { json: aggregate }): Promise<ScriptedGateway> => {
  const gateway = await startScriptedGateway({ guard: { retryPercent: 0 } });
  scriptLists(gateway.upstream);
  gateway.upstream.on('GET', AGGREGATE, script);
  return gateway;
};

const pathsOf = ({ upstream }: ScriptedGateway): readonly string[] => upstream.requests.map(({ path }) => path);

describe('Lists of the aggregate that are not cached', () => {
  it('cost one call when an operation asks for two or more, and none when they are asked for again', async () => {
    await using gateway = await start();
    expect(dataOf(await gateway.ask(both))).toEqual(ofAll);
    expect(dataOf(await gateway.ask(both))).toEqual(ofAll);
    expect(pathsOf(gateway)).toEqual([AGGREGATE]);
  });

  it('are asked for together also from different branches of an operation', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/definition/7', {
      json: { PKID: 7, Title: 'A', RegYear: 2019, Fuel: 0, Pool: 1 },
    });
    const response = await gateway.ask(
      '{ listingDefinition(id: 7) { vehicle { fuel { label } } property { pool { label } } } }',
    );
    expect(dataOf(response)).toEqual({
      listingDefinition: {
        vehicle: { fuel: { label: 'Petrol, of all' } },
        property: { pool: { label: 'No pool, of all' } },
      },
    });
    expect(pathsOf(gateway)).toEqual(['/v1/listings/definition/7', AGGREGATE]);
  });

  it('cost a call of their own when an operation asks for one', async () => {
    await using gateway = await start();
    dataOf(await gateway.ask('{ lookups { fuels { label } values(list: FUEL) { key } } }'));
    expect(pathsOf(gateway)).toEqual([FUELS]);
    // Of two lists one is available now: again one is missing.
    dataOf(await gateway.ask(both));
    expect(pathsOf(gateway)).toEqual([FUELS, POOLS]);
  });

  it('cost nothing when the aggregate is cached', async () => {
    await using gateway = await start({ json: { ...aggregate, VehicleDoors: [{ Id: 5, Item: 'Five' }] } });
    dataOf(await gateway.ask(both));
    const response = await gateway.ask('{ lookups { doors { label } } }');
    expect(valueAt(response, 'lookups.doors.0.label')).toBe('Five');
    expect(pathsOf(gateway)).toEqual([AGGREGATE]);
  });

  it('come from their own endpoint where the aggregate lacks them, or has them empty', async () => {
    await using gateway = await start({ json: { VehicleFuel: aggregate.VehicleFuel, PropertyPool: [] } });
    expect(dataOf(await gateway.ask(both))).toEqual({
      lookups: { fuels: [{ label: 'Petrol, of all' }], pools: [{ label: 'No' }] },
    });
    expect(pathsOf(gateway)).toEqual([AGGREGATE, POOLS]);
  });

  it.each(
    sampled<readonly [string, ScriptedResponse]>(3, [
      ['is not there', { status: 404 }],
      ['fails', { status: 503 }],
      ['refuses', { status: 403 }],
      ['cannot be read', { body: '<html>' }],
      ['is empty', {}],
      ['is null', { json: null }],
      ['is broken off', { json: aggregate, reset: 'mid-body' }],
    ]),
  )('come from their own endpoints when the aggregate %s, and nobody notices', async (_what, script) => {
    await using gateway = await start(script);
    expect(dataOf(await gateway.ask(both))).toEqual(ofTheirOwn);
    expect(pathsOf(gateway).toSorted()).toEqual([AGGREGATE, FUELS, POOLS]);
    expect(dataOf(await gateway.ask(both))).toEqual(ofTheirOwn);
    expect(gateway.upstream.count()).toBe(3);
  });

  it('are refused, without further calls, to a caller whose token is', async () => {
    await using gateway = await start({ status: 401 });
    const response = await gateway.ask(both);
    expect(codesOf(response)).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED']);
    expect(pathsOf(gateway)).toEqual([AGGREGATE]);
  });

  it('are not looked for there in another country, nor are generic prices', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/properties/regions', { json: [{ Id: 3, Name: 'Sicily' }] });
    gateway.upstream.on('GET', '/v1/properties/filterprices', { json: [500] });
    dataOf(await gateway.ask('{ lookups { regions(countryId: 39) { label } filterPrices(for: GENERIC) { amount } } }'));
    expect(pathsOf(gateway).toSorted()).toEqual(['/v1/properties/filterprices', '/v1/properties/regions']);
  });
});
