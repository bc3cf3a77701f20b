import { describe, expect, it } from 'vitest';
import { dataOf, valueAt } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';

describe('Lookups.vehicleMakes', () => {
  it.each([
    ['StringId', [{ Id: 4, Item: 'Citroën' }]],
    ['pairs', [[4, 'Citroën']]],
    ['names', ['Citroën']],
  ])('the key of a make is its name, in the form of %s too', async (_form, json) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/properties/vehiclemakes', { json });
    const response = await gateway.ask('{ lookups { vehicleMakes { id key label } } }');
    expect(dataOf(response)).toEqual({
      lookups: { vehicleMakes: [{ id: 'VehicleMake:Citro%C3%ABn', key: 'Citroën', label: 'Citroën' }] },
    });
  });
});

describe('Lookups.vehicleModels', () => {
  const modelsQuery = '{ lookups { vehicleModels { id key label make { id } } } }';
  const aggregate = { json: { VehicleModels: [{ Model: 'C4 / Picasso', ParentMake: 'Citroën' }] } };

  it('come with their makes from the aggregate, in one call', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/properties', aggregate);
    const response = await gateway.ask(modelsQuery);
    const id = 'VehicleModel:Citro%C3%ABn/C4%20%2F%20Picasso';
    expect(dataOf(response)).toEqual({
      lookups: {
        vehicleModels: [{ id, key: 'C4 / Picasso', label: 'C4 / Picasso', make: { id: 'VehicleMake:Citro%C3%ABn' } }],
      },
    });
    expect(gateway.upstream.requests.map(({ path }) => path)).toEqual(['/v1/properties']);
    const node = await gateway.ask('query ($id: ID!) { node(id: $id) { ... on VehicleModel { key } } }', { id });
    expect(dataOf(node)).toEqual({ node: { key: 'C4 / Picasso' } });
    for (const make of ['citroën', 'VehicleMake:Citro%C3%ABn']) {
      const ofMake = await gateway.ask('query ($make: String) { lookups { vehicleModels(make: $make) { id } } }', {
        make,
      });
      expect(dataOf(ofMake)).toEqual({ lookups: { vehicleModels: [{ id }] } });
    }
  });

  it.each([
    ['is not there', { status: 404 }],
    ['cannot be read', { body: '<html>' }],
    ['has no models', { json: { VehicleMakes: ['Citroën'] } }],
  ])('come without makes from their own endpoint when the aggregate %s', async (_what, script) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/properties', script);
    gateway.upstream.on('GET', '/v1/properties/vehiclemodels', { json: [{ Id: 1, Item: 'C3' }, [2, 'C4'], 'C5'] });
    const response = await gateway.ask(modelsQuery);
    expect(dataOf(response)).toEqual({
      lookups: {
        vehicleModels: ['C3', 'C4', 'C5'].map((name) => ({
          id: `VehicleModel:${name}`,
          key: name,
          label: name,
          make: null,
        })),
      },
    });
    const node = await gateway.ask('{ node(id: "VehicleModel:C4") { ... on VehicleModel { key } } }');
    expect(valueAt(node, 'node.key')).toBe('C4');
  });

  it.each([{ status: 503 }, { status: 404 }, { body: '<html>' }, { reset: 'before-headers' }] as const)(
    'come from their own endpoint while the aggregate fails with %j, and have their makes again after it',
    async (failure) => {
      await using gateway = await startScriptedGateway();
      gateway.upstream.on('GET', '/v1/properties', failure);
      gateway.upstream.on('GET', '/v1/properties/vehiclemodels', { json: [{ Id: 1, Item: 'C4' }] });
      const query = '{ lookups { vehicleModels { key make { key } } } }';
      expect(dataOf(await gateway.ask(query))).toEqual({ lookups: { vehicleModels: [{ key: 'C4', make: null }] } });
      gateway.upstream.on('GET', '/v1/properties', {
        json: { VehicleModels: [{ Model: 'C4', ParentMake: 'Citroën' }] },
      });
      gateway.clock.advance(600_000);
      expect(dataOf(await gateway.ask(query))).toEqual({
        lookups: { vehicleModels: [{ key: 'C4', make: { key: 'Citroën' } }] },
      });
    },
  );
});
