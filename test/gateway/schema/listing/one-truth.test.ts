import { describe, expect, it } from 'vitest';
import { sampled } from '../../../support/effort.ts';
import { columnAt, dataOf, type GraphqlResponse, listAt, valueAt } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';
import { scriptLists } from '../../scripted-lists.ts';

const vehicle = `vehicle { make { id label } model { id label } registrationYear fuel { id label } transmission { id label }
  imported { id label } doors { id label } mileage engineSize }`;
const property = `property { propertyType { id label } bedrooms { id label } bedroomCount finishLevel { id label } gardenOrYard { id label }
  pool { id label } }`;

/** Fields that are the same by every route. */
const shared = `id databaseId title description price { amount } priceSuffix condition kind isWanted viewCount url listedAt
  section { id label } category { id label } locality { id label region { id } } imageUrl thumbnailUrl
  photos { index url isMain thumbnailUrl } seller { name } attributes { name value } ${vehicle} ${property} viewerIsWatching viewerIsOwner`;

/** Fields that only some routes state; null by the others. */
const told = 'isHighlighted isExpired';

const fields = `${shared} ${told}`;

/** The listing, by each route. */
type Routes = Readonly<Record<string, unknown>>;

const withId = (nodes: readonly unknown[], id: string): unknown => nodes.find((node) => Object(node).id === id);

const query = (section: string) => `fragment All on Listing { ${fields} } query ($id: ID!, $other: ID!) {
  listing(id: $id) { ...All }
  node(id: $id) { ... on Listing { ...All } }
  preview: listingPreview(id: $id) { listing { ...All } }
  other: listing(id: $other) { related(first: 50) { ...All } }
  viewer {
    listings(sectionId: "${section}", first: 100) { nodes { ...All } }
    watchedListings(first: 100) { nodes { ...All } edges { node { ...All } } }
    watchedListing(id: $id) { ...All }
  }
}`;

const routesOf = (answer: GraphqlResponse, id: string): Routes => ({
  listing: valueAt(answer, 'listing'),
  node: valueAt(answer, 'node'),
  'listingPreview.listing': valueAt(answer, 'preview.listing'),
  'Listing.related': withId(listAt(answer, 'other.related'), id),
  'User.listings': withId(listAt(answer, 'viewer.listings.nodes'), id),
  'User.watchedListings': withId(listAt(answer, 'viewer.watchedListings.nodes'), id),
  'User.watchedListings, edges': withId(columnAt(answer, 'viewer.watchedListings.edges', 'node'), id),
  'User.watchedListing': valueAt(answer, 'viewer.watchedListing'),
});

/** By each route the same, apart from fields that a route may state or not. */
const expectOneTruth = (routes: Routes): void => {
  const { isHighlighted: _highlighted, isExpired: _expired, ...truth } = Object(routes['listing']);
  const highlights = Object.values(routes).flatMap((listing) => Object(listing).isHighlighted ?? []);
  for (const [route, listing] of Object.entries(routes)) {
    const { isHighlighted, isExpired, ...found } = Object(listing);
    expect({ route, ...found }).toEqual({ route, ...truth });
    expect([null, highlights[0]]).toContain(isHighlighted);
    expect(route === 'User.listings' ? [true, false] : [null]).toContain(isExpired);
  }
};

describe('A listing of a service whose entries report next to nothing is the same by every route', () => {
  const detail = {
    PKID: 7,
    SectionId: 2,
    SectionName: 'Motors',
    CategoryId: 201,
    CategoryName: 'Sports cars',
    Title: 'A coupé',
    Description: 'Hardly driven.',
    DateAdded: '2025-03-01T10:30:00Z',
    Url: 'https://market.example/7',
    PriceSuffix: 'o.n.o.',
    Price: 1250.5,
    Condition: 1,
    IsWanted: false,
    Views: 42,
    ImageUrls: ['https://img.example/a', 'https://img.example/b'],
    User: { UserId: 5 },
    Seller: 'Ann',
    N_Params: [{ Name: 'Fuel', Value: 'Diesel' }],
    S_Params: { Locality: 'marsaxlokk ', VehicleMake: 'Fiat', VehicleModel: '500' },
  };
  const kinds: readonly (readonly [string, object, object])[] = [
    ['of which only the id is told', { PKID: 7 }, {}],
    ['with a title', { PKID: 7, Title: 'A coupé' }, { ExtraParamsType: 1 }],
    ['with one attribute', { PKID: 7, N_Params: { Fuel: 1 }, ExtraParamsType: 1 }, { ExtraParamsType: 1 }],
  ];

  it.each(sampled(3, kinds, 1))('%s', async (_what, entry, more) => {
    await using gateway = await startScriptedGateway({ callLimit: { maxCalls: 500, mode: 'measure' } });
    scriptLists(gateway.upstream);
    const on = (path: string, json: unknown): void => gateway.upstream.on('GET', path, { json });
    // An attribute of the entry is listed as the entry states it; where it states any, it states all.
    const parameters = 'N_Params' in entry ? { N_Params: entry.N_Params, S_Params: detail.S_Params } : {};
    on('/v1/listings/7', { ...detail, ...more, ...parameters });
    on('/v1/listings/8', { PKID: 8, Related: [entry] });
    on('/v1/listings/7/mini', { ItemFound: true, FullPhotoUrl: 'https://img.example/b', PhotoUrl: 'small' });
    on('/v1/listings/7/userinfo', { IsWatching: true });
    on('/v1/user/listings', { Items: [entry] });
    on('/v1/user/watchedlistings', { Items: [entry] });
    on('/v1/user/watchedlisting/7', entry);
    on('/v1/user/details', { UserID: 5 });
    gateway.upstream.on('POST', '/v1/listings/7/watch', { status: 200 });
    const variables = { id: 'Listing:7', other: 'Listing:8' };
    const answer = await gateway.ask(query('2'), variables);
    dataOf(answer);
    const payload = await gateway.ask(`mutation { watchListing(input: { id: 7 }) { listing { ${fields} } } }`);
    expectOneTruth({
      ...routesOf(answer, 'Listing:7'),
      watchListing: valueAt(payload, 'watchListing.listing'),
    });
    expect(valueAt(answer, 'listing')).toMatchObject({
      title: 'A coupé',
      imageUrl: 'https://img.example/b',
      thumbnailUrl: 'small',
      locality: { id: 'Locality:77', label: 'Marsaxlokk' },
      vehicle: { make: { label: 'Fiat' }, fuel: { id: 'LookupValue:FUEL/1', label: 'Diesel' } },
      property: null,
      viewerIsOwner: true,
      viewerIsWatching: true,
    });
    // One detail and one definition for all entries of an operation.
    expect(gateway.upstream.requests.filter(({ path }) => path === '/v1/listings/7')).toHaveLength(2);
    expect(gateway.upstream.count('GET /v1/listings/definition/{id}')).toBe(2);
  });
});
