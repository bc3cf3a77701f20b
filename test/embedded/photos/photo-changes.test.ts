import { describe, expect, it } from 'vitest';
import { Database } from '../../../src/embedded/database/database.ts';
import { copyDemoDatabase } from '../../support/world.ts';
import { demoListings } from '../demo-listings.ts';
import { fieldsOf, startService, startServiceForAll } from '../running-service.ts';
import { photosOf, smallPhoto } from '../test-photos.ts';

const listingIds = demoListings
  .filter(({ state, owner, photoCount }) => state === 'active' && owner === 'agent' && photoCount >= 3)
  .map(({ id }) => id);

const service = await startServiceForAll();
const agent = await service.signIn('agent');

/** The photos of a listing that no other test has touched. */
const nextListing = () => photosOf(service, listingIds.shift() ?? 0, agent);

const notEditable = async (path: string, method: string) => {
  const statusOf = async (listing: number, username: string) => {
    const token = await service.signIn(username);
    return (await service.call(`/v1/listings/${listing}/photos${path}`, { method, token })).status;
  };
  return [await statusOf(listingIds[0] ?? 0, 'seller'), await statusOf(999_999, 'agent')];
};

describe('DELETE /v1/listings/{id}/photos/{index}', () => {
  it('moves the later photos up by one', async () => {
    const photos = nextListing();
    const [first, , ...later] = await photos.urls();
    const { status, body } = await photos.delete(1);
    expect([status, body]).toEqual([200, undefined]);
    expect(await photos.urls()).toEqual([first, ...later]);
  });

  it('makes the next one the main photo when the main one goes', async () => {
    const photos = nextListing();
    const [first, second] = await photos.urls();
    await photos.setDefault(2);
    await photos.delete(0);
    expect((await photos.urls()).slice(0, 2)).toEqual([first, second]);
    expect(await photos.mainIndex()).toBe(0);
  });

  it('removes the bytes of an uploaded photo, so that its URL ends', async () => {
    const photos = nextListing();
    const { largeimageurl, index } = fieldsOf((await photos.upload(await smallPhoto())).body);
    await photos.delete(Number(index));
    expect((await service.fetch(String(largeimageurl))).status).toBe(404);
  });

  it('leaves a demo picture to the others that show it', async () => {
    const photos = nextListing();
    const [first] = await photos.urls();
    await photos.delete(0);
    expect((await service.fetch(String(first))).status).toBe(200);
  });

  it('is 404 for an index without a photo, down to the lowest and up to the highest', async () => {
    const photos = nextListing();
    const count = (await photos.urls()).length;
    for (const index of [count, -1, -(2 ** 31), 2 ** 31 - 1]) {
      expect([index, (await photos.delete(index)).status]).toEqual([index, 404]);
    }
    expect(await photos.urls()).toHaveLength(count);
  });

  it('is for editors of the listing only', async () => {
    expect(await notEditable('/0', 'DELETE')).toEqual([403, 404]);
  });
});

describe('POST /v1/listings/{id}/photos/{index}/rotate', () => {
  const uploadOne = async () => {
    const photos = nextListing();
    const index = Number(fieldsOf((await photos.upload(await smallPhoto(320, 200))).body)['index']);
    return { ...photos, index };
  };

  it('turns the pixels clockwise by default', async () => {
    const { rotate, look, index } = await uploadOne();
    const { status, body } = await rotate(index);
    expect([status, body]).toEqual([200, undefined]);
    const turned = { width: 200, height: 320, colours: ['blue', 'red', 'white', 'green'] };
    expect(await look(index)).toEqual(turned);
    await rotate(index, '?dir=1');
    expect((await look(index)).colours).toEqual(['white', 'blue', 'green', 'red']);
  });

  it('turns anti-clockwise for dir 0', async () => {
    const { rotate, look, index } = await uploadOne();
    await rotate(index, '?dir=0');
    expect(await look(index)).toEqual({ width: 200, height: 320, colours: ['green', 'white', 'red', 'blue'] });
  });

  it('gives the turned photo another URL, because what a URL shows never changes', async () => {
    const { rotate, urls, index } = await uploadOne();
    const before = await urls();
    await rotate(index);
    const after = await urls();
    expect(after.slice(0, index)).toEqual(before.slice(0, index));
    expect(after[index]).not.toBe(before[index]);
    expect((await service.fetch(String(before[index]))).status).toBe(404);
  });

  it('turns demo photos as well, and leaves those of other listings alone', async () => {
    const { rotate, urls, look, mainIndex, download } = nextListing();
    const [untouched] = await urls();
    const original = await download(untouched);
    const { width, height } = await look(0);
    await rotate(0);
    const turned = await look(0);
    expect([turned.width, turned.height]).toEqual([height, width]);
    expect(await download(untouched)).toEqual(original);
    expect(await mainIndex()).toBe(0);
  });

  it('loses no turn when several come at once', async () => {
    const { rotate, look, index } = await uploadOne();
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => rotate(index)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await look(index)).colours).toEqual(['blue', 'red', 'white', 'green']);
  });

  it('refuses another direction, an index without a photo, and those who may not edit', async () => {
    const { rotate, index } = await uploadOne();
    expect((await rotate(index, '?dir=2')).status).toBe(400);
    expect((await rotate(index + 1)).status).toBe(404);
    expect(await notEditable('/0/rotate', 'POST')).toEqual([403, 404]);
  });
});

describe('POST /v1/listings/{id}/photos/{index}/setdefault', () => {
  it('makes a photo the main one and the first one; those before it move down by one', async () => {
    const photos = nextListing();
    const [first, second, third, ...later] = await photos.urls();
    expect((await photos.setDefault(2)).status).toBe(200);
    expect(await photos.urls()).toEqual([third, first, second, ...later]);
    expect(await photos.mainIndex()).toBe(0);
  });

  it('leaves the main photo where it is', async () => {
    const photos = nextListing();
    const before = await photos.urls();
    expect((await photos.setDefault(0)).status).toBe(200);
    expect(await photos.urls()).toEqual(before);
  });

  it('is 404 for an index without a photo, and for editors only', async () => {
    expect((await nextListing().setDefault(99)).status).toBe(404);
    expect(await notEditable('/0/setdefault', 'POST')).toEqual([403, 404]);
  });
});

it('stored photos take no room once they are gone', async () => {
  using data = copyDemoDatabase();
  await using own = await startService({ data: data.location });
  const photos = photosOf(own, listingIds[0] ?? 0, await own.signIn('agent'));
  const index = Number(fieldsOf((await photos.upload(await smallPhoto())).body)['index']);
  await photos.rotate(index);
  using database = new Database(data.location);
  const count = () =>
    database.get('SELECT count(*) AS count FROM pictures WHERE large IS NOT NULL', [], (row) => row.integer('count'));
  expect(count()).toBe(1);
  await photos.delete(index);
  expect(count()).toBe(0);
});
