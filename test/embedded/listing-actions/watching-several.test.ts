import { describe, expect, it } from 'vitest';
import { sampled } from '../../support/effort.ts';
import { demoListings } from '../demo-listings.ts';
import { fieldsOf, type RunningService, rowsOf, startService } from '../running-service.ts';

const listings = demoListings.filter(({ state }) => state === 'active');
const [first, second, third] = listings.map(({ id, sectionId }) => ({ ItemId: id, SectionId: sectionId }));
const expiredId = demoListings.find(({ state }) => state === 'expired')?.id ?? 0;

const watchedIds = async (service: RunningService, token: string): Promise<unknown[]> =>
  rowsOf(fieldsOf((await service.call('/v1/user/watchedlistings', { token })).body)['Items']).map(({ PKID }) => PKID);

describe('POST /v1/listings/watchmulti and /unwatchmulti', () => {
  it('put several listings into the list and take them out again, twice as well as once', async () => {
    await using service = await startService();
    const token = await service.signIn('newcomer');
    for (let times = 0; times < 2; times += 1) {
      const response = await service.post('/v1/listings/watchmulti', token, [first, second, first]);
      expect([response.status, response.body]).toEqual([200, undefined]);
      expect(new Set(await watchedIds(service, token))).toEqual(new Set([first?.ItemId, second?.ItemId]));
    }
    for (let times = 0; times < 2; times += 1) {
      expect((await service.post('/v1/listings/unwatchmulti', token, [second, third])).status).toBe(200);
      expect(await watchedIds(service, token)).toEqual([first?.ItemId]);
    }
    expect((await service.post('/v1/listings/watchmulti', token, [])).status).toBe(200);
  });

  it('need no section', async () => {
    await using service = await startService();
    const token = await service.signIn('newcomer');
    const items = [{ ItemId: first?.ItemId }, { ItemId: second?.ItemId, SectionId: 0 }];
    expect((await service.post('/v1/listings/watchmulti', token, items)).status).toBe(200);
    expect(await watchedIds(service, token)).toHaveLength(2);
  });

  it('do all or nothing', async () => {
    await using service = await startService();
    const token = await service.signIn('newcomer');
    const elsewhere = { ItemId: second?.ItemId, SectionId: Number(second?.SectionId) + 1 };
    for (const wrong of [{ ItemId: 1, SectionId: 1 }, { ItemId: expiredId }, elsewhere]) {
      const response = await service.post('/v1/listings/watchmulti', token, [first, wrong]);
      expect([wrong, response.status, response.body]).toEqual([wrong, 404, { Message: expect.any(String) }]);
    }
    expect(await watchedIds(service, token)).toEqual([]);
    await service.post('/v1/listings/watchmulti', token, [first]);
    expect((await service.post('/v1/listings/unwatchmulti', token, [first, { ItemId: 1 }])).status).toBe(404);
    expect(await watchedIds(service, token)).toEqual([first?.ItemId]);
  });

  it.each(
    sampled(3, [
      ['an object', {}, 'The body'],
      ['an item without id', [{ SectionId: 1 }], '[0].ItemId'],
      ['an id that is a text', [{ ItemId: '1' }], '[0].ItemId'],
      ['an item that is a number', [1], '[0]'],
      ['too many items', Array.from({ length: 501 }, (_, n) => ({ ItemId: n + 1 })), 'The body'],
    ] as const),
  )('refuse %s with 400', async (_name, body, at) => {
    await using service = await startService();
    const token = await service.signIn('newcomer');
    for (const path of ['watchmulti', 'unwatchmulti']) {
      const response = await service.post(`/v1/listings/${path}`, token, body);
      expect([response.status, response.body]).toEqual([400, { Message: expect.stringContaining(at) }]);
    }
  });
});

it('GET /v1/user/watchedlisting/{id} gives the entry of the list for a watched listing, 404 for any other', async () => {
  await using service = await startService();
  const token = await service.signIn('newcomer');
  const get = (id: number | undefined) => service.call(`/v1/user/watchedlisting/${id}`, { token });
  expect((await get(first?.ItemId)).status).toBe(404);
  await service.post('/v1/listings/watchmulti', token, [first]);
  const { Items } = fieldsOf((await service.call('/v1/user/watchedlistings', { token })).body);
  expect((await get(first?.ItemId)).body).toEqual(rowsOf(Items)[0]);
  for (const id of [second?.ItemId, expiredId, 1]) expect((await get(id)).status).toBe(404);
});
