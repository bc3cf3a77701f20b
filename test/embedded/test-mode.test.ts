import { describe, expect, it } from 'vitest';
import { testApplication } from '../support/accounts.ts';
import { bicycle, flat } from './listing-bodies.ts';
import { fieldsOf, type RunningService, rowsOf, startService } from './running-service.ts';

const DAY = 24 * 60 * 60;

const create = async (service: RunningService, token: string) =>
  fieldsOf((await service.post('/v1/listings', token, bicycle)).body);

const idOf = ({ PKID }: Readonly<Record<string, unknown>>): number => {
  if (typeof PKID !== 'number') throw new TypeError('No listing was created');
  return PKID;
};

const start = (testListingLimit?: number) =>
  startService({
    accessTokenLifetimeSeconds: 400 * DAY,
    ...(testListingLimit === undefined ? {} : { testListingLimit }),
  });

describe('an application in test mode', () => {
  it('creates listings that only their editors see', async () => {
    await using service = await start();
    const owner = await service.signIn('newcomer', testApplication);
    const other = await service.signIn('tester');
    const live = idOf(await create(service, other));
    const id = idOf(await create(service, owner));
    const read = async (path: string, token: string) => fieldsOf((await service.call(path, { token })).body);

    expect(await read(`/v1/listings/${id}`, owner)).toMatchObject({ PKID: id });
    expect((await service.call(`/v1/listings/${id}`, { token: other })).status).toBe(404);
    expect(await read(`/v1/listings/${id}/mini`, other)).toMatchObject({ ItemFound: false });
    expect((await service.fetch(`/listings/${id}`)).status).toBe(404);
    expect(await read('/v1/user/listings?section=1', owner)).toMatchObject({ TotalResults: 1 });
    expect(await read(`/v1/listings/${id}`, owner)).toMatchObject({ User: { ItemCount: 0 } });
    for (const token of [owner, other]) {
      const related = rowsOf((await read(`/v1/listings/${live}?related=50`, token))['Related']);
      expect(related.map(({ PKID }) => PKID)).not.toContain(id);
    }
    const items = [{ ItemId: id, SectionId: 1 }];
    expect((await service.post('/v1/listings/watchmulti', other, items)).status).toBe(404);
  });

  it('creates no more active ones than the limit; deleting and expiry make room', async () => {
    await using service = await start(3);
    const token = await service.signIn('newcomer', testApplication);
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.push(idOf(await create(service, token)));
    const refused = await create(service, token);
    expect(refused).toMatchObject({
      Success: false,
      PKID: null,
      Error: expect.stringContaining('test listing limit of 3'),
    });
    expect(fieldsOf((await service.post('/v1/listings', token, { ...bicycle, PKID: ids[0] })).body)).toMatchObject({
      Success: true,
    });
    await service.call(`/v1/listings/${ids[0]}`, { method: 'DELETE', token });
    expect(await create(service, token)).toMatchObject({ Success: true });
    expect(await create(service, token)).toMatchObject({ Success: false });

    service.clock.advanceSeconds(30 * DAY);
    expect(await create(service, token)).toMatchObject({ Success: true });
    const { Items, Errors } = fieldsOf((await service.post('/v1/listings/relistall', token, {})).body);
    expect(Items).toHaveLength(2);
    expect(rowsOf(Errors)).toMatchObject([{ Error: expect.stringContaining('test listing limit of 3') }]);
  });

  it('may hold ten active test listings by default, for each account', async () => {
    await using service = await start();
    const token = await service.signIn('newcomer', testApplication);
    for (let count = 0; count < 10; count += 1) expect(await create(service, token)).toMatchObject({ Success: true });
    expect(await create(service, token)).toMatchObject({ Success: false });
    expect(await create(service, await service.signIn('tester', testApplication))).toMatchObject({ Success: true });
  });

  it('pays for relisting as any other: Test Mode is about creating alone', async () => {
    await using service = await start();
    const token = await service.signIn('tester', testApplication);
    const { PKID } = fieldsOf((await service.post('/v1/listings', token, flat)).body);
    service.clock.advanceSeconds(60 * DAY);
    const balance = async () => Number(fieldsOf((await service.call('/v1/user/account', { token })).body)['Balance']);
    const before = await balance();
    const relist = async (PaymentAuth: number) =>
      fieldsOf((await service.post('/v1/listings/relist', token, { Items: [PKID], PaymentAuth })).body)['Result'];
    expect([await relist(1), await balance()]).toEqual([1, before]);
    expect([await relist(2), await balance()]).toEqual([0, before - 2]);
  });

  it('is limited in creating only: live listings are changed and deleted, and a live application has no limit', async () => {
    await using service = await start(0);
    const testing = await service.signIn('newcomer', testApplication);
    const live = await service.signIn('newcomer');
    expect(await create(service, testing)).toMatchObject({ Success: false });
    const id = idOf(await create(service, live));
    const change = { ...bicycle, PKID: id, Title: 'Changed in test mode' };
    expect(fieldsOf((await service.post('/v1/listings', testing, change)).body)).toMatchObject({ Success: true });
    expect((await service.call(`/v1/listings/${id}`, { token: await service.signIn('tester') })).status).toBe(200);
    expect((await service.call(`/v1/listings/${id}`, { method: 'DELETE', token: testing })).status).toBe(200);
  });
});
