import { describe, expect, it } from 'vitest';
import { sampled } from '../../../support/effort.ts';
import { codesOf, columnAt, dataOf, valueAt, listAt } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';
import type { ScriptedRequest } from '../../../support/scripted-upstream.ts';
import { scriptLists } from '../../scripted-lists.ts';

const DETAIL = 'GET /v1/listings/{id}';

const parameters = {
  Names: ['Fuel', 'Mileage'],
  Labels: ['Fuel', 'km'],
  Text: ['Diesel', '12,000'],
  Values: ['1', '12000'],
};

/** What only the detail view of a listing has. */
const detail = {
  PKID: 7,
  Title: 'A coupé',
  Seller: 'Ann',
  Telephone: '+356 1',
  Url: 'https://market.example/7',
  Condition: 1,
  Views: 42,
  ImageUrls: ['https://img.example/a', 'https://img.example/b'],
  Related: [],
};

const money = '{ amount currencyCode formatted }';
describe('Query.listing', () => {
  it('is one call for one listing, by whatever ids, aliases and paths it is asked for', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/7', { json: detail });
    const response = await gateway.ask(`
      fragment Some on Listing { title url seller { name } }
      {
        byNumber: listing(id: 7) { ...Some }
        byText: listing(id: "7") { ...Some viewCount }
        byGlobalId: listing(id: "Listing:7") { ...Some photos { url } }
        node(id: "Listing:7") { ...Some }
        nodes(ids: ["Listing:7", "Listing:7"]) { ...Some }
      }`);
    dataOf(response);
    expect(valueAt(response, 'nodes.1.title')).toBe('A coupé');
    expect(gateway.upstream.count()).toBe(1);
  });

  it.each(sampled(3, [{ Logo: 'x' }, { Id: {}, UserId: {} }, { Id: 0, UserId: 0 }, 'Boats Ltd', 7]))(
    'has a seller without company and profile where these have no id: %j',
    async (odd) => {
      await using gateway = await startScriptedGateway();
      gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Company: odd, User: odd } });
      const response = await gateway.ask('{ listing(id: 7) { seller { company { id } profile { id } } } }');
      expect(dataOf(response)).toEqual({ listing: { seller: { company: null, profile: null } } });
    },
  );
});

describe('Ids of listings', () => {
  it.each(['9223372036854775807', '9007199254740993', '-9223372036854775808', '1'])(
    'keep every digit of %s both ways, as a number and as a global id',
    async (digits) => {
      await using gateway = await startScriptedGateway();
      gateway.upstream.on('GET', '/v1/listings/{id}', {
        body: `{"PKID":${digits},"Title":"t","Related":[{"PKID":${digits}}]}`,
      });
      const response = await gateway.ask(
        `query ($number: ID!, $global: ID!) {
          byNumber: listing(id: $number) { id databaseId related(first: 1) { id databaseId } }
          byGlobalId: listing(id: $global) { id }
        }`,
        { number: digits, global: `Listing:${digits}` },
      );
      const ids = { id: `Listing:${digits}`, databaseId: digits };
      expect(dataOf(response)).toEqual({ byNumber: { ...ids, related: [ids] }, byGlobalId: { id: ids.id } });
      expect(gateway.upstream.requests.map(({ path }) => path)).toEqual([`/v1/listings/${digits}`]);
    },
  );

  it('keep every digit when they are text or stand beside other large numbers', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/user/watchedlistings', {
      body: '{"Items":[{"PKID":"9007199254740993"},{"PKID":9223372036854775807,"Price":12.5}],"LastResultID":9223372036854775806,"TotalResults":2}',
    });
    const response = await gateway.ask(
      '{ viewer { watchedListings { lastResultDatabaseId nodes { databaseId price { amount } } } } }',
    );
    expect(dataOf(response)).toEqual({
      viewer: {
        watchedListings: {
          lastResultDatabaseId: '9223372036854775806',
          nodes: [
            { databaseId: '9007199254740993', price: null },
            { databaseId: '9223372036854775807', price: { amount: 12.5 } },
          ],
        },
      },
    });
  });

  it.each(
    sampled(4, [
      'Section:7',
      'User:7',
      'seven',
      '7.0',
      '7e3',
      ' 7',
      '07',
      '+7',
      '',
      '9223372036854775808',
      'Listing:',
      'Listing:7/8',
      '1/../2',
      '%2e',
    ] as const),
  )('refuses "%s" without a call', async (id) => {
    await using gateway = await startScriptedGateway();
    const response = await gateway.ask(
      'query ($id: ID!) { listing(id: $id) { title } neighbour: lookups { __typename } }',
      { id },
    );
    expect(response.data).toEqual({ listing: null, neighbour: { __typename: 'Lookups' } });
    expect(codesOf(response)).toEqual(['BAD_USER_INPUT']);
    expect(response.errors[0]?.message).toContain('"id" takes the id of a Listing');
    expect(gateway.upstream.count()).toBe(0);
  });

  it('of another type or of none are refused by node', async () => {
    await using gateway = await startScriptedGateway();
    const ids = ['7', 'Nothing:7', 'Money:7', 'listing:7', 'Listing:x'];
    const response = await gateway.ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
    expect(response.data).toEqual({ nodes: [null, null, null, null, null] });
    expect(codesOf(response)).toEqual(ids.map(() => 'BAD_USER_INPUT'));
    expect(response.errors.map(({ path }) => path)).toEqual(ids.map((_, at) => ['nodes', at]));
  });

  it('are taken by nodes 50 at a time', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/{id}', ({ path }) => ({ json: { PKID: Number(path.split('/').at(-1)) } }));
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `Listing:${at + 1}`);
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    expect(columnAt(await gateway.ask(query, { ids: ids(50) }), 'nodes', 'id')).toEqual(ids(50));
    const tooMany = await gateway.ask(query, { ids: ids(51) });
    expect(tooMany.errors[0]).toMatchObject({ message: '"ids" takes at most 50 ids, and got 51.' });
    expect(gateway.upstream.count()).toBe(50);
  });
});

it.each(
  sampled(4, [
    ['2025-03-01T09:30:00Z', '2025-03-01T09:30:00Z'],
    ['2025-03-01T09:30:00', '2025-03-01T09:30:00Z'],
    ['2025-03-01 09:30:00', '2025-03-01T09:30:00Z'],
    ['2025-03-01T09:30:00.1234567', '2025-03-01T09:30:00.123Z'],
    ['2025-03-01T09:30:00-05:00', '2025-03-01T14:30:00Z'],
    ['2025-03-01', '2025-03-01T00:00:00Z'],
    ['/Date(1740821400000)/', '2025-03-01T09:30:00Z'],
    ['/Date(1740821400000+0100)/', '2025-03-01T09:30:00Z'],
    ['1740821400', '2025-03-01T09:30:00Z'],
    ['1740821400000', '2025-03-01T09:30:00Z'],
    [1740821400, '2025-03-01T09:30:00Z'],
    ['yesterday', null],
    ['01/03/2025', null],
    ['2025-02-30', null],
    ['', null],
    [null, null],
  ] as const),
)('Listing.listedAt reads %s as %s, and the text stays as it came', async (written, listedAt) => {
  await using gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, DateAdded: written } });
  gateway.upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [{ PKID: 7, DateAddedUTC: written }] } });
  const fields = '{ listedAt listedAtText }';
  const response = await gateway.ask(`{ listing(id: 7) ${fields} viewer { watchedListings { nodes ${fields} } } }`);
  const expected = { listedAt, listedAtText: written === null ? null : String(written) };
  expect(dataOf(response)).toEqual({ listing: expected, viewer: { watchedListings: { nodes: [expected] } } });
});

it.each([
  ['', ['', '222'], '222', ['222']],
  [null, ['222', '333'], '222', ['222', '333']],
  ['111', null, '111', []],
  ['', null, null, []],
])('Seller.telephone is the first number that there is: %j, %j', async (Telephone, Telephones, first, all) => {
  await using gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Telephone, Telephones } });
  const response = await gateway.ask('{ listing(id: 7) { seller { telephone telephones } } }');
  expect(dataOf(response)).toEqual({ listing: { seller: { telephone: first, telephones: all } } });
});

describe('Listing, of an entry of a list', () => {
  const entry = {
    PKID: 7,
    SectionId: 2,
    CategoryId: 201,
    Title: 'From the list',
    Description: 'Short',
    DateAddedUTC: '2025-03-01T09:30:00',
    FullImageUrl: 'https://img.example/full',
    ImageUrl: 'https://img.example/small',
    PriceSuffix: null,
    Price: 3,
    ExtraParamsType: 1,
    IsHighlighted: true,
    IsWanted: false,
    IsWatched: true,
    N_Params: parameters,
    S_Params: null,
  };

  const script = async () => {
    const gateway = await startScriptedGateway();
    scriptLists(gateway.upstream);
    gateway.upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [entry], TotalResults: 1 } });
    gateway.upstream.on('GET', '/v1/listings/7', { json: { ...detail, Title: 'From the detail' } });
    return gateway;
  };

  const entryFields = `id databaseId title description price ${money} priceSuffix kind isWanted isHighlighted listedAt
    listedAtText section { key label } category { key label } imageUrl thumbnailUrl attributes { name value }
    numericParams textParams viewerIsWatching vehicle { mileage fuel { label } } property { bedroomCount }`;

  it('has no picture where the entry has an empty address of one', async () => {
    await using gateway = await script();
    const Items = [{ ...entry, FullImageUrl: '', ImageUrl: '' }];
    gateway.upstream.on('GET', '/v1/user/watchedlistings', { json: { Items, TotalResults: 1 } });
    const response = await gateway.ask('{ viewer { watchedListings { nodes { imageUrl thumbnailUrl } } } }');
    expect(valueAt(response, 'viewer.watchedListings.nodes')).toEqual([{ imageUrl: null, thumbnailUrl: null }]);
  });

  it('costs no call for what the entry reports', async () => {
    await using gateway = await script();
    const response = await gateway.ask(`{ viewer { watchedListings { nodes { ${entryFields} } } } }`);
    dataOf(response);
    expect(valueAt(response, 'viewer.watchedListings.nodes.0')).toMatchObject({
      title: 'From the list',
      kind: 'VEHICLE',
      priceSuffix: null,
      isWanted: false,
      isHighlighted: true,
      viewerIsWatching: true,
      vehicle: { mileage: 12000, fuel: { label: 'Diesel' } },
      property: null,
    });
    expect(gateway.upstream.requests.map(({ path }) => path).toSorted()).toEqual([
      '/v1/properties/categories',
      '/v1/properties/fuel',
      '/v1/sections',
      '/v1/user/watchedlistings',
    ]);
  });

  it.each(
    sampled(3, ['condition', 'viewCount', 'url', 'photos { url }', 'seller { name }', 'related(first: 1) { id }']),
  )('costs exactly one detail call for %s, by however many paths and aliases', async (field) => {
    await using gateway = await script();
    const response = await gateway.ask(`{
        viewer { watchedListings { nodes { title a: ${field} b: ${field} } edges { node { ${field} } } } }
        viewerAgain: viewer { watchedListings { nodes { ${field} seller { kind } } } }
        listing(id: 7) { ${field} }
      }`);
    dataOf(response);
    expect(valueAt(response, 'viewer.watchedListings.nodes.0.title')).toBe('From the list');
    expect(gateway.upstream.count(DETAIL)).toBe(1);
    expect(gateway.upstream.count('GET /v1/user/watchedlistings')).toBe(1);
  });

  it('is left out when it has no id, which nothing could be asked for by', async () => {
    await using gateway = await script();
    gateway.upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [{ Title: 'nameless' }, entry] } });
    const response = await gateway.ask('{ viewer { watchedListings { nodes { title } edges { node { title } } } } }');
    expect(columnAt(response, 'viewer.watchedListings.nodes', 'title')).toEqual(['From the list']);
    expect(columnAt(response, 'viewer.watchedListings.edges', 'node.title')).toEqual(['From the list']);
  });
});

it('Listing.viewerIsWatching, of a listing that came by its id takes one call of its own, and null when the service knows nothing', async () => {
  await using gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/listings/{id}', { json: { Title: 'A' } });
  gateway.upstream.on('GET', '/v1/listings/7/userinfo', { json: { IsWatching: true } });
  const response = await gateway.ask(
    '{ listing(id: 7) { viewerIsWatching again: viewerIsWatching } other: listing(id: 8) { viewerIsWatching } }',
  );
  expect(dataOf(response)).toEqual({
    listing: { viewerIsWatching: true, again: true },
    other: { viewerIsWatching: null },
  });
  expect(gateway.upstream.count('GET /v1/listings/{id}/userinfo')).toBe(2);
});

/** A listing whose similar ones are 100 times its number and on, as many as were asked for. */
const respondWithDetail = ({ path, query }: ScriptedRequest) => {
  const id = Number(path.split('/').at(-1));
  const related = Number(query.get('related') ?? 0);
  return {
    json: {
      PKID: id,
      Title: `Listing ${id}`,
      Seller: 'Ann',
      Related: Array.from({ length: related }, (_, at) => ({ PKID: id * 100 + at, Title: `Similar ${at}` })),
    },
  };
};

const start = async () => {
  const gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/listings/{id}', respondWithDetail);
  return gateway;
};

describe('Listing.related', () => {
  it('asks for 10 unless it says how many, and cuts what comes to that', async () => {
    await using gateway = await start();
    const response = await gateway.ask('{ listing(id: 7) { related { id } few: related(first: 3) { id title } } }');
    expect(listAt(response, 'listing.related')).toHaveLength(10);
    expect(columnAt(response, 'listing.few', 'title')).toEqual(['Similar 0', 'Similar 1', 'Similar 2']);
    expect(gateway.upstream.requests.map(({ rawQuery }) => rawQuery)).toEqual(['related=10']);
  });

  it('is not asked for where it is not selected', async () => {
    await using gateway = await start();
    dataOf(await gateway.ask('{ listing(id: 7) { title } }'));
    expect(gateway.upstream.requests.map(({ rawQuery }) => rawQuery)).toEqual(['']);
  });

  it('takes the largest number that any alias, fragment, path or variable asks for, in one call a listing', async () => {
    await using gateway = await start();
    const response = await gateway.ask(
      `query ($many: Int!) {
        first: listing(id: 7) { seller { name } related(first: 2) { id } }
        second: listing(id: "Listing:7") { ...More }
        nodes(ids: ["Listing:7"]) { ... on Listing { related(first: 4) { id } } }
      }
      fragment More on Listing { a: related(first: $many) { id } b: related(first: 1) { id } }`,
      { many: 12 },
    );
    dataOf(response);
    expect(listAt(response, 'first.related')).toHaveLength(2);
    expect(listAt(response, 'second.a')).toHaveLength(12);
    expect(listAt(response, 'second.b')).toHaveLength(1);
    expect(listAt(response, 'nodes.0.related')).toHaveLength(4);
    expect(gateway.upstream.requests.map(({ path, rawQuery }) => `${path}?${rawQuery}`)).toEqual([
      '/v1/listings/7?related=12',
    ]);
  });

  it('goes by the variables of each request, not of one before it', async () => {
    await using gateway = await start();
    const query =
      'query ($first: Int = 5) { listing(id: 7) { related(first: $first) { id } few: related(first: 2) { id } } }';
    for (const variables of [{ first: 12 }, {}, { first: 1 }]) dataOf(await gateway.ask(query, variables));
    expect(gateway.upstream.requests.map(({ rawQuery }) => rawQuery)).toEqual(['related=12', 'related=5', 'related=2']);
  });

  it('of similar listings takes a call for each of them, and their entries cost none', async () => {
    await using gateway = await start();
    const response = await gateway.ask(
      '{ listing(id: 7) { related(first: 2) { title related(first: 3) { title databaseId } } } }',
    );
    dataOf(response);
    expect(columnAt(response, 'listing.related.1.related', 'databaseId')).toEqual(['70100', '70101', '70102']);
    expect(gateway.upstream.requests.map(({ path, rawQuery }) => `${path}?${rawQuery}`).toSorted()).toEqual([
      '/v1/listings/700?related=3',
      '/v1/listings/701?related=3',
      '/v1/listings/7?related=3',
    ]);
  });

  it.each([0, -1, 51, 2_147_483_647])('refuses to read %i, and the other fields stay', async (first) => {
    await using gateway = await start();
    const response = await gateway.ask(
      'query ($first: Int!) { listing(id: 7) { title bad: related(first: $first) { id } good: related(first: 1) { id } } }',
      { first },
    );
    expect(response.data).toEqual({
      listing: { title: 'Listing 7', bad: null, good: [{ id: 'Listing:700' }] },
    });
    expect(codesOf(response)).toEqual(['BAD_USER_INPUT']);
    expect(response.errors[0]?.message).toBe(`"first" of "related" takes 1 to 50, and got ${first}.`);
  });

  it('is empty when the service sends none', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/8', { json: { PKID: 8, Related: null } });
    expect(dataOf(await gateway.ask('{ listing(id: 8) { related { id } } }'))).toEqual({ listing: { related: [] } });
  });
});
