import { describe, expect, it } from 'vitest';
import { demoListings } from '../demo-listings.ts';
import { fieldsOf, type RunningService, rowsOf, startService } from '../running-service.ts';

const active = demoListings.filter(({ state, owner }) => state === 'active' && owner !== 'newcomer').slice(0, 3);
const idOf = (state: string): number => demoListings.find((listing) => listing.state === state)?.id ?? 0;

const watchedIds = async (service: RunningService, token: string, query = ''): Promise<unknown[]> => {
  const { body } = await service.call(`/v1/user/watchedlistings${query}`, { token });
  return rowsOf(fieldsOf(body)['Items']).map(({ PKID }) => PKID);
};

describe('watching listings', () => {
  it('puts a listing into the caller’s list and takes it out again', async () => {
    await using service = await startService();
    const token = await service.signIn('newcomer');
    const other = await service.signIn('tester');
    const watchedByOther = await watchedIds(service, other);
    expect(await watchedIds(service, token)).toEqual([]);

    for (const { id } of active) {
      const response = await service.call(`/v1/listings/${id}/watch`, { method: 'POST', token });
      expect([response.status, response.body]).toEqual([200, undefined]);
      service.clock.advanceSeconds(1);
    }
    const ids = active.map(({ id }) => id).toReversed();
    expect(await watchedIds(service, token)).toEqual(ids);
    expect(await watchedIds(service, other)).toEqual(watchedByOther);

    const { body } = await service.call('/v1/user/watchedlistings', { token });
    expect(rowsOf(fieldsOf(body)['Items']).every(({ IsWatched }) => IsWatched === true)).toBe(true);

    await service.call(`/v1/listings/${ids[0]}/unwatch`, { method: 'POST', token });
    expect(await watchedIds(service, token)).toEqual(ids.slice(1));
  });

  it('changes nothing when it is done twice', async () => {
    await using service = await startService();
    const token = await service.signIn('newcomer');
    const id = active[0]?.id;
    for (const [action, expected] of [
      ['watch', [id]],
      ['watch', [id]],
      ['unwatch', []],
      ['unwatch', []],
    ] as const) {
      expect((await service.call(`/v1/listings/${id}/${action}`, { method: 'POST', token })).status).toBe(200);
      expect(await watchedIds(service, token)).toEqual(expected);
    }
  });

  it('is 404 for a listing that the caller may not see', async () => {
    await using service = await startService();
    const token = await service.signIn('newcomer');
    for (const id of [1, idOf('expired'), idOf('deleted')]) {
      for (const action of ['watch', 'unwatch']) {
        const response = await service.call(`/v1/listings/${id}/${action}`, { method: 'POST', token });
        expect([id, action, response.status]).toEqual([id, action, 404]);
      }
    }
  });

  it('goes on until the watcher ends it: whoever watches a listing sees it when it has expired', async () => {
    await using service = await startService({ accessTokenLifetimeSeconds: 1e8 });
    const token = await service.signIn('newcomer');
    const other = await service.signIn('tester');
    const id = active.find(({ watchers }) => !watchers.includes('tester'))?.id;
    const statusOf = async (path: string, reader = token) => (await service.call(path, { token: reader })).status;
    const paths = [`/v1/listings/${id}`, `/v1/listings/${id}/userinfo`, `/v1/user/watchedlisting/${id}`];
    await service.call(`/v1/listings/${id}/watch`, { method: 'POST', token });
    service.clock.advanceSeconds(90 * 24 * 60 * 60);
    expect(await watchedIds(service, token)).toEqual([id]);
    expect(await Promise.all(paths.map((path) => statusOf(path)))).toEqual([200, 200, 200]);
    expect(await Promise.all(paths.map((path) => statusOf(path, other)))).toEqual([404, 404, 404]);
    await service.call(`/v1/listings/${id}/unwatch`, { method: 'POST', token });
    expect(await watchedIds(service, token)).toEqual([]);
    expect(await Promise.all(paths.map((path) => statusOf(path)))).toEqual([404, 404, 404]);
  });

  it('ends with the listing: one that is deleted is in no list', async () => {
    await using service = await startService();
    const [watcher, owner] = [await service.signIn('newcomer'), await service.signIn('seller')];
    const id = demoListings.find((listing) => listing.state === 'active' && listing.owner === 'seller')?.id;
    await service.call(`/v1/listings/${id}/watch`, { method: 'POST', token: watcher });
    expect(await watchedIds(service, watcher)).toEqual([id]);
    await service.call(`/v1/listings/${id}`, { method: 'DELETE', token: owner });
    expect(await watchedIds(service, watcher)).toEqual([]);
    expect((await service.call(`/v1/user/watchedlisting/${id}`, { token: watcher })).status).toBe(404);
  });
});

describe('GET /v1/user/watchedlistings', () => {
  it('pages from 1 without gap or repeat', async () => {
    await using service = await startService();
    const token = await service.signIn('seller');
    const { body } = await service.call('/v1/user/watchedlistings?count=100', { token });
    const total = Number(fieldsOf(body)['TotalResults']);
    const everything = await watchedIds(service, token, '?count=100');
    expect(everything).toHaveLength(Math.min(total, 100));
    expect(await watchedIds(service, token, '?first=1&count=2')).toEqual(everything.slice(0, 2));
    expect(await watchedIds(service, token, '?first=3&count=4')).toEqual(everything.slice(2, 6));
    expect(await watchedIds(service, token, `?first=${total + 1}`)).toEqual([]);
    expect(await watchedIds(service, token)).toEqual(everything.slice(0, 20));
  });

  it('names the section with the most listings as the main one', async () => {
    await using service = await startService();
    const { body } = await service.call('/v1/user/watchedlistings?count=100', { token: await service.signIn('agent') });
    const results = fieldsOf(body);
    const bySection = new Map<unknown, number>();
    for (const { SectionId } of rowsOf(results['Items'])) bySection.set(SectionId, (bySection.get(SectionId) ?? 0) + 1);
    expect(bySection.get(results['MainSection'])).toBe(Math.max(...bySection.values()));
    expect(results['MainSecType']).toEqual(expect.any(String));
  });
});
