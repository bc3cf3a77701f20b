import { describe, expect, it } from 'vitest';
import { columnAt, dataOf, listAt, valueAt } from '../../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../../support/scripted-gateway.ts';
import { startWorld } from '../../../../support/world.ts';

const MINI = 'GET /v1/listings/{id}/mini';
const IMAGES = { ImageUrls: ['https://img.example/a', 'https://img.example/b'] };
const query = '{ listing(id: 7) { imageUrl thumbnailUrl photos { index isMain } } }';
const start = async () => {
  const gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, ...IMAGES } });
  return gateway;
};

describe('The main picture of a listing by its id', () => {
  it('is the one that the short form names, in one call that the preview shares', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/7/mini', {
      json: { ItemFound: true, FullPhotoUrl: 'https://img.example/b', PhotoUrl: 'https://img.example/b-small' },
    });
    const response = await gateway.ask(
      '{ listing(id: 7) { imageUrl thumbnailUrl photos { index isMain thumbnailUrl } preview { imageUrl } } }',
    );
    expect(dataOf(response)).toEqual({
      listing: {
        imageUrl: 'https://img.example/b',
        thumbnailUrl: 'https://img.example/b-small',
        photos: [
          { index: 0, isMain: false, thumbnailUrl: null },
          { index: 1, isMain: true, thumbnailUrl: 'https://img.example/b-small' },
        ],
        preview: { imageUrl: 'https://img.example/b' },
      },
    });
    expect(gateway.upstream.count(MINI)).toBe(1);
  });

  it.each([
    ['has no short form', { status: 404 }],
    ['refuses it', { status: 403 }],
    ['rejects it', { status: 400 }],
    ['knows no listing there', { json: { ItemFound: false } }],
    ['names no picture there', { json: { ItemFound: true, Name: 'A' } }],
  ])('is the first photo when the service %s, and no photo is called the main one', async (_why, script) => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/7/mini', script);
    expect(dataOf(await gateway.ask(query))).toEqual({
      listing: {
        imageUrl: 'https://img.example/a',
        thumbnailUrl: null,
        photos: [
          { index: 0, isMain: null },
          { index: 1, isMain: null },
        ],
      },
    });
  });

  it('is no photo of the list when the service names a picture that is not among them', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/7/mini', { json: { FullPhotoUrl: 'https://img.example/c' } });
    const response = await gateway.ask(query);
    expect(valueAt(response, 'listing.imageUrl')).toBe('https://img.example/c');
    expect(columnAt(response, 'listing.photos', 'isMain')).toEqual([null, null]);
  });

  it('is the first photo when the short form fails', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/7/mini', { status: 500 });
    const response = await gateway.ask('{ listing(id: 7) { databaseId imageUrl photos { url } } }');
    const photos = IMAGES.ImageUrls.map((url) => ({ url }));
    expect(dataOf(response)).toEqual({ listing: { databaseId: '7', imageUrl: photos[0]?.url, photos } });
  });

  it('costs no call unless it is asked for', async () => {
    await using gateway = await start();
    dataOf(await gateway.ask('{ listing(id: 7) { photos { index url } } }'));
    expect(gateway.upstream.count(MINI)).toBe(0);
  });
});

describe('The main picture of an entry of a list', () => {
  it('is what the entry says, and a thumbnail is never the full-size picture', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/user/watchedlistings', {
      json: { Items: [{ PKID: 7, FullImageUrl: 'https://img.example/b', ImageUrl: null }] },
    });
    const response = await gateway.ask(
      '{ viewer { watchedListings { nodes { imageUrl thumbnailUrl photos { isMain } } } } }',
    );
    expect(valueAt(response, 'viewer.watchedListings.nodes')).toEqual([
      { imageUrl: 'https://img.example/b', thumbnailUrl: null, photos: [{ isMain: false }, { isMain: true }] },
    ]);
    expect(gateway.upstream.count(MINI)).toBe(0);
  });

  it('is that of the short form when entries have none', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [{ PKID: 7, Title: 'A' }] } });
    gateway.upstream.on('GET', '/v1/listings/7/mini', { json: { FullPhotoUrl: 'full', PhotoUrl: 'small' } });
    const response = await gateway.ask('{ viewer { watchedListings { nodes { imageUrl thumbnailUrl } } } }');
    expect(valueAt(response, 'viewer.watchedListings.nodes.0')).toEqual({ imageUrl: 'full', thumbnailUrl: 'small' });
    expect(gateway.upstream.count(MINI)).toBe(1);
  });
});

describe('Mutation.setDefaultListingPhoto', () => {
  it('shows the new main picture in its own payload, though another was read before it', async () => {
    await using world = await startWorld({ callLimit: { maxCalls: 200, mode: 'measure' } });
    const token = await world.signIn('seller');
    const list = await world.query('{ viewer { listings(sectionId: 2) { nodes { id photos { index } } } } }', {
      token,
    });
    const listing = listAt(list, 'viewer.listings.nodes').find((node) => Object(node).photos.length > 2);
    const fields = 'imageUrl thumbnailUrl photos { url isMain } definition { photos { isMain url thumbnailUrl } }';
    const response = await world.query(
      `mutation ($id: ID!) {
        before: rotateListingPhoto(input: { id: $id, index: 0 }) { listing { ${fields} } }
        after: setDefaultListingPhoto(input: { id: $id, index: 2 }) { listing { ${fields} } userErrors { code } }
      }`,
      { token, variables: { id: Object(listing).id } },
    );
    dataOf(response);
    const main = listAt(response, 'after.listing.definition.photos').find((photo) => Object(photo).isMain === true);
    expect(valueAt(response, 'after.listing.imageUrl')).toBe(Object(main).url);
    expect(valueAt(response, 'after.listing.thumbnailUrl')).toBe(Object(main).thumbnailUrl);
    expect(valueAt(response, 'after.listing.imageUrl')).not.toBe(valueAt(response, 'before.listing.imageUrl'));
    const mains = listAt(response, 'after.listing.photos').filter((photo) => Object(photo).isMain === true);
    expect(mains).toEqual([{ url: Object(main).url, isMain: true }]);
  });
});
