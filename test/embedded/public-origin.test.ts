import { describe, expect, it } from 'vitest';
import { fieldsOf, listedIds, startService } from './running-service.ts';

const urlsIn = (json: unknown): string[] => JSON.stringify(json).match(/https?:\/\/[^/"]+/g) ?? [];

describe('a service that is reached under another origin', () => {
  it('writes that origin into every URL, and responses where it listens', async () => {
    await using service = await startService({ publicOrigin: new URL('https://shop.example:8443/ignored?x') });
    const token = await service.signIn('agent');
    const { body } = await service.call('/v1/user/listings?section=3', { token });
    const [id] = listedIds(body);
    for (const path of [
      '/v1/user/listings?section=3',
      `/v1/listings/${id}?related=3`,
      `/v1/listings/${id}/mini`,
      `/v1/listings/definition/${id}`,
      '/v1/user/details',
      '/v1/user/account',
    ]) {
      const response = await service.call(path, { token });
      expect([path, response.status, ...new Set(urlsIn(response.body))]).toEqual([
        path,
        200,
        'https://shop.example:8443',
      ]);
    }
    expect(service.origin.hostname).toBe('127.0.0.1');
    expect(await (await service.fetch('/')).text()).toContain('https://shop.example:8443/api');
  });

  it('keeps a profile picture of its own by path, so that it follows the origin', async () => {
    await using service = await startService({ publicOrigin: new URL('https://shop.example') });
    const token = await service.signIn('agent');
    const PictureUrl = 'https://shop.example/pictures/me/large.jpg';
    await service.post('/v1/user/profilepicture', token, { PictureUrl });
    const { body } = await service.call('/v1/user/details', { token });
    expect(fieldsOf(body)['ProfileImage']).toBe(PictureUrl);
  });
});
