import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { endpoints, type PublicEndpointName } from '../../../../src/contract/endpoints.ts';
import { UpstreamInvalidError } from '../../../../src/upstream/call/errors.ts';
import type { PublicCall } from '../../../../src/upstream/client.ts';
import { readLookupEntry } from '../../../../src/upstream/decoding/lookup-entry.ts';
import * as lookups from '../../../../src/upstream/endpoints/lookups.ts';
import { type ConnectedClient, connectClient, failureOf, int64 } from '../connected-client.ts';

const clients: ConnectedClient[] = [];

const connect = async (path: string, json: unknown): Promise<ConnectedClient> => {
  const client = await connectClient();
  clients.push(client);
  client.upstream.on('GET', path, { json });
  return client;
};

afterEach(async () => {
  for (const client of clients.splice(0)) await client[Symbol.asyncDispose]();
});

const home = int64('125');

const lists: readonly (readonly [PublicEndpointName, (call: PublicCall) => Promise<unknown>])[] = [
  ['listCandidateStatuses', lookups.listCandidateStatuses],
  ['listCategories', lookups.listCategories],
  ['listSectionCategories', (call) => lookups.listSectionCategories(call, int64('1'))],
  ['listDoors', lookups.listDoors],
  ['listEducationLevels', lookups.listEducationLevels],
  ['listFuels', lookups.listFuels],
  ['listImportOrigins', lookups.listImportOrigins],
  ['listJobTypes', lookups.listJobTypes],
  ['listLocalities', (call) => lookups.listLocalities(call, home)],
  ['listBedrooms', lookups.listBedrooms],
  ['listFinishLevels', lookups.listFinishLevels],
  ['listGardens', lookups.listGardens],
  ['listPools', lookups.listPools],
  ['listPropertyTypes', lookups.listPropertyTypes],
  ['listRegions', (call) => lookups.listRegions(call, home)],
  ['listTransmissions', lookups.listTransmissions],
];

describe.each(lists)('%s', (name, list) => {
  const { path } = endpoints[name];

  it('reads its own endpoint, in every form of an entry', async () => {
    const { upstream, call } = await connect(path, [
      { Id: 0, Item: 'Petrol' },
      { id: '9223372036854775807', item: 'Diesel' },
      [2, 'Electric'],
      'Other',
      { Id: 5 },
    ]);
    expect(await list(call)).toMatchObject([
      { key: '0', label: 'Petrol' },
      { key: '9223372036854775807', label: 'Diesel' },
      { key: '2', label: 'Electric' },
      { key: 'Other', label: 'Other' },
      { key: '5', label: '5' },
    ]);
    expect(upstream.count(`GET ${path}`)).toBe(1);
    expect(upstream.requests[0]?.rawQuery).toBe('CountryId' in endpoints[name].query ? 'CountryId=125' : '');
  });

  it('fails on what is no list of entries, and takes an empty one', async () => {
    const { upstream, call } = await connect(path, []);
    expect(await list(call)).toEqual([]);
    for (const json of [null, 'text', 7, {}, { a: 1, b: [] }, [{}, null, []], [true]]) {
      upstream.once('GET', path, { json });
      expect(await failureOf(list(call))).toBeInstanceOf(UpstreamInvalidError);
    }
  });
});

describe('lookup entries', () => {
  it('that cannot be read are dropped and reported, and leave the others alone', async () => {
    const { call, drifts } = await connect('/v1/properties/fuel', [
      { Id: 0, Item: 'Petrol' },
      {},
      null,
      { Item: 'x' },
      [],
    ]);
    expect(await lookups.listFuels(call)).toEqual([{ key: '0', label: 'Petrol' }]);
    expect(drifts).toEqual(Array.from({ length: 4 }, () => ({ path: 'StringId', problem: 'unreadable' })));
  });

  it('are read or dropped whatever they are, without an error', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const entry = readLookupEntry(json) ?? { key: '', label: '' };
        expect(entry).toEqual({ key: expect.any(String), label: expect.any(String) });
      }),
    );
  });
});

describe('GET /v1/properties/localities and /v1/properties/regions', () => {
  it('give what the form of their entries shows', async () => {
    const { call } = await connect('/v1/properties/localities', [
      { CountryId: 125, Id: 1, Name: 'Sliema', RegionId: 3 },
      { Id: 2, Item: 'Mdina' },
      [4, 'Rabat'],
    ]);
    expect(await lookups.listLocalities(call, home)).toEqual([
      { key: '1', label: 'Sliema', countryId: 125, regionKey: '3' },
      { key: '2', label: 'Mdina', countryId: null, regionKey: null },
      { key: '4', label: 'Rabat', countryId: null, regionKey: null },
    ]);
    const regions = await connect('/v1/properties/regions', [{ CountryId: 125, Id: 3, Name: 'North' }, [4, 'South']]);
    expect(await lookups.listRegions(regions.call, home)).toEqual([
      { key: '3', label: 'North', countryId: 125 },
      { key: '4', label: 'South', countryId: null },
    ]);
  });
});

describe('GET /v1/properties/vehiclemakes and /v1/properties/vehiclemodels', () => {
  it('give names, which are their keys', async () => {
    const makes = await connect('/v1/properties/vehiclemakes', [{ Id: 1, Item: 'BMW' }, 'Audi', [3, 'Fiat']]);
    expect(await lookups.listVehicleMakes(makes.call)).toEqual([{ name: 'BMW' }, { name: 'Audi' }, { name: 'Fiat' }]);
    const models = await connect('/v1/properties/vehiclemodels', [
      { Model: 'Panda', ParentMake: 'Fiat' },
      { Id: 7, Item: 'Uno' },
      [8, 'Punto'],
      '500',
    ]);
    expect(await lookups.listVehicleModels(models.call)).toEqual([
      { name: 'Panda', make: 'Fiat' },
      { name: 'Uno', make: null },
      { name: 'Punto', make: null },
      { name: '500', make: null },
    ]);
  });
});

describe('GET /v1/properties/filterprices', () => {
  it('gives prices as numbers, for the code that is asked for', async () => {
    const { upstream, call } = await connect('/v1/properties/filterprices', [0, 1000, '2000']);
    expect(await lookups.listFilterPrices(call, 0)).toEqual([0, 1000, 2000]);
    expect(upstream.requests[0]?.rawQuery).toBe('pricefor=0');
  });
});

describe('GET /v1/properties', () => {
  const aggregate = {
    FilterPrices_Cars: [1000, 2000],
    JobTypes: [{ Id: 1, Item: 'Full time' }],
    VehicleFuel: [[0, 'Petrol']],
    Localities: [{ CountryId: 125, Id: 1, Name: 'Sliema', RegionId: 3 }],
    Regions: [{ CountryId: 125, Id: 3, Name: 'North' }],
    VehicleMakes: ['Fiat'],
    VehicleModels: [{ Model: 'Panda', ParentMake: 'Fiat' }],
  };
  const expected = {
    FilterPrices_Cars: [1000, 2000],
    JobTypes: [{ key: '1', label: 'Full time' }],
    VehicleFuel: [{ key: '0', label: 'Petrol' }],
    Localities: [{ key: '1', label: 'Sliema', countryId: 125, regionKey: '3' }],
    Regions: [{ key: '3', label: 'North', countryId: 125 }],
    VehicleMakes: [{ name: 'Fiat' }],
    VehicleModels: [{ name: 'Panda', make: 'Fiat' }],
  };

  it('gives every list in the form of its own endpoint, and null for lists that are missing', async () => {
    const { call, drifts } = await connect('/v1/properties', aggregate);
    const properties = await lookups.getProperties(call);
    expect(properties).toMatchObject({ ...expected, JobEducation: null, FilterPrices_PropertyLongLet: null });
    expect(Object.keys(properties)).toHaveLength(20);
    expect(drifts).toEqual([]);
  });

  it('gives null for a list that is odd, and reports it, without harm to the others', async () => {
    const odd = { ...aggregate, JobTypes: 'none', Regions: [{}, 'x', true], VehicleFuel: [{}], JobEducation: [] };
    const { call, drifts } = await connect('/v1/properties', odd);
    expect(await lookups.getProperties(call)).toMatchObject({
      ...expected,
      JobTypes: null,
      Regions: [{ key: 'x', label: 'x' }],
      VehicleFuel: null,
      JobEducation: [],
    });
    expect(drifts.map(({ path }) => path)).toEqual([
      'PropertiesCollection.JobTypes',
      'PropertiesCollection.VehicleFuel',
      'PropertiesCollection.Regions',
      'PropertiesCollection.Regions',
    ]);
  });
});
