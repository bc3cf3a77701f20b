import sharp from 'sharp';
import { expect, it } from 'vitest';
import { accountPassword } from '../../../support/accounts.ts';
import { columnAt, dataOf, textAt, valueAt } from '../../../support/graphql-client.ts';
import { type World, startWorld } from '../../../support/world.ts';
import { formOf, operationParts, picture, sendUpload, uploadHeaders } from '../../uploads/photo-gateway.ts';

const DAY_MS = 86_400_000;

/** Somebody who is signed in: asks, and takes the data of a response without errors. */
const signIn = async (world: World, username: string) => {
  const response = await world.query(
    `mutation ($username: String!, $password: String!) {
      signIn(input: { username: $username, password: $password }) { session { accessToken } userErrors { code } }
    }`,
    { variables: { username, password: accountPassword } },
  );
  const token = textAt(response, 'signIn.session.accessToken');
  return async (text: string, variables: Readonly<Record<string, unknown>> = {}) => {
    const told = await world.query(text, { token, variables });
    dataOf(told);
    return told;
  };
};

const bicycle = {
  sectionId: 'Section:1',
  categoryId: 'Category:108',
  localityId: 'Locality:558',
  title: 'City bicycle with basket',
  description: 'Ridden on Sundays only.',
  price: 149.99,
  condition: 'USED',
  contactTelephone: '+356 2123 4567',
  paymentAuth: 'AUTHORISED',
};

it('A listing lives through GraphQL alone: checked, created, photographed, watched, edited, featured, expired, relisted, deleted', async () => {
  await using world = await startWorld();
  const seller = await signIn(world, 'seller');
  const watcher = await signIn(world, 'newcomer');

  const check = `mutation ($listing: ListingInput!) { validateListing(input: { listing: $listing }) {
    canProceed checks { field status } userErrors { code }
  } }`;
  const incomplete = await seller(check, { listing: { ...bicycle, price: null, categoryId: '999999' } });
  expect(valueAt(incomplete, 'validateListing')).toMatchObject({
    canProceed: false,
    checks: expect.arrayContaining([
      { field: ['input', 'listing', 'price'], status: 'REQUIRED' },
      { field: ['input', 'listing', 'categoryId'], status: 'INVALID' },
      { field: ['input', 'listing', 'title'], status: 'OK' },
    ]),
    userErrors: [],
  });
  expect(valueAt(await seller(check, { listing: bicycle }), 'validateListing.canProceed')).toBe(true);

  const create = `mutation ($listing: ListingInput!) { createListing(input: { listing: $listing }) {
    listing { id title price { amount } section { label } } userErrors { code field message }
  } }`;
  const refused = await seller(create, {
    listing: {
      ...bicycle,
      sectionId: 'Section:2',
      categoryId: 'Category:201',
      title: '',
      attributes: { vehicle: { fuel: 99 } },
    },
  });
  expect(valueAt(refused, 'createListing')).toMatchObject({
    listing: null,
    userErrors: [
      { code: 'REQUIRED', field: ['input', 'listing', 'title'] },
      { code: 'INVALID', field: ['input', 'listing', 'attributes', 'vehicle', 'fuel'] },
    ],
  });
  const created = await seller(create, { listing: bicycle });
  expect(valueAt(created, 'createListing')).toMatchObject({
    listing: { title: bicycle.title, price: { amount: 149.99 }, section: { label: expect.any(String) } },
    userErrors: [],
  });
  const id = textAt(created, 'createListing.listing.id');

  const headers = { ...uploadHeaders, authorization: `Bearer ${await world.signIn('seller')}` };
  for (const width of [40, 50, 60]) {
    const form = formOf(operationParts(await picture(width, 30), id));
    const { json } = await sendUpload(world, '/graphql', form, headers);
    expect(json).toMatchObject({ data: { uploadListingPhoto: { listing: { id }, userErrors: [] } } });
  }
  const photos = 'listing { definition { photos { index isMain url thumbnailUrl } } } userErrors { code }';
  const turned = await seller(
    `mutation ($id: ID!) {
      rotate: rotateListingPhoto(input: { id: $id, index: 0, direction: ANTICLOCKWISE }) { ${photos} }
      choose: setDefaultListingPhoto(input: { id: $id, index: 2 }) { ${photos} }
    }`,
    { id },
  );
  expect(columnAt(turned, 'rotate.listing.definition.photos', 'isMain')).toEqual([true, false, false]);
  expect(columnAt(turned, 'choose.listing.definition.photos', 'isMain')).toEqual([true, false, false]);
  const [, turnedUrl] = columnAt(turned, 'choose.listing.definition.photos', 'url');
  const bytes = await (await fetch(String(turnedUrl))).arrayBuffer();
  expect(await sharp(Buffer.from(bytes)).metadata()).toMatchObject({ width: 30, height: 40 });

  const watched = async () =>
    columnAt(await watcher('{ viewer { watchedListings { nodes { id } } } }'), 'viewer.watchedListings.nodes', 'id');
  const watch = await watcher(
    `mutation ($id: ID!) { watchListings(input: { items: [{ listingId: $id }] }) {
      listings { id title viewerIsWatching } userErrors { code }
    } }`,
    { id },
  );
  expect(valueAt(watch, 'watchListings')).toEqual({
    listings: [{ id, title: bicycle.title, viewerIsWatching: true }],
    userErrors: [],
  });
  expect(await watched()).toEqual([id]);
  const meddling = await world.query(
    'mutation ($id: ID!) { updateListing(input: { id: $id, listing: { price: 1 } }) { userErrors { code } } }',
    { token: await world.signIn('newcomer'), variables: { id } },
  );
  expect(meddling.errors[0]?.extensions['code']).toBe('FORBIDDEN');

  const edited = await seller(
    `mutation ($id: ID!) { updateListing(input: { id: $id, listing: { price: 120, userReference: "B-1" } }) {
      listing { id title price { amount } definition { userReference contactTelephone } } userErrors { code message }
    } }`,
    { id },
  );
  expect(valueAt(edited, 'updateListing')).toEqual({
    listing: {
      id,
      title: bicycle.title,
      price: { amount: 120 },
      definition: { userReference: 'B-1', contactTelephone: bicycle.contactTelephone },
    },
    userErrors: [],
  });

  const balance = async () =>
    Number(valueAt(await seller('{ viewer { balance { amount } } }'), 'viewer.balance.amount'));
  const before = await balance();
  const featured = await seller(
    `mutation ($id: ID!) { setListingPremiumOptions(input: { id: $id, options: [FEATURED_7_DAYS] }) {
      premiumOptions { option isActive } listing { id } userErrors { code message }
    } }`,
    { id },
  );
  expect(valueAt(featured, 'setListingPremiumOptions')).toMatchObject({
    premiumOptions: expect.arrayContaining([{ option: 'FEATURED_7_DAYS', isActive: true }]),
    listing: { id },
    userErrors: [],
  });
  expect(await balance()).toBeLessThan(before);

  const relist = `mutation ($id: ID!) { relistListings(input: { ids: [$id, "987654321"] }) {
    outcome listings { id } failures { listingDatabaseId message } userErrors { code }
  } }`;
  expect(valueAt(await seller(relist, { id }), 'relistListings')).toMatchObject({ outcome: 'FAILURE', listings: [] });

  world.clock.advance(31 * DAY_MS);
  const sellerLater = await signIn(world, 'seller');
  const expired = async () =>
    columnAt(
      await sellerLater('{ viewer { listings(sectionId: 1, view: EXPIRED, first: 100) { nodes { id } } } }'),
      'viewer.listings.nodes',
      'id',
    );
  expect(await expired()).toContain(id);
  expect(valueAt(await sellerLater(relist, { id }), 'relistListings')).toMatchObject({
    outcome: 'PARTIAL_SUCCESS',
    listings: [{ id }],
    failures: [{ listingDatabaseId: '987654321', message: expect.any(String) }],
    userErrors: [{ code: 'REJECTED' }],
  });
  expect(await expired()).not.toContain(id);

  const deletion = await sellerLater(
    `mutation ($id: ID!) {
      one: deleteListing(input: { id: $id }) { deletedListingId userErrors { code } }
      again: deleteListing(input: { id: $id }) { deletedListingId userErrors { code field } }
      several: deleteListings(input: { ids: [$id] }) { outcome deletedListingIds failures { listingDatabaseId } }
    }`,
    { id },
  );
  expect(dataOf(deletion)).toEqual({
    one: { deletedListingId: id, userErrors: [] },
    again: { deletedListingId: null, userErrors: [{ code: 'NOT_FOUND', field: ['input', 'id'] }] },
    several: {
      outcome: 'FAILURE',
      deletedListingIds: [],
      failures: [{ listingDatabaseId: id.replace('Listing:', '') }],
    },
  });
  expect(dataOf(await sellerLater('query ($id: ID!) { listing(id: $id) { id } }', { id }))).toEqual({ listing: null });
});

it('Somebody with whom an account is shared edits an expired listing of it, sees what came of it, and relists it', async () => {
  await using world = await startWorld();
  const agent = await signIn(world, 'agent');
  const luisa = await signIn(world, 'luisa');
  const expired = await agent('{ viewer { listings(sectionId: 3, view: EXPIRED, first: 1) { nodes { id } } } }');
  const id = textAt(expired, 'viewer.listings.nodes.0.id');
  const edited = await luisa(
    `mutation ($id: ID!) { updateListing(input: { id: $id, listing: { title: "Sea view again" } }) {
      listing { id title preview { title } viewerInfo { isWatching } } userErrors { code }
    } }`,
    { id },
  );
  expect(valueAt(edited, 'updateListing')).toEqual({
    listing: { id, title: 'Sea view again', preview: { title: 'Sea view again' }, viewerInfo: { isWatching: false } },
    userErrors: [],
  });
  const relisted = await luisa(
    `mutation ($id: ID!) { relistListings(input: { ids: [$id], paymentAuth: AUTHORISED }) {
      outcome listings { id title }
    } }`,
    { id },
  );
  expect(valueAt(relisted, 'relistListings')).toEqual({
    outcome: 'SUCCESS',
    listings: [{ id, title: 'Sea view again' }],
  });
});
