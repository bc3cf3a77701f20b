import { describe, expect, it } from 'vitest';
import { sampled } from '../../../support/effort.ts';
import { columnAt, dataOf, listAt, valueAt, codesOf } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';
import { startWorldForAll } from '../../../support/world.ts';

/** Every simple list: its field, its name in the enum, and its endpoint. */
const simpleLists = [
  ['bedrooms', 'BEDROOMS', '/v1/properties/propertybedrooms'],
  ['candidateStatuses', 'CANDIDATE_STATUS', '/v1/properties/candidatestatus'],
  ['doors', 'DOORS', '/v1/properties/doors'],
  ['educationLevels', 'EDUCATION', '/v1/properties/education'],
  ['finishLevels', 'FINISH_LEVEL', '/v1/properties/propertyfinish'],
  ['fuels', 'FUEL', '/v1/properties/fuel'],
  ['gardens', 'GARDEN', '/v1/properties/propertygarden'],
  ['importOrigins', 'IMPORTED', '/v1/properties/imported'],
  ['jobTypes', 'JOB_TYPE', '/v1/properties/jobtypes'],
  ['pools', 'POOL', '/v1/properties/propertypool'],
  ['propertyTypes', 'PROPERTY_TYPE', '/v1/properties/propertytypes'],
  ['transmissions', 'TRANSMISSION', '/v1/properties/transmission'],
] as const;

const entryFields = '{ __typename id list key code label }';

describe('Lookups, as the specification lists them', async () => {
  const world = await startWorldForAll();

  it.each(sampled(4, simpleLists))('%s, values(list: %s) and node give the same entries', async (field, list) => {
    const answer = await world.query(`{ lookups { ${field} ${entryFields} values(list: ${list}) ${entryFields} } }`);
    const entries = listAt(answer, `lookups.${field}`);
    expect(entries.length).toBeGreaterThan(1);
    expect(valueAt(answer, 'lookups.values')).toEqual(entries);
    const nodes = await world.query(`query ($ids: [ID!]!) { nodes(ids: $ids) { ... on LookupValue ${entryFields} } }`, {
      variables: { ids: columnAt(answer, `lookups.${field}`, 'id') },
    });
    expect(dataOf(nodes)).toEqual({ nodes: entries });
  });
});

describe('Entries of lookups', () => {
  it('drops an entry that cannot be read and keeps its neighbours', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/properties/fuel', {
      json: [{ Id: null, Item: '?' }, null, { Id: 1, Item: 'Diesel' }],
    });
    const answer = await gateway.ask('{ lookups { fuels { key label } } }');
    expect(dataOf(answer)).toEqual({ lookups: { fuels: [{ key: '1', label: 'Diesel' }] } });
  });

  it('has no code for a key that is no 32-bit integer, and keeps every digit of the key', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/properties/jobtypes', {
      body: '[{"Id":9007199254740993,"Item":"Long"},{"Id":"full-time","Item":"Full-time"}]',
    });
    const answer = await gateway.ask('{ lookups { jobTypes { key code } } }');
    expect(dataOf(answer)).toEqual({
      lookups: {
        jobTypes: [
          { key: '9007199254740993', code: null },
          { key: 'full-time', code: null },
        ],
      },
    });
  });
});

it.each([
  ['GENERIC', '0'],
  ['PROPERTY_FOR_SALE', '1'],
  ['PROPERTY_LONG_LET', '2'],
  ['PROPERTY_SHORT_LET', '3'],
  ['CARS', '4'],
])('Lookups.filterPrices asks for %s with pricefor=%s at its own endpoint', async (name, code) => {
  await using gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/properties/filterprices', { json: [0.5, 1000] });
  const answer = await gateway.ask(`{ lookups { filterPrices(for: ${name}) { amount } } }`);
  expect(dataOf(answer)).toEqual({ lookups: { filterPrices: [{ amount: 0.5 }, { amount: 1000 }] } });
  expect(gateway.upstream.requests.map(({ path, rawQuery }) => `${path}?${rawQuery}`)).toEqual([
    `/v1/properties/filterprices?pricefor=${code}`,
  ]);
});

describe('Money', () => {
  const script = async (currency: string | null) => {
    const gateway = await startScriptedGateway({ currency });
    gateway.upstream.on('GET', '/v1/properties/filterprices', { json: [1250] });
    return gateway;
  };

  it('is written in the language that was asked for', async () => {
    await using gateway = await script('EUR');
    const answer = await gateway.ask(`{ lookups { filterPrices(for: CARS) {
      currencyCode english: formatted german: formatted(locale: "de-DE") french: formatted(locale: "fr")
    } } }`);
    expect(valueAt(answer, 'lookups.filterPrices.0')).toEqual({
      currencyCode: 'EUR',
      english: '€1,250.00',
      german: '1.250,00\u00a0€',
      french: '1\u202f250,00\u00a0€',
    });
  });

  it('has no currency when none is configured', async () => {
    await using gateway = await script(null);
    const answer = await gateway.ask('{ lookups { filterPrices(for: CARS) { currencyCode formatted } } }');
    expect(valueAt(answer, 'lookups.filterPrices.0')).toEqual({ currencyCode: null, formatted: '1,250.00' });
  });

  it.each(['not a tag', '', 'x'.repeat(500)])('refuses the language tag "%.20s"', async (locale) => {
    await using gateway = await script('EUR');
    const answer = await gateway.ask(
      'query ($locale: String!) { lookups { filterPrices(for: CARS) { formatted(locale: $locale) } } }',
      { locale },
    );
    expect(answer.errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', retryable: false });
    expect(answer.errors[0]?.message).toContain('"locale" takes a language tag like "en-GB"');
    expect(valueAt(answer, 'lookups.filterPrices')).toBeNull();
  });
});

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
    ['knows no localities', { json: { Regions: [{ Id: 2, Name: 'South', CountryId: 125 }] } }, []],
    ['is not there', { status: 404 }, []],
    ['cannot be read', { body: '<html>' }, []],
    ['fails, which is an error beside the label', { status: 500 }, ['UPSTREAM_UNAVAILABLE']],
  ])('is null when the aggregate %s', async (_what, script, codes) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/properties/localities', { json: [{ Id: 77, Item: 'Marsaxlokk' }] });
    gateway.upstream.on('GET', '/v1/properties', script);
    const response = await gateway.ask('{ lookups { localities { label region { key } } } }');
    expect(response.data).toEqual({ lookups: { localities: [{ label: 'Marsaxlokk', region: null }] } });
    expect(codesOf(response)).toEqual(codes);
  });

  it('is labelled by its key when the list of regions lacks it', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/properties/localities', { json: [{ Id: 77, Name: 'Marsaxlokk', RegionId: 9 }] });
    gateway.upstream.on('GET', '/v1/properties/regions', regions);
    const response = await gateway.ask(regionsQuery);
    expect(valueAt(response, 'lookups.localities.0.region')).toEqual({ id: 'Region:9', key: '9', label: '9' });
  });
});

it('Places of another country are asked for by its id, and carry it in theirs', async () => {
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

it.each([
  ['StringId', [{ Id: 4, Item: 'Citroën' }]],
  ['pairs', [[4, 'Citroën']]],
  ['names', ['Citroën']],
])('Lookups.vehicleMakes the key of a make is its name, in the form of %s too', async (_form, json) => {
  await using gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/properties/vehiclemakes', { json });
  const response = await gateway.ask('{ lookups { vehicleMakes { id key label } } }');
  expect(dataOf(response)).toEqual({
    lookups: { vehicleMakes: [{ id: 'VehicleMake:Citro%C3%ABn', key: 'Citroën', label: 'Citroën' }] },
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
    ['has no models', { json: { VehicleMakes: ['Citroën'] } }],
    ['has an empty list of models', { json: { VehicleModels: [], VehicleMakes: ['Citroën'] } }],
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

  it('have one name of each key, the first', async () => {
    await using gateway = await startScriptedGateway();
    const json = [
      { Id: 1, Item: 'UK' },
      { Id: 2, Item: 'Japan' },
      { Id: 1, Item: 'United Kingdom' },
    ];
    gateway.upstream.on('GET', '/v1/properties/imported', { json });
    expect(dataOf(await gateway.ask('{ lookups { importOrigins { key label } } }'))).toEqual({
      lookups: {
        importOrigins: [
          { key: '1', label: 'UK' },
          { key: '2', label: 'Japan' },
        ],
      },
    });
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
