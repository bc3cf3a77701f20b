import { describe, expect, it } from 'vitest';
import { Database } from '../../../src/embedded/database/database.ts';
import { createDemoListings } from '../../../src/embedded/demo/listings/demo-listings.ts';
import { fieldsOf, startService, temporaryDataFile } from '../running-service.ts';

const listingWithPhotos = createDemoListings().find(({ photos, state }) => state === 'active' && photos.length > 1)?.id;

const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8;

describe('GET /pictures/{key}/{size}.jpg', () => {
  it('draws the pictures that listings, people and companies link to, for anybody', async () => {
    await using service = await startService();
    const token = await service.signIn('agent');
    const details = fieldsOf((await service.call('/v1/user/details', { token })).body);
    const mini = fieldsOf((await service.call(`/v1/listings/${listingWithPhotos}/mini`, { token })).body);
    const [large, thumb, face] = await Promise.all(
      [mini['FullPhotoUrl'], mini['PhotoUrl'], details['ProfileImage']].map(async (url) => {
        const response = await service.fetch(String(url));
        expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);
        return new Uint8Array(await response.arrayBuffer());
      }),
    );
    if (!large || !thumb || !face) throw new Error('A picture is missing');
    expect([large, thumb, face].every(isJpeg)).toBe(true);
    expect(large.byteLength).toBeGreaterThan(thumb.byteLength);
  });

  it('may be kept for ever and is not sent again to who has it', async () => {
    await using service = await startService();
    const token = await service.signIn('agent');
    const mini = fieldsOf((await service.call(`/v1/listings/${listingWithPhotos}/mini`, { token })).body);
    const url = String(mini['PhotoUrl']);
    const first = await service.fetch(url);
    expect(first.headers.get('Cache-Control')).toContain('immutable');
    const tag = first.headers.get('ETag') ?? '';
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await service.fetch(url, { headers: { 'If-None-Match': known } });
      expect([known, again.status, await again.text()]).toEqual([known, 304, '']);
    }
    expect((await service.fetch(url, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  it('gives stored bytes as they are', async () => {
    await using file = await temporaryDataFile();
    await using service = await startService({ data: file.path });
    using database = new Database(file.path);
    const large = new Uint8Array([0xff, 0xd8, 1]);
    const thumb = new Uint8Array([0xff, 0xd8, 2]);
    database.run('INSERT INTO pictures (key, large, thumb) VALUES (?, ?, ?)', ['uploaded', large, thumb]);
    const bytesOf = async (size: string) =>
      new Uint8Array(await (await service.fetch(`/pictures/uploaded/${size}.jpg`)).arrayBuffer());
    expect(await bytesOf('large')).toEqual(large);
    expect(await bytesOf('thumb')).toEqual(thumb);
  });

  it('is 404 for another key or size', async () => {
    await using service = await startService();
    for (const path of ['/pictures/none/large.jpg', '/pictures/none/huge.jpg', '/pictures/none/constructor']) {
      expect((await service.fetch(path)).status).toBe(404);
    }
  });
});
