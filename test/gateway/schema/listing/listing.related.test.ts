import { describe, expect, it } from 'vitest';
import { codesOf, columnAt, dataOf, listAt } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';
import type { ScriptedRequest } from '../../../support/scripted-upstream.ts';

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
