import { describe, expect, it } from 'vitest';
import { codesOf, dataOf } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';

const mini = {
  Border: true,
  IsPriceSpecified: true,
  ItemDeleted: false,
  ItemFound: true,
  Desc: 'Hardly driven.',
  DetailsUrl: 'https://market.example/7',
  FullPhotoUrl: 'https://img.example/full',
  Name: 'A coupé',
  PhotoUrl: 'https://img.example/small',
  Price: '€1,250 o.n.o.',
  Seller: 'Ann',
  SellerID: 8,
  UniqueID: 7,
};

const start = async (json: object = mini) => {
  const gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/listings/7/mini', { json });
  return gateway;
};

describe('Query.listingPreview', () => {
  it.each([
    ['AVAILABLE', { ItemFound: true, ItemDeleted: false }],
    ['DELETED', { ItemFound: true, ItemDeleted: true }],
    ['DELETED', { ItemFound: false, ItemDeleted: true }],
    ['NOT_FOUND', { ItemFound: false, ItemDeleted: false }],
    ['NOT_FOUND', { ItemFound: false, ItemDeleted: null }],
    ['UNKNOWN', { ItemFound: null, ItemDeleted: null, Name: 'A coupé' }],
    ['UNKNOWN', { ItemDeleted: false }],
    ['AVAILABLE', { ItemFound: true }],
    ['DELETED', { ItemDeleted: true }],
  ])('is %s for %j, and has a listing unless it is removed', async (status, flags) => {
    await using gateway = await start(flags);
    const response = await gateway.ask('{ listingPreview(id: 7) { status databaseId listing { id } } }');
    expect(dataOf(response)).toEqual({
      listingPreview: { status, databaseId: '7', listing: /DELETED|FOUND/.test(status) ? null : { id: 'Listing:7' } },
    });
  });

  it('passes the agent on, by number or as a profile, and is another object for each', async () => {
    await using gateway = await start();
    const response = await gateway.ask(`{
      plain: listingPreview(id: 7) { id }
      byNumber: listingPreview(id: 7, agentId: 9007199254740993) { id }
      byProfile: listingPreview(id: "Listing:7", agentId: "UserProfile:9007199254740993") { id }
    }`);
    const agent = { id: 'ListingPreview:7/9007199254740993' };
    expect(dataOf(response)).toEqual({ plain: { id: 'ListingPreview:7' }, byNumber: agent, byProfile: agent });
    expect(gateway.upstream.requests.map(({ rawQuery }) => rawQuery).toSorted()).toEqual([
      '',
      'agentid=9007199254740993',
    ]);
  });

  it.each(['{ listingPreview(id: "User:7") { id } }', '{ listingPreview(id: 7, agentId: "Listing:7") { id } }'])(
    'refuses an id of another type: %s',
    async (query) => {
      await using gateway = await start();
      expect(codesOf(await gateway.ask(query))).toEqual(['BAD_USER_INPUT']);
      expect(gateway.upstream.count()).toBe(0);
    },
  );

  it('is the same call as Listing.preview', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'In full' } });
    const response = await gateway.ask('{ listingPreview(id: 7) { title listing { title preview { title } } } }');
    expect(dataOf(response)).toEqual({
      listingPreview: { title: 'A coupé', listing: { title: 'In full', preview: { title: 'A coupé' } } },
    });
    expect(gateway.upstream.count('GET /v1/listings/{id}/mini')).toBe(1);
  });
});
