import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { Database } from '../../../src/embedded/database/database.ts';
import { copyDemoDatabase } from '../../support/world.ts';
import { demoListings } from '../demo-listings.ts';
import { fieldsOf, startService } from '../running-service.ts';

const listingWithPhotos = demoListings.find(({ photoCount, state }) => state === 'active' && photoCount > 1)?.id;

describe('GET /pictures/{key}/{size}.jpg', () => {
  it('serves the pictures that listings, users and companies link to, for anybody', async () => {
    await using service = await startService();
    const token = await service.signIn('agent');
    const details = fieldsOf((await service.call('/v1/user/details', { token })).body);
    const mini = fieldsOf((await service.call(`/v1/listings/${listingWithPhotos}/mini`, { token })).body);
    const [large, thumb, face] = await Promise.all(
      [mini['FullPhotoUrl'], mini['PhotoUrl'], details['ProfileImage']].map(async (url) => {
        const response = await service.fetch(String(url));
        expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
        const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
        return { format, width, height };
      }),
    );
    expect(large).toEqual({ format: 'webp', width: 640, height: 480 });
    expect(thumb).toEqual({ format: 'webp', width: 240, height: 180 });
    expect(face).toEqual({ format: 'webp', width: 320, height: 320 });
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
    using data = copyDemoDatabase();
    await using service = await startService({ data: data.location });
    using database = new Database(data.location);
    const large = new Uint8Array([0xff, 0xd8, 1]);
    const thumb = new Uint8Array([0xff, 0xd8, 2]);
    database.run('INSERT INTO pictures (key, large, thumb) VALUES (?, ?, ?)', ['uploaded', large, thumb]);
    for (const [size, bytes] of Object.entries({ large, thumb })) {
      const response = await service.fetch(`/pictures/uploaded/${size}.jpg`);
      expect(response.headers.get('Content-Type')).toBe('image/jpeg');
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    }
  });

  it('is 404 for another key or size', async () => {
    await using service = await startService();
    for (const path of ['/pictures/none/large.jpg', '/pictures/none/huge.jpg', '/pictures/none/constructor']) {
      expect((await service.fetch(path)).status).toBe(404);
    }
  });
});
