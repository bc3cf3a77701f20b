import { describe, expect, it } from 'vitest';
import { sampled } from '../../../support/effort.ts';
import { codesOf, dataOf, valueAt } from '../../../support/graphql-client.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../../support/scripted-gateway.ts';
import type { ScriptedResponse } from '../../../support/scripted-upstream.ts';
import { scriptLists } from '../../scripted-lists.ts';

const FUELS = '/v1/properties/fuel';
const AGGREGATE = '/v1/properties';

/** Every way in which a service says that it has no such thing. */
const nothing: readonly (readonly [string, ScriptedResponse])[] = [
  ['404', { status: 404, json: { Message: 'canary' } }],
  ['410', { status: 410 }],
  ['204', { status: 204 }],
  ['null', { json: null }],
];

/** Every endpoint that all callers share, with a field that reads it and what that gives where there is no such thing. */
const reads: readonly (readonly [string, string, string, unknown])[] = [
  ['/v1/listings/photospecs', '', 'photoSpecs(sectionId: 2, categoryId: 999) { maxCount }', { photoSpecs: null }],
  ['/v1/properties/candidatestatus', 'lookups', 'candidateStatuses { key }', { candidateStatuses: null }],
  ['/v1/properties/categories', '', 'categories { key }', { categories: null }],
  ['/v1/properties/categories/99', '', 'categories(sectionId: 99) { key }', { categories: null }],
  ['/v1/properties/doors', 'lookups', 'doors { key }', { doors: null }],
  ['/v1/properties/education', 'lookups', 'educationLevels { key }', { educationLevels: null }],
  ['/v1/properties/filterprices', 'lookups', 'filterPrices(for: CARS) { amount }', { filterPrices: null }],
  [FUELS, 'lookups', 'fuels { key }', { fuels: null }],
  ['/v1/properties/imported', 'lookups', 'importOrigins { key }', { importOrigins: null }],
  ['/v1/properties/jobtypes', 'lookups', 'jobTypes { key }', { jobTypes: null }],
  ['/v1/properties/localities', 'lookups', 'localities(countryId: 7) { key }', { localities: null }],
  ['/v1/properties/propertybedrooms', 'lookups', 'bedrooms { key }', { bedrooms: null }],
  ['/v1/properties/propertyfinish', 'lookups', 'finishLevels { key }', { finishLevels: null }],
  ['/v1/properties/propertygarden', 'lookups', 'gardens { key }', { gardens: null }],
  ['/v1/properties/propertypool', 'lookups', 'pools { key }', { pools: null }],
  ['/v1/properties/propertytypes', 'lookups', 'propertyTypes { key }', { propertyTypes: null }],
  ['/v1/properties/regions', 'lookups', 'regions(countryId: 7) { key }', { regions: null }],
  ['/v1/properties/transmission', 'lookups', 'transmissions { key }', { transmissions: null }],
  ['/v1/properties/vehiclemakes', 'lookups', 'vehicleMakes { key }', { vehicleMakes: null }],
  ['/v1/properties/vehiclemodels', 'lookups', 'vehicleModels { key }', { vehicleModels: null }],
  ['/v1/sections', '', 'sections { key }', { sections: null }],
  ['/v1/sections', '', 'sections(type: "Boats") { key }', { sections: null }],
  ['/v1/sections/99', '', 'section(id: 99) { key }', { section: null }],
];

const start = async (): Promise<ScriptedGateway> => {
  const gateway = await startScriptedGateway();
  gateway.upstream.on('GET', AGGREGATE, { status: 404 });
  return gateway;
};

describe.each(sampled(2, nothing))('A shared list for which the service responds with %s', (_what, script) => {
  it.each(
    sampled(
      7,
      reads,
      nothing.findIndex(([what]) => what === _what),
    ),
  )('is null without an error: %s', async (path, parent, field, expected) => {
    await using gateway = await start();
    gateway.upstream.on('GET', path, script);
    const response = await gateway.ask(parent === '' ? `{ ${field} }` : `{ ${parent} { ${field} } }`);
    expect(dataOf(response)).toEqual(parent === '' ? expected : { [parent]: expected });
  });
});

describe('A list that the service does not have', () => {
  it('leaves keys in the place of its labels, and links without what it would report', async () => {
    await using gateway = await start();
    for (const path of [FUELS, '/v1/sections', '/v1/properties/categories', '/v1/properties/localities']) {
      gateway.upstream.on('GET', path, { status: 404 });
    }
    gateway.upstream.on('GET', '/v1/listings/definition/7', {
      json: { PKID: 7, Title: 'A', SectionId: 2, CategoryId: 201, Fuel: 3, LocalityID: 77 },
    });
    const response = await gateway.ask(`{
      listingDefinition(id: 7) {
        vehicle { fuel { key label } }
        locality { key label region { key } }
        category { key label section { key label type } }
      }
      nodes(ids: ["LookupValue:FUEL/3", "Locality:77", "Category:201", "Section:2"]) { id }
    }`);
    expect(dataOf(response)).toMatchObject({
      listingDefinition: {
        vehicle: { fuel: { key: '3', label: '3' } },
        locality: { key: '77', label: '77', region: null },
        category: { key: '201', label: '201' },
      },
    });
    expect(valueAt(response, 'nodes.0')).toBeNull();
    expect(valueAt(response, 'nodes.2')).toBeNull();
  });

  it('comes from the aggregate when only that has it, and is kept', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', FUELS, { status: 404 });
    gateway.upstream.on('GET', AGGREGATE, { json: { VehicleFuel: [{ Id: 0, Item: 'Petrol' }] } });
    const ask = () => gateway.ask('{ lookups { fuels { label } } }');
    expect(dataOf(await ask())).toEqual({ lookups: { fuels: [{ label: 'Petrol' }] } });
    expect(dataOf(await ask())).toEqual({ lookups: { fuels: [{ label: 'Petrol' }] } });
    expect(gateway.upstream.requests.map(({ path }) => path)).toEqual([FUELS, AGGREGATE]);
  });

  it('is one that fails, not one that is missing, where its own endpoint fails', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', FUELS, { status: 500 });
    expect(codesOf(await gateway.ask('{ lookups { fuels { label } } }'))).toEqual(['UPSTREAM_UNAVAILABLE']);
    expect(gateway.upstream.count(`GET ${AGGREGATE}`)).toBe(0);
  });
});

it('Section.label is the key where the service gives an empty name', async () => {
  await using gateway = await startScriptedGateway();
  scriptLists(gateway.upstream);
  gateway.upstream.on('GET', '/v1/sections', {
    json: [
      { SectionID: 2, SectionName: '', SecType: '' },
      { SectionID: { Id: 3, Name: 'Boats' }, SectionName: { Id: 9, Name: '' } },
    ],
  });
  expect(dataOf(await gateway.ask('{ sections { key label type } }'))).toMatchObject({
    sections: [{ key: '2', label: '2', type: null }, { key: '3' }],
  });
});

it('A 404 of what is the caller’s own is UPSTREAM_REJECTED: it could be read, and says that there is no such thing', async () => {
  await using gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/user/details', { status: 404 });
  const response = await gateway.ask('{ viewer { name } }');
  expect(response.errors[0]).toMatchObject({
    message: 'Not found.',
    extensions: { code: 'UPSTREAM_REJECTED', retryable: false, upstream: { status: 404 } },
  });
});

it('What the service does not say of a list is null, and not an empty list', async () => {
  await using gateway = await start();
  const lists = { vehiclemakes: 'Fiat', vehiclemodels: '500', regions: 'North', localities: 'Mosta' };
  for (const [list, Item] of Object.entries(lists)) {
    gateway.upstream.on('GET', `/v1/properties/${list}`, { json: [{ Id: 1, Item }] });
  }
  const response = await gateway.ask(`{ lookups {
    vehicleMakes { key models { key } }
    vehicleModels(make: "Fiat") { key }
    regions { key localities { key } }
    localities(regionId: 1) { key }
  } }`);
  expect(dataOf(response)).toEqual({
    lookups: {
      vehicleMakes: [{ key: 'Fiat', models: null }],
      vehicleModels: null,
      regions: [{ key: '1', localities: null }],
      localities: null,
    },
  });
});
