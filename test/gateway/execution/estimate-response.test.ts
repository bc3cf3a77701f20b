import { afterAll, describe, expect, it } from 'vitest';
import { credentialsOf, liveApplication } from '../../support/accounts.ts';
import { byEffort } from '../../support/effort.ts';
import type { GraphqlResponse } from '../../support/graphql-client.ts';
import { createSeededRandom } from '../../support/random/seeded-random.ts';
import { captureLog, startGatewayAt, TestClock } from '../../support/running-gateway.ts';
import { startWorld } from '../../support/world.ts';

const LIMIT = 300;
const RUNS = byEffort(8, 60);
const warm = `{
  sections { id categories { id section { id } } }
  categories { id section { id } }
  lookups { fuels { id } regions { localities { region { id } } } localities { id } vehicleMakes { models { id } } vehicleModels { id } }
}`;

/** Lists below objects of a type, and what their entries are. */
const below: Readonly<Record<string, readonly (readonly [field: string, type: string])[]>> = {
  Query: [
    ['sections', 'Section'],
    ['categories', 'Category'],
    ['categories(sectionId: 2)', 'Category'],
    ['nodes(ids: ["Section:1", "Section:2", "Section:1"]) { ... on Section', 'Section'],
    ['lookups', 'Lookups'],
  ],
  Lookups: [
    ['regions', 'Region'],
    ['localities', 'Locality'],
    ['localities(regionId: 1)', 'Locality'],
    ['vehicleMakes', 'Make'],
    ['vehicleModels', 'Model'],
    ['vehicleModels(make: "fiat")', 'Model'],
    ['fuels', 'Value'],
    ['values(list: DOORS)', 'Value'],
  ],
  Section: [['categories', 'Category']],
  Category: [['section', 'Section']],
  Region: [['localities', 'Locality']],
  Locality: [['region', 'Region']],
  Make: [['models', 'Model']],
  Model: [['make', 'Make']],
  Value: [],
};

const randomQuery = (seed: number): string => {
  const random = createSeededRandom(seed);
  const selection = (type: string, levels: number): string => {
    const fields = levels === 0 ? [] : (below[type] ?? []);
    const chosen = fields.filter(() => random.chance(type === 'Query' || type === 'Lookups' ? 0.4 : 0.7));
    const parts = chosen.map(([field, inner], at) => {
      const close = field.includes('{') ? '} }' : '}';
      return `a${at}: ${field} { ${selection(inner, levels - 1)} ${close}`;
    });
    return `__typename ${parts.join(' ')}`;
  };
  return `{ ${selection('Query', random.integer(1, 4))} }`;
};

const countObjects = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce((count: number, inner) => count + countObjects(inner), Array.isArray(value) ? 0 : 1);

/** Returns whether any list was read for a response: not where it was refused before it ran. */
const hasRun = ({ body }: GraphqlResponse): boolean => JSON.stringify(body).includes('"trace":[{');

const world = await startWorld({ responseLimits: { objects: LIMIT, bytes: 10_000_000 } });
const generous = await startGatewayAt(
  world.service.baseUrl,
  { application: credentialsOf(liveApplication), responseLimits: { objects: 1_000_000, bytes: 100_000_000 } },
  new TestClock(),
  captureLog(),
);
const traced = { headers: { 'x-upstream-trace': 'true' } };
await generous.query(warm, traced);
await world.query(warm, traced);
// Too large for the one with limits, which reads the lists all the same, one after the other.
for (const part of [
  'sections { categories { id } }',
  'categories { section { id } }',
  'lookups { fuels { id } localities { id } vehicleMakes { id } values(list: DOORS) { id } regions { id localities { id } } }',
  'lookups { vehicleModels { id } }',
]) {
  await world.query(`{ ${part} }`, traced);
}
afterAll(async () => {
  await generous[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

describe('The estimate of a response', () => {
  it(`is never below what ${RUNS} random operations come to, so that nothing of one that is too large runs`, async () => {
    const headers = { 'x-upstream-trace': 'true' };
    const low: string[] = [];
    let [within, refused, tooHigh] = [0, 0, 0];
    for (let seed = 0; seed < RUNS; seed += 1) {
      const text = randomQuery(seed);
      const objects = countObjects((await generous.query(text)).data);
      const response = await world.query(text, { headers });
      const isRefused = response.errors.length > 0;
      if (objects > LIMIT && (!isRefused || hasRun(response))) low.push(`${objects}: ${text}`);
      if (objects > LIMIT) refused += 1;
      else if (isRefused) tooHigh += 1;
      else within += 1;
    }
    expect(low).toEqual([]);
    expect(refused).toBeGreaterThan(RUNS / 10);
    expect(within).toBeGreaterThan(RUNS / 10);
    // Where sections have few categories and many, the product is above the sum.
    expect(tooHigh).toBeLessThan(RUNS / 5);
  }, 60_000);

  it.each([
    ['{ sections { categories { id } } }'],
    ['{ lookups { regions { localities { id } } } }'],
    ['{ lookups { localities { region { id } } } }'],
  ])('is what each entry of a list of all comes to, and not the longest times all: %s', async (text) => {
    expect((await world.query(text)).errors).toEqual([]);
  });

  it('counts the ids and the pages that are asked for', async () => {
    const ids = (count: number): string => JSON.stringify(Array.from({ length: count }, () => 'Section:1'));
    const nodes = (count: number): string => `{ nodes(ids: ${ids(count)}) { ... on Section { categories { id } } } }`;
    expect((await world.query(nodes(5))).errors).toEqual([]);
    expect((await world.query(nodes(50))).errors).toMatchObject([{ extensions: { exceeded: 'responseObjects' } }]);
    const page = (first: number): string =>
      `{ viewer { listings(sectionId: 2, first: ${first}) { nodes { section { id } category { id } } } } }`;
    expect((await world.query(page(100))).errors).toMatchObject([
      {
        message: expect.stringMatching(
          /^The operation may have \d+ objects .+ Request fewer entries, or fewer fields of each\.$/,
        ),
        extensions: { exceeded: 'responseObjects' },
      },
    ]);
  });

  it('allows five aliases of one list with the same arguments at one place, and any number with others', async () => {
    const fuels = (count: number): string =>
      `{ lookups { ${Array.from({ length: count }, (_, at) => `a${at}: fuels { id }`).join(' ')} } }`;
    expect((await world.query(fuels(5))).errors).toEqual([]);
    expect((await world.query(fuels(6))).errors).toMatchObject([
      { extensions: { code: 'OPERATION_TOO_COMPLEX', exceeded: 'listAliases', limit: 5, figure: 6 } },
    ]);
    const lists = ['DOORS', 'FUEL', 'POOL', 'GARDEN', 'JOB_TYPE', 'BEDROOMS', 'IMPORTED', 'EDUCATION'];
    const values = lists.map((list) => `${list}: values(list: ${list}) { id }`).join(' ');
    expect((await world.query(`{ lookups { ${values} } }`)).errors).toEqual([]);
    const nodes = Array.from({ length: 8 }, (_, at) => `n${at}: node(id: "Section:1") { id }`).join(' ');
    expect((await world.query(`{ ${nodes} }`)).errors).toEqual([]);
  });
});
