import { describe, expect, it } from 'vitest';
import { sampled } from '../../../support/effort.ts';
import { codesOf, dataOf, valueAt } from '../../../support/graphql-client.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../../support/scripted-gateway.ts';

/** A list of the service, what names one of its entries, and what is said of the entry with the key 9. */
interface Case {
  readonly path: string;
  /** Reads the whole list. */
  readonly list: string;
  /** Reads the entry by its key. */
  readonly entry: string;
}

const lists: readonly (readonly [path: string, list: string, entries: readonly string[]])[] = [
  ['/v1/sections', 'sections { key }', ['listingDefinition(id: 7) { section { key label type } }']],
  [
    '/v1/properties/categories',
    'categories { key }',
    ['listingDefinition(id: 7) { category { key label } }', 'node(id: "Category:9") { ...label }'],
  ],
  [
    '/v1/properties/localities',
    'lookups { localities { key } }',
    ['listingDefinition(id: 7) { locality { key label } }', 'node(id: "Locality:9") { ...label }'],
  ],
  ['/v1/properties/regions', 'lookups { regions { key } }', ['node(id: "Region:9") { ...label }']],
  [
    '/v1/properties/fuel',
    'lookups { fuels { key } }',
    ['listingDefinition(id: 7) { vehicle { fuel { key label } } }', 'node(id: "LookupValue:FUEL/9") { ...label }'],
  ],
  ['/v1/properties/vehiclemakes', 'lookups { vehicleMakes { key } }', ['node(id: "VehicleMake:Entry 9") { ...label }']],
];
const cases = lists.flatMap(([path, list, entries]) => entries.map((entry): Case => ({ path, list, entry })));

const old = [{ Id: 1, Item: 'Entry 1', SectionID: 1, SectionName: 'Entry 1', SecType: 'Entry 1' }];
const newer = [...old, { Id: 9, Item: 'Entry 9', SectionID: 9, SectionName: 'Entry 9', SecType: 'Entry 9' }];

const operationOf = (entry: string): string =>
  entry.includes('...label') ? `{ ${entry} } fragment label on Lookup { label }` : `{ ${entry} }`;

const start = async ({ path, list }: Case): Promise<ScriptedGateway> => {
  const gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/properties', { status: 404 });
  gateway.upstream.on('GET', '/v1/listings/definition/7', {
    json: { PKID: 7, SectionId: 9, CategoryId: 9, LocalityId: 9, Fuel: 9, VehicleMake: 'Toyota' },
  });
  gateway.upstream.on('GET', path, { json: old });
  dataOf(await gateway.ask(`{ ${list} }`));
  return gateway;
};

describe.each(sampled(9, cases))('An entry that $path has got since it was read: $entry', (entryCase) => {
  const { path, entry } = entryCase;
  const callsOf = (gateway: ScriptedGateway): number => gateway.upstream.count(`GET ${path}`);

  it('is found at once, with one call of the list for all who ask together', async () => {
    await using gateway = await start(entryCase);
    gateway.upstream.on('GET', path, { json: newer });
    const responses = await Promise.all(Array.from({ length: 10 }, () => gateway.ask(operationOf(entry))));
    for (const response of responses) expect(JSON.stringify(dataOf(response))).toContain('"label":"Entry 9"');
    expect(callsOf(gateway)).toBe(2);
    await gateway.ask(operationOf(entry));
    expect(callsOf(gateway)).toBe(2);
  });

  it('costs one call in half a minute while the service does not have it, and is found after that', async () => {
    await using gateway = await start(entryCase);
    for (const _time of [1, 2, 3]) expect(codesOf(await gateway.ask(operationOf(entry)))).toEqual([]);
    expect(callsOf(gateway)).toBe(2);
    gateway.upstream.on('GET', path, { json: newer });
    gateway.clock.advance(29_000);
    await gateway.ask(operationOf(entry));
    expect(callsOf(gateway)).toBe(2);
    gateway.clock.advance(1_000);
    expect(JSON.stringify(dataOf(await gateway.ask(operationOf(entry))))).toContain('"label":"Entry 9"');
    expect(callsOf(gateway)).toBe(3);
  });

  it('leaves what the old list has as it is when that cannot be read anew', async () => {
    await using gateway = await start(entryCase);
    gateway.upstream.on('GET', path, { status: 500 });
    expect(codesOf(await gateway.ask(operationOf(entry)))).toEqual([]);
    expect(codesOf(await gateway.ask(`{ ${entryCase.list} }`))).toEqual([]);
  });

  it('is not kept from others by a caller whose token the service refuses', async () => {
    await using gateway = await start(entryCase);
    gateway.upstream.on('GET', path, ({ headers }) =>
      headers['authorisation'] === 'Bearer bad' ? { status: 401 } : { json: newer },
    );
    await gateway.query(operationOf(entry), { token: 'bad' });
    expect(JSON.stringify(dataOf(await gateway.ask(operationOf(entry))))).toContain('"label":"Entry 9"');
  });
});

it('A section by id is asked for at its own endpoint before it is null, each time', async () => {
  await using gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/sections', { json: old });
  gateway.upstream.on('GET', '/v1/sections/9', { status: 404 });
  await gateway.ask('{ sections { key } }');
  const ask = async () => valueAt(await gateway.ask('{ section(id: 9) { label } }'), 'section');
  expect(await ask()).toBeNull();
  gateway.upstream.on('GET', '/v1/sections/9', { json: newer[1] ?? null });
  expect(await ask()).toEqual({ label: 'Entry 9' });
});

it('The section of a category that no cached list has is found in the lists as they are now', async () => {
  await using gateway = await startScriptedGateway();
  const { upstream } = gateway;
  upstream.on('GET', '/v1/sections', { json: old });
  upstream.on('GET', '/v1/properties/categories', { json: old });
  upstream.on('GET', '/v1/properties/categories/1', { json: old });
  const ask = '{ categories { key section { key label } } }';
  dataOf(await gateway.ask(ask));
  upstream.on('GET', '/v1/sections', { json: newer });
  upstream.on('GET', '/v1/properties/categories', { json: newer });
  upstream.on('GET', '/v1/properties/categories/9', { json: newer.slice(1) });
  expect(
    valueAt(await gateway.ask('{ node(id: "Category:9") { ... on Category { section { key label } } } }'), 'node'),
  ).toEqual({ section: { key: '9', label: 'Entry 9' } });
  expect(upstream.count('GET /v1/sections')).toBe(2);
});

it.each(
  sampled(2, [
    ['/v1/properties/categories/9', 'categories(sectionId: 9) { label }', [{ Id: 90, Item: 'Boats' }]],
    ['/v1/listings/photospecs', 'photoSpecs(sectionId: 9, categoryId: 90) { maxCount }', { Max: 3 }],
    ['/v1/sections', 'sections(type: "Sea") { label }', newer.slice(1)],
  ] as const),
)(
  'What the service has for a section that is new is asked for again half a minute after it was not there: %s',
  async (path, field, json) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', path, { status: 404 });
    const ask = async () => valueAt(await gateway.ask(`{ found: ${field} }`), 'found');
    for (const _time of [1, 2]) expect(await ask()).toBeNull();
    expect(gateway.upstream.count(`GET ${path}`)).toBe(1);
    gateway.upstream.on('GET', path, { json });
    gateway.clock.advance(30_000);
    expect(await ask()).not.toBeNull();
  },
);

/** What the service has for the keys from 1 to `count`: as many places, regions, makes, models and fuels. */
const aggregateOf = (count: number) => {
  const keys = Array.from({ length: count }, (_each, index) => index + 1);
  return {
    Localities: keys.map((key) => ({ CountryId: 125, Id: key, Name: `Place ${key}`, RegionId: key })),
    Regions: keys.map((key) => ({ CountryId: 125, Id: key, Name: `Region ${key}` })),
    VehicleMakes: keys.map((key) => `Make ${key}`),
    VehicleModels: keys.map((key) => ({ ParentMake: `Make ${key}`, Model: `Model ${key}` })),
    VehicleFuel: keys.map((key) => ({ Id: key, Item: `Fuel ${key}` })),
  };
};

const entriesOf = (count: number) => ({
  localities: aggregateOf(count).Localities.map(({ Id, Name }) => ({ Id, Item: Name })),
  regions: aggregateOf(count).Regions.map(({ Id, Name }) => ({ Id, Item: Name })),
  vehiclemakes: aggregateOf(count).VehicleMakes.map((Item, Id) => ({ Id, Item })),
  vehiclemodels: aggregateOf(count).VehicleModels.map(({ Model }, Id) => ({ Id, Item: Model })),
  fuel: aggregateOf(count).VehicleFuel,
});

describe.each(
  sampled(6, [
    ['{ listing(id: 9) { definition { locality { region { key label } } } } }', 'Region 2'],
    ['{ listingDefinition(id: 9) { locality { label region { label } } } }', 'Region 2'],
    ['{ node(id: "Locality:2") { ... on Locality { region { label } } } }', 'Region 2'],
    ['{ lookups { localities(regionId: 2) { label } } }', 'Place 2'],
    ['{ node(id: "Region:2") { ... on Region { localities { label } } } }', 'Place 2'],
    ['{ lookups { vehicleModels(make: "make 2") { label } } }', 'Model 2'],
    ['{ node(id: "VehicleMake:Make 2") { ... on VehicleMake { models { label } } } }', 'Model 2'],
    ['{ listingDefinition(id: 9) { vehicle { make { models { label } } } } }', 'Model 2'],
    ['{ node(id: "VehicleModel:Make 2/Model 2") { ... on VehicleModel { label } } }', 'Model 2'],
    ['{ listingDefinition(id: 9) { vehicle { fuel { label } } } }', 'Fuel 2'],
    ['{ node(id: "LookupValue:FUEL/2") { ... on LookupValue { label } } }', 'Fuel 2'],
  ]),
)('What hangs on a key that is newer than the lists: %s', (operation, expected) => {
  const lists = `{ lookups { localities { region { key } } vehicleMakes { key } vehicleModels { key } fuels { key } } }`;

  const serve = (gateway: ScriptedGateway, count: number, hasOwn: boolean): void => {
    const { upstream } = gateway;
    upstream.on('GET', '/v1/properties', { json: aggregateOf(count) });
    for (const [name, json] of Object.entries(entriesOf(count))) {
      upstream.on('GET', `/v1/properties/${name}`, hasOwn ? { json } : { status: 404 });
    }
    upstream.on('GET', '/v1/listings/definition/9', {
      json: { PKID: 9, LocalityId: 2, VehicleMake: 'Make 2', VehicleModel: 'Model 2', Fuel: 2 },
    });
    upstream.on('GET', '/v1/listings/9', { json: { PKID: 9, Title: 'Nine' } });
  };

  it.each(
    sampled(2, [
      ['of the aggregate and their own', true, lists],
      ['of the aggregate alone', false, lists],
      ['of the aggregate, of which one was read', true, '{ lookups { localities { key } fuels { key } } }'],
    ] as const),
  )(
    'is found at once, with one call of each of the lists %s, and none for what was made up',
    async (_, hasOwn, seen) => {
      await using gateway = await startScriptedGateway();
      serve(gateway, 1, hasOwn);
      dataOf(await gateway.ask(seen));
      serve(gateway, 2, hasOwn);
      gateway.clock.advance(1);
      const before = gateway.upstream.requests.length;
      const responses = await Promise.all([1, 2, 3].map(() => gateway.ask(operation)));
      for (const response of responses) {
        expect(codesOf(response)).toEqual([]);
        expect(JSON.stringify(response.data)).toContain(expected);
      }
      const paths = gateway.upstream.requests.slice(before).map(({ path }) => path);
      const ofLists = paths.filter((path) => path.startsWith('/v1/properties'));
      expect(ofLists.toSorted()).toEqual([...new Set(ofLists)].toSorted());

      const known = gateway.upstream.requests.length;
      for (const key of [3, 4, 5]) await gateway.ask(operation.replaceAll(/\b2\b/g, String(key)));
      gateway.clock.advance(29_000);
      await gateway.ask(operation.replaceAll(/\b2\b/g, '6'));
      const made = gateway.upstream.requests
        .slice(known)
        .map(({ path }) => path)
        .filter((path) => path.startsWith('/v1/properties'));
      expect(made.toSorted()).toEqual([...new Set(made)].toSorted());
    },
  );
});
