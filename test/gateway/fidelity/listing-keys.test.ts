import { describe, expect, it } from 'vitest';
import { sampled } from '../../support/effort.ts';
import { codesOf, dataOf, valueAt } from '../../support/graphql-client.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';

/** Names of the key of a listing that differ from `PKID`. */
const names = ['PkId', 'pkid', 'Id', 'ID', 'id'];

describe.each(sampled(3, names))('A listing whose key is called %s', (name) => {
  const rename = (id: number, rest: object = {}) => ({ Title: `T${id}`, SectionId: 1, ...rest, [name]: id });

  it('is that listing by every route', async () => {
    await using gateway = await startScriptedGateway();
    const { upstream } = gateway;
    const page = { json: { Items: [rename(1), { PKID: 2, Title: 'T2' }, rename(3)], TotalResults: 3 } };
    upstream.on('GET', '/v1/user/listings', page);
    upstream.on('GET', '/v1/user/watchedlistings', page);
    upstream.on('GET', '/v1/user/watchedlisting/1', { json: rename(1) });
    upstream.on('GET', '/v1/listings/1', { json: rename(1, { Related: [rename(3)] }) });
    upstream.on('GET', '/v1/listings/definition/1', { json: rename(1) });
    const [one, two, three] = [1, 2, 3].map((id) => ({ id: `Listing:${id}`, title: `T${id}` }));
    const answer = await gateway.ask(`{
      viewer { listings(sectionId: 1) { nodes { id title } } watchedListings { nodes { id title } } watchedListing(id: 1) { id title } }
      listing(id: 1) { id title related { id title } } listingDefinition(id: 1) { databaseId title }
    }`);
    expect(dataOf(answer)).toEqual({
      viewer: {
        listings: { nodes: [one, two, three] },
        watchedListings: { nodes: [one, two, three] },
        watchedListing: one,
      },
      listing: { ...one, related: [three] },
      listingDefinition: { databaseId: '1', title: 'T1' },
    });
  });

  it('is never taken for another one, and one that is created has it', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/1', { json: rename(9) });
    gateway.upstream.on('GET', '/v1/listings/definition/1', { json: rename(9) });
    const answer = await gateway.ask('{ listing(id: 1) { title } listingDefinition(id: 1) { title } }');
    expect(codesOf(answer)).toEqual(['UPSTREAM_INVALID', 'UPSTREAM_INVALID']);
    gateway.upstream.on('POST', '/v1/listings', { json: { Success: true, [name]: 5 } });
    const created = await gateway.ask(
      'mutation { createListing(input: { listing: { title: "A" } }) { listing { id } } }',
    );
    expect(valueAt(created, 'createListing.listing')).toEqual({ id: 'Listing:5' });
  });
});

describe('Listings without a key', () => {
  const named = { PKID: 2, Title: 'T2' };
  const nameless = [{ Title: 'T1' }, { PKID: null, Title: 'T3' }, { PKID: 'x', Title: 'T4' }, { PKID: 0, Title: 'T5' }];

  it.each(['listings(sectionId: 1)', 'watchedListings'])(
    'are left out of %s, and are an error where all are so',
    async (field) => {
      await using gateway = await startScriptedGateway();
      const serve = (Items: readonly object[]): void => {
        for (const path of ['/v1/user/listings', '/v1/user/watchedlistings']) {
          gateway.upstream.on('GET', path, { json: { Items, TotalResults: Items.length } });
        }
      };
      const ask = () => gateway.ask(`{ viewer { found: ${field} { nodes { id } } } }`);
      serve([...nameless, named]);
      expect(valueAt(await ask(), 'viewer.found.nodes')).toEqual([{ id: 'Listing:2' }]);
      serve(nameless);
      expect(codesOf(await ask())).toEqual(['UPSTREAM_INVALID']);
      serve([]);
      expect(valueAt(await ask(), 'viewer.found.nodes')).toEqual([]);
    },
  );
});
