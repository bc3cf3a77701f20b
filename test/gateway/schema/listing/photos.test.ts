import { describe, expect, it } from 'vitest';
import { byEffort, sampled } from '../../../support/effort.ts';
import { dataOf, valueAt, columnAt, listAt } from '../../../support/graphql-client.ts';
import { createSeededRandom } from '../../../support/random/seeded-random.ts';
import {
  type ScriptedGateway,
  startScriptedGateway,
  startScriptedGatewayForAll,
} from '../../../support/scripted-gateway.ts';
import { startWorld } from '../../../support/world.ts';
import { formOf, operationParts, picture, sendUpload, uploadHeaders } from '../../uploads/photo-gateway.ts';

const full = (index: number) => `https://img.example/${index}`;
const thumb = (index: number) => `https://img.example/${index}-small`;
const largeImage = (Index: number, Main: boolean | null = null) => ({ Index, Main, SizeClass: 0, Url: full(Index) });
const smallImage = (Index: number, Main: boolean | null = null) => ({ Index, Main, SizeClass: 1, Url: thumb(Index) });
const photo = (index: number, isMain: boolean | null) => ({
  index,
  isMain,
  variants: [
    { sizeClass: 'FULL_SIZE', url: full(index) },
    { sizeClass: 'THUMB_SIZE', url: thumb(index) },
  ],
});

describe('ListingDefinition.photos', async () => {
  const gateway = await startScriptedGatewayForAll();

  const photosOf = async (Images: unknown): Promise<unknown> => {
    gateway.upstream.on('GET', '/v1/listings/definition/7', { json: { PKID: 7, Title: 'A', Images } });
    const query = '{ listingDefinition(id: 7) { photos { index isMain variants { sizeClass url } } } }';
    const response = await gateway.ask(query);
    return response.errors[0]?.extensions['code'] ?? valueAt(response, 'listingDefinition.photos');
  };

  it.each<readonly [string, unknown]>([
    [
      'lists of the sizes of a photo',
      [
        [largeImage(0), smallImage(0)],
        [largeImage(1), smallImage(1, true)],
      ],
    ],
    ['one flat list', [largeImage(0), largeImage(1, true), smallImage(0), smallImage(1)]],
    [
      'lists of the photos in a size',
      [
        [largeImage(0), largeImage(1, true)],
        [smallImage(0), smallImage(1)],
      ],
    ],
    ['lists of one image', [largeImage(0), smallImage(0), largeImage(1, true), smallImage(1)].map((image) => [image])],
    ['lists with what is no image', [[largeImage(0), smallImage(0), 'x'], 7, [largeImage(1, true), smallImage(1)]]],
  ])('come in %s', async (_how, images) => {
    expect(await photosOf(images)).toEqual([photo(0, false), photo(1, true)]);
  });

  it('have their positions where they have no index, counted also over what cannot be read', async () => {
    expect(await photosOf([{ Url: 'a' }, { Url: 'b' }])).toMatchObject([{ index: 0 }, { index: 1 }]);
    for (const hole of [null, [], 7, 'x', {}, [null], [{ alpha: 1 }]]) {
      const images = [hole, [{ Url: 'a' }], hole, [{ Url: 'b' }]];
      expect(await photosOf(images)).toMatchObject([{ index: 1 }, { index: 3 }]);
      expect(await photosOf([hole, { Url: 'a' }])).toMatchObject([{ index: 1 }]);
    }
  });

  it.each<readonly [string, unknown, Readonly<Record<number, string | null>>]>([
    ['gaps', [[largeImage(0)], null, [largeImage(5)]], { 0: full(0), 5: full(5) }],
    [
      'one of them',
      [[largeImage(1)], [{ Url: 'b', SizeClass: 0 }], 'x', [{ Url: 'd', SizeClass: 0 }]],
      { 1: full(1), 2: 'b', 4: 'd' },
    ],
    ['the second', [[{ Url: 'a', SizeClass: 0 }], [largeImage(2)]], { 1: 'a', 2: full(2) }],
    ['no place', [[{ ...largeImage(0), Index: -1 }], [{ ...largeImage(1), Index: 0.5 }]], { 0: full(0), 1: full(1) }],
    ['the place of another', [[{ Url: 'a', SizeClass: 0 }], [largeImage(0)]], { 0: 'a', 1: full(0) }],
    ['one photo in two lists', [[largeImage(0)], [smallImage(0)], [largeImage(1)]], { 0: full(0), 1: full(1) }],
    ['nothing else', [[largeImage(0)], [{ Index: 1 }]], { 0: full(0), 1: null }],
    [
      'a list of references',
      { $id: '1', $values: [{ $values: [largeImage(0)] }, { $values: [largeImage(1)] }] },
      { 0: full(0), 1: full(1) },
    ],
  ])('have one index each, as the service counts, where it has %s', async (_what, Images, urls) => {
    gateway.upstream.on('GET', '/v1/listings/definition/7', { json: { PKID: 7, Title: 'A', Images } });
    const response = await gateway.ask('{ listingDefinition(id: 7) { photos { index url } } }');
    const expected = Object.entries(urls).map(([index, url]) => ({ index: Number(index), url }));
    expect(valueAt(response, 'listingDefinition.photos')).toEqual(expected);
  });

  it('are in full size where a size is not named, as serialisers leave out a 0', async () => {
    const Images = [
      [
        { Main: true, Url: 'a' },
        { SizeClass: 1, Url: 'a-small' },
      ],
      [{ Index: 1, SizeClass: 7, Url: 'b' }],
    ];
    gateway.upstream.on('GET', '/v1/listings/definition/7', { json: { PKID: 7, Title: 'A', Images } });
    const response = await gateway.ask('{ listingDefinition(id: 7) { photos { url thumbnailUrl } } }');
    expect(valueAt(response, 'listingDefinition.photos')).toEqual([
      { url: 'a', thumbnailUrl: 'a-small' },
      { url: null, thumbnailUrl: null },
    ]);
  });

  it('are kept without a URL, for their index', async () => {
    expect(await photosOf([[{ Index: 3, Main: true }]])).toEqual([{ index: 3, isMain: true, variants: [] }]);
  });

  it('are not claimed to be the main one or another where no image has the flag', async () => {
    expect(await photosOf([[largeImage(0)], [largeImage(1)]])).toMatchObject([{ isMain: null }, { isMain: null }]);
    expect(await photosOf([[largeImage(0, false)], [largeImage(1)]])).toMatchObject([
      { isMain: false },
      { isMain: null },
    ]);
  });

  it('may be none, and what cannot be read is not none', async () => {
    expect([await photosOf(null), await photosOf([])]).toEqual([[], []]);
    expect(await photosOf('none')).toBe('UPSTREAM_INVALID');
  });
});

it.each(sampled(4, [null, {}, [], true, '', ' ', 7] as const))(
  'Listing.photos have their positions, counted also over %j',
  async (hole) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, ImageUrls: [hole, 'a', hole, 'b'] } });
    const response = await gateway.ask('{ listing(id: 7) { photos { index url } } }');
    const photos = [
      { index: 1, url: 'a' },
      { index: 3, url: 'b' },
    ];
    expect(dataOf(response)).toEqual({ listing: { photos } });
  },
);

const fields = 'index isMain url thumbnailUrl';
const upload = `mutation ($input: UploadListingPhotoInput!) { uploadListingPhoto(input: $input) {
  photo { ${fields} } listing { photos { ${fields} } definition { photos { ${fields} } } } } }`;

/** Uploads a photo, and reads it by every route. */
const uploadTo = async (gateway: Pick<ScriptedGateway, 'url'>, id: string, token: string) => {
  const form = formOf(operationParts(await picture(20, 10), id, upload));
  const { json } = await sendUpload(gateway, '/graphql', form, { ...uploadHeaders, authorization: `Bearer ${token}` });
  expect(json).not.toHaveProperty('errors');
  return Object(json).data.uploadListingPhoto;
};

describe('A photo is the same by every route', () => {
  const RUNS = byEffort(8, 40);

  it(`in ${RUNS} listings, after an upload`, async () => {
    await using gateway = await startScriptedGateway();
    for (let seed = 0; seed < RUNS; seed += 1) {
      const random = createSeededRandom(seed);
      const last = random.integer(0, 5);
      const main = random.integer(0, last);
      const indexes = Array.from({ length: last + 1 }, (_, at) => at).filter((at) => at >= main || random.chance(0.8));
      const urls = Array.from({ length: last + 1 }, (_, at) => (indexes.includes(at) ? full(at) : null));
      const [hasFlags, hasSizes] = [random.chance(0.5), random.chance(0.5)];
      const images = indexes.map((at) => [
        largeImage(at, hasFlags ? at === main : null),
        ...(hasSizes ? [smallImage(at)] : []),
      ]);
      const on = (path: string, json: object): void => gateway.upstream.on('GET', `/v1/listings/${path}`, { json });
      on('7', { PKID: 7, ImageUrls: urls });
      on('7/mini', { UniqueID: 7, FullPhotoUrl: full(main), PhotoUrl: thumb(main) });
      on('definition/7', { PKID: 7, Title: 'A', Images: random.chance(0.5) ? images : images.flat() });
      const small = random.chance(0.5) ? { thumbimageurl: thumb(last) } : {};
      const json = { index: last, largeimageurl: full(last), ...small };
      gateway.upstream.on('POST', '/v1/listings/7/photos', { json });

      const told = await uploadTo(gateway, 'Listing:7', 'token');
      const whole = indexes.map((index) => ({
        index,
        isMain: index === main,
        url: full(index),
        thumbnailUrl: thumb(index),
      }));
      const ofMain = whole.map((each) => (each.isMain ? each : { ...each, thumbnailUrl: null }));
      expect({ seed, photos: told.listing.definition.photos }).toEqual({ seed, photos: hasSizes ? whole : ofMain });
      expect({ seed, photos: told.listing.photos }).toEqual({ seed, photos: ofMain });
      expect({ seed, photo: told.photo }).toEqual({ seed, photo: ('thumbimageurl' in small ? whole : ofMain).at(-1) });
    }
  });
});

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

  it.each(
    sampled(3, [
      ['has no short form', { status: 404 }],
      ['refuses it', { status: 403 }],
      ['rejects it', { status: 400 }],
      ['knows no listing there', { json: { ItemFound: false } }],
      ['names no picture there', { json: { ItemFound: true, Name: 'A' } }],
    ] as const),
  )('is the first photo when the service %s, and no photo is called the main one', async (_why, script) => {
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

it('Mutation.setDefaultListingPhoto shows the new main picture in its own payload, though another was read before it', async () => {
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
