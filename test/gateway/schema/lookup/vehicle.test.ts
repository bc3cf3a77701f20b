import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnAt, dataOf, listAt, textAt, valueAt } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';
import { startWorld, type World } from '../../../support/world.ts';

describe('VehicleMake and VehicleModel, of the demo data', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('every make lists its models, and every model knows its make', async () => {
    const response = await world.query(`{ lookups {
      vehicleMakes { id key label models { id key label make { id } } }
      vehicleModels { id make { id } }
    } }`);
    dataOf(response);
    const makes = listAt(response, 'lookups.vehicleMakes');
    expect(makes.length).toBeGreaterThan(10);
    const ofMakes = makes.flatMap((make, at) => {
      const models = listAt(response, `lookups.vehicleMakes.${at}.models`);
      expect(models.length).toBeGreaterThan(0);
      expect(new Set(columnAt(response, `lookups.vehicleMakes.${at}.models`, 'make.id'))).toEqual(
        new Set([Object(make).id]),
      );
      return columnAt(response, `lookups.vehicleMakes.${at}.models`, 'id');
    });
    expect(new Set(ofMakes)).toEqual(new Set(columnAt(response, 'lookups.vehicleModels', 'id')));
    expect(new Set(ofMakes).size).toBe(listAt(response, 'lookups.vehicleModels').length);
  });

  it('vehicleModels(make:) takes the name of a make in any case', async () => {
    const makes = await world.query('{ lookups { vehicleMakes { key models { id } } } }');
    const [make, models] = [
      textAt(makes, 'lookups.vehicleMakes.0.key'),
      listAt(makes, 'lookups.vehicleMakes.0.models'),
    ];
    const response = await world.query(
      `query ($upper: String!, $lower: String!) { lookups {
        upper: vehicleModels(make: $upper) { id }
        lower: vehicleModels(make: $lower) { id }
        none: vehicleModels(make: "no such make") { id }
      } }`,
      { variables: { upper: make.toUpperCase(), lower: make.toLowerCase() } },
    );
    expect(dataOf(response)).toEqual({ lookups: { upper: models, lower: models, none: [] } });
  });

  it('node finds each of them again', async () => {
    const all = await world.query('{ lookups { vehicleMakes { id label } vehicleModels { id label } } }');
    const things = [
      ...listAt(all, 'lookups.vehicleMakes').slice(0, 20),
      ...listAt(all, 'lookups.vehicleModels').slice(0, 20),
    ];
    const response = await world.query('query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Lookup { id label } } }', {
      variables: { ids: things.map((thing) => Object(thing).id) },
    });
    expect(dataOf(response)).toEqual({ nodes: things });
  });
});

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
