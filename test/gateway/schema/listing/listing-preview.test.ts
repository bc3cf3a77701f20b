import { describe, expect, it } from 'vitest';
import { codesOf, dataOf, textAt, valueAt } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';
import { startWorld } from '../../../support/world.ts';

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
  it('has every field of the short form, in one call', async () => {
    await using gateway = await start();
    const response = await gateway.ask(`{ listingPreview(id: 7) {
      id databaseId status title description priceText isPriceSpecified hasBorder url imageUrl thumbnailUrl sellerName
      sellerDatabaseId listing { id databaseId }
    } }`);
    expect(dataOf(response)).toEqual({
      listingPreview: {
        id: 'ListingPreview:7',
        databaseId: '7',
        status: 'AVAILABLE',
        title: 'A coupé',
        description: 'Hardly driven.',
        priceText: '€1,250 o.n.o.',
        isPriceSpecified: true,
        hasBorder: true,
        url: 'https://market.example/7',
        imageUrl: 'https://img.example/full',
        thumbnailUrl: 'https://img.example/small',
        sellerName: 'Ann',
        sellerDatabaseId: '8',
        listing: { id: 'Listing:7', databaseId: '7' },
      },
    });
    expect(gateway.upstream.requests.map(({ path, rawQuery }) => path + rawQuery)).toEqual(['/v1/listings/7/mini']);
  });

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

  it('is null when the service responds with 404', async () => {
    await using gateway = await start();
    expect(dataOf(await gateway.ask('{ listingPreview(id: 8) { id } }'))).toEqual({ listingPreview: null });
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

describe('Previews of the demo data', () => {
  it('report of a listing that can be seen, and of one that there is not', async () => {
    await using world = await startWorld();
    const token = await world.signIn('agent');
    const list = await world.query('{ viewer { watchedListings(first: 1) { nodes { id title } } } }', { token });
    const response = await world.query(
      `query ($id: ID!) {
        seen: listingPreview(id: $id) { status title sellerName listing { title } }
        none: listingPreview(id: 987654321) { status title listing { title } }
      }`,
      { token, variables: { id: textAt(list, 'viewer.watchedListings.nodes.0.id') } },
    );
    const title = valueAt(list, 'viewer.watchedListings.nodes.0.title');
    expect(dataOf(response)).toMatchObject({
      seen: { status: 'AVAILABLE', title, listing: { title } },
      none: { status: 'NOT_FOUND', title: null, listing: null },
    });
  });
});
