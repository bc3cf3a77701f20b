import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { respondingWith } from '../../support/detour.ts';
import { sampled } from '../../support/effort.ts';
import { dataOf, listAt } from '../../support/graphql-client.ts';
import { startWorld, type World } from '../../support/world.ts';
import { startDetouredGateway } from './detoured-gateway.ts';
import { differencesOf } from './differences.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is left of an entry. */
const poorFields = ['PKID', 'SectionId', 'CategoryId', 'Title', 'Price', 'ImageUrl'];

const poorEntry = (entry: unknown): unknown =>
  isObject(entry) ? Object.fromEntries(Object.entries(entry).filter(([name]) => poorFields.includes(name))) : entry;

const poor = respondingWith((json) => {
  if (!isObject(json)) return json;
  const { Items, Related, CategoryCounts } = json;
  return {
    ...json,
    ...(Array.isArray(Items) && CategoryCounts !== undefined ? { Items: Items.map(poorEntry) } : {}),
    ...(Array.isArray(Related) ? { Related: Related.map(poorEntry) } : {}),
  };
});

/** Everything that an entry and the whole listing both have. */
const card = `{ id databaseId title description listedAt imageUrl priceSuffix price { amount } kind isWanted
  section { key label } category { key label } locality { key label } attributes { name label text value }
  vehicle { make { label } model { label } registrationYear mileage fuel { label } }
  property { propertyType { label } bedrooms { label } } }`;

const lists: readonly (readonly [path: string, text: string])[] = [
  ['viewer.listings.nodes', `{ viewer { listings(sectionId: 2, first: 15) { nodes ${card} } } }`],
  ['viewer.watchedListings.nodes', `{ viewer { watchedListings(first: 15) { nodes ${card} } } }`],
  ['listing.related', `{ listing(id: 1514) { related(first: 15) ${card} } }`],
];

describe('A list whose entries have no more than a headline', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    await world.signIn('seller');
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each(sampled(lists, 2))('%s reports the same of every listing', async (path, text) => {
    await using plain = await startDetouredGateway(world, (request, forward) => forward(request));
    await using gateway = await startDetouredGateway(world, poor);
    const expected = await plain.ask({ text, account: 'seller' });
    const got = await gateway.ask({ text, account: 'seller' });
    expect(listAt(expected, path)).toHaveLength(15);
    expect(differencesOf(dataOf(expected), dataOf(got))).toEqual([]);
  });
});
