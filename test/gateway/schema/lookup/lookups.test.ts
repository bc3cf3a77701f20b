import { afterAll, describe, expect, it } from 'vitest';
import { columnAt, dataOf, listAt, valueAt } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';
import { startWorld } from '../../../support/world.ts';

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
  const world = await startWorld();
  afterAll(() => world[Symbol.asyncDispose]());

  it.each(simpleLists)('%s, values(list: %s) and node give the same entries', async (field, list) => {
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

describe('Lookups.filterPrices', () => {
  it.each([
    ['GENERIC', '0'],
    ['PROPERTY_FOR_SALE', '1'],
    ['PROPERTY_LONG_LET', '2'],
    ['PROPERTY_SHORT_LET', '3'],
    ['CARS', '4'],
  ])('asks for %s with pricefor=%s at its own endpoint', async (name, code) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/properties/filterprices', { json: [0.5, 1000] });
    const answer = await gateway.ask(`{ lookups { filterPrices(for: ${name}) { amount } } }`);
    expect(dataOf(answer)).toEqual({ lookups: { filterPrices: [{ amount: 0.5 }, { amount: 1000 }] } });
    expect(gateway.upstream.requests.map(({ path, rawQuery }) => `${path}?${rawQuery}`)).toEqual([
      `/v1/properties/filterprices?pricefor=${code}`,
    ]);
  });
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
