import { describe, expect, it } from 'vitest';
import { codesOf, dataOf, valueAt } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';

describe('Locality.region', () => {
  const regionsQuery = '{ lookups { localities { id key label countryId region { id key label } } } }';
  const regions = { json: [{ Id: 2, Item: 'South' }] };

  it('comes from the list itself when that reports it, without asking for the aggregate', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/properties/localities', {
      json: [{ Id: 77, Name: 'Marsaxlokk', CountryId: 125, RegionId: 2 }],
    });
    gateway.upstream.on('GET', '/v1/properties/regions', regions);
    expect(dataOf(await gateway.ask(regionsQuery))).toEqual({
      lookups: {
        localities: [
          {
            id: 'Locality:77',
            key: '77',
            label: 'Marsaxlokk',
            countryId: 125,
            region: { id: 'Region:2', key: '2', label: 'South' },
          },
        ],
      },
    });
    expect(gateway.upstream.count('GET /v1/properties')).toBe(0);
    expect(gateway.upstream.requests.map(({ rawQuery }) => rawQuery)).toEqual(['CountryId=125', 'CountryId=125']);
  });

  it.each([
    ['StringId', [{ Id: 77, Item: 'Marsaxlokk' }]],
    ['pairs', [[77, 'Marsaxlokk']]],
  ])('comes from the aggregate when the list is of %s, with one call for all', async (_form, json) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/properties/localities', { json });
    gateway.upstream.on('GET', '/v1/properties/regions', regions);
    gateway.upstream.on('GET', '/v1/properties', {
      json: { Localities: [{ Id: 77, Name: 'Marsaxlokk', CountryId: 125, RegionId: 2 }] },
    });
    const response = await gateway.ask(regionsQuery);
    expect(valueAt(response, 'lookups.localities.0.region')).toEqual({ id: 'Region:2', key: '2', label: 'South' });
    expect(gateway.upstream.count('GET /v1/properties')).toBe(1);
  });

  it.each([
    ['knows no localities', { json: { Regions: [{ Id: 2, Name: 'South', CountryId: 125 }] } }],
    ['is not there', { status: 404 }],
    ['cannot be read', { body: '<html>' }],
  ])('is null when the aggregate %s', async (_what, script) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/properties/localities', { json: [{ Id: 77, Item: 'Marsaxlokk' }] });
    gateway.upstream.on('GET', '/v1/properties', script);
    const response = await gateway.ask('{ lookups { localities { label region { key } } } }');
    expect(dataOf(response)).toEqual({ lookups: { localities: [{ label: 'Marsaxlokk', region: null }] } });
  });

  it('is an error beside the label when the aggregate fails', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/properties/localities', { json: [{ Id: 77, Item: 'Marsaxlokk' }] });
    gateway.upstream.on('GET', '/v1/properties', { status: 500 });
    const response = await gateway.ask('{ lookups { localities { label region { key } } } }');
    expect(response.data).toEqual({ lookups: { localities: [{ label: 'Marsaxlokk', region: null }] } });
    expect(codesOf(response)).toEqual(['UPSTREAM_UNAVAILABLE']);
  });

  it('is labelled by its key when the list of regions lacks it', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/properties/localities', { json: [{ Id: 77, Name: 'Marsaxlokk', RegionId: 9 }] });
    gateway.upstream.on('GET', '/v1/properties/regions', regions);
    const response = await gateway.ask(regionsQuery);
    expect(valueAt(response, 'lookups.localities.0.region')).toEqual({ id: 'Region:9', key: '9', label: '9' });
  });
});

describe('Places of another country', () => {
  it('are asked for by its id, and carry it in theirs', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/properties/localities', { json: [{ Id: 5, Name: 'Siracusa', RegionId: 3 }] });
    gateway.upstream.on('GET', '/v1/properties/regions', { json: [{ Id: 3, Name: 'Sicily' }] });
    const response = await gateway.ask(`{ lookups {
      localities(countryId: 39) { id countryId region { id countryId } }
      regions(countryId: 39) { id localities { id } }
    } }`);
    expect(dataOf(response)).toEqual({
      lookups: {
        localities: [{ id: 'Locality:39/5', countryId: 39, region: { id: 'Region:39/3', countryId: 39 } }],
        regions: [{ id: 'Region:39/3', localities: [{ id: 'Locality:39/5' }] }],
      },
    });
    expect(new Set(gateway.upstream.requests.map(({ rawQuery }) => rawQuery))).toEqual(new Set(['CountryId=39']));
    const nodes = await gateway.ask(
      '{ nodes(ids: ["Locality:39/5", "Region:39/3", "Locality:x/5"]) { ... on Lookup { id label } } }',
    );
    expect(dataOf(nodes)).toEqual({
      nodes: [{ id: 'Locality:39/5', label: 'Siracusa' }, { id: 'Region:39/3', label: 'Sicily' }, null],
    });
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
