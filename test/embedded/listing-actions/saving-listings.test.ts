import { describe, expect, it } from 'vitest';
import { CreateOrUpdateResult, propertyListingFields, vehicleListingFields } from '../../../src/contract/listings.ts';
import { sampled } from '../../support/effort.ts';
import { bicycle, car, flat } from '../listing-bodies.ts';
import { fieldsOf, listedIds, type RunningService, rowsOf, startService } from '../running-service.ts';

const save = async (service: RunningService, token: string, body: unknown) => {
  const response = await service.post('/v1/listings', token, body);
  expect([response.status, response.body]).toEqual([200, expect.anything()]);
  return fieldsOf(response.body);
};

const create = async (service: RunningService, token: string, body: unknown): Promise<number> => {
  const { PKID, ...result } = await save(service, token, body);
  expect(result).toMatchObject({ Success: true, Error: null });
  return Number(PKID);
};

const read = async (service: RunningService, token: string, path: string) =>
  fieldsOf((await service.call(path, { token })).body);

describe('POST /v1/listings', () => {
  it('creates a listing that its owner reads back as it was sent', async () => {
    await using service = await startService();
    const token = await service.signIn('agent');
    for (const body of [bicycle, car, { ...flat, AssignedUserOrGroupId: 9001, CompanyProfileId: 7001 }]) {
      const id = await create(service, token, body);
      expect(await read(service, token, `/v1/listings/definition/${id}`)).toMatchObject({
        ...body,
        PKID: id,
        Views: 0,
        Images: [],
        FirstListedUTC: service.clock.read().toISOString(),
        RelistedUTC: null,
      });
    }
  });

  it('keeps nothing of what a client with one type for all listings sends for other kinds', async () => {
    await using service = await startService();
    const token = await service.signIn('seller');
    const extras = [...propertyListingFields, ...vehicleListingFields];
    const zeros = { ...Object.fromEntries(extras.map((field) => [field, 0])), VehicleMake: '', VehicleModel: '' };
    const noExtras = Object.fromEntries(extras.map((field) => [field, null]));
    const id = await create(service, token, { ...bicycle, ...zeros, PKID: 0, CompanyProfileId: 0, Bedrooms: 3 });
    expect(await read(service, token, `/v1/listings/definition/${id}`)).toMatchObject({ ...bicycle, ...noExtras });
    const carId = await create(service, token, { ...zeros, ...car });
    expect(await read(service, token, `/v1/listings/definition/${carId}`)).toMatchObject({ ...noExtras, ...car });
  });

  it('shows it to everybody, with readable labels', async () => {
    await using service = await startService();
    const id = await create(service, await service.signIn('agent'), flat);
    const item = await read(service, await service.signIn('newcomer'), `/v1/listings/${id}`);
    expect(item).toMatchObject({ Title: flat.Title, Price: 1_250, PriceSuffix: 'per month', IsWanted: false });
    const page = await service.fetch(String(item['Url']));
    expect(await page.text()).toContain('€1,250 per month');
  });

  it('responds with the result of each field, and an error in words when one is wrong', async () => {
    await using service = await startService();
    const token = await service.signIn('agent');
    const good = await save(service, token, bicycle);
    expect(Object.keys(good).sort()).toEqual(Object.keys(CreateOrUpdateResult.fields).sort());
    expect(rowsOf(good['ValidationResults'])).toHaveLength(8);
    const before = (await read(service, token, '/v1/user/listings?section=1'))['TotalResults'];
    const bad = await save(service, token, { ...bicycle, Title: '', Price: -1 });
    expect(bad).toMatchObject({ Success: false, PKID: null });
    expect(bad['Error']).toBe('Title is required. Price must be from 0 to 1000000000.');
    const wrong = rowsOf(bad['ValidationResults']).filter(({ ErrorType }) => ErrorType !== 0);
    expect(wrong.map(({ Field, ErrorType }) => [Field, ErrorType])).toEqual([
      ['Title', 1],
      ['Price', 2],
    ]);
    expect((await read(service, token, '/v1/user/listings?section=1'))['TotalResults']).toBe(before);
  });

  it('replaces with a PKID what a caller may set, and nothing else', async () => {
    await using service = await startService();
    const token = await service.signIn('agent');
    const id = await create(service, token, { ...flat, AssignedUserOrGroupId: 9001 });
    const firstListed = service.clock.read().toISOString();
    service.clock.advanceSeconds(60);
    const change = { ...bicycle, PKID: id, Views: 9, FirstListedUTC: '1999-01-01T00:00:00Z', Images: [[]] };
    expect(await save(service, token, change)).toMatchObject({ Success: true, PKID: id });
    expect(await read(service, token, `/v1/listings/definition/${id}`)).toMatchObject({
      ...bicycle,
      PKID: id,
      Views: 0,
      Images: [],
      FirstListedUTC: firstListed,
      Bedrooms: null,
      PropertyType: null,
      UserRef: null,
      PriceLabel: 0,
      AssignedUserOrGroupId: null,
    });
    expect(await save(service, token, { ...bicycle, PKID: id, Title: '' })).toMatchObject({
      Success: false,
      PKID: id,
    });
  });

  it('saves a definition that is posted back unchanged without changing anything, views, photos and words of a price included', async () => {
    await using service = await startService();
    const token = await service.signIn('seller');
    for (const section of [1, 2, 3, 4]) {
      const results = await read(service, token, `/v1/user/listings?section=${section}&count=10`);
      for (const id of sampled(12, listedIds(results))) {
        const path = `/v1/listings/definition/${id}`;
        const before = await read(service, token, path);
        await save(service, token, before);
        expect(await read(service, token, path)).toEqual(before);
      }
      expect(await read(service, token, `/v1/user/listings?section=${section}&count=10`)).toEqual(results);
    }
  });

  it('finds a changed listing by its new words, whatever their accents', async () => {
    await using service = await startService();
    const token = await service.signIn('newcomer');
    const id = await create(service, token, bicycle);
    await save(service, token, { ...bicycle, PKID: id, Title: 'Dgħajsa tal-pass' });
    const find = async (filter: string) =>
      (await read(service, token, `/v1/user/listings?section=1&filter=${encodeURIComponent(filter)}`))['TotalResults'];
    expect([await find('dghajsa'), await find('city bicycle')]).toEqual([1, 0]);
  });

  it('refuses a change of what is not there or is not the caller’s, and changes nothing', async () => {
    await using service = await startService();
    const owner = await service.signIn('seller');
    const other = await service.signIn('tester');
    const id = await create(service, owner, bicycle);
    const change = { ...bicycle, Title: 'Mine now' };
    expect((await service.post('/v1/listings', other, { ...change, PKID: id })).status).toBe(403);
    for (const PKID of [1, -5]) {
      expect((await service.post('/v1/listings', other, { ...change, PKID })).status).toBe(404);
    }
    expect(await read(service, owner, `/v1/listings/definition/${id}`)).toMatchObject({ Title: bicycle.Title });
  });
});

describe('a user who shares an account', () => {
  it('edits a listing assigned to them, whose owner stays the same, and those assigned to their group', async () => {
    await using service = await startService();
    const agent = await service.signIn('agent');
    const luisa = await service.signIn('luisa');
    for (const AssignedUserOrGroupId of [5006, 9001]) {
      const id = await create(service, agent, { ...flat, AssignedUserOrGroupId });
      const definition = await read(service, luisa, `/v1/listings/definition/${id}`);
      expect(await save(service, luisa, { ...definition, Title: 'Edited by Luisa' })).toMatchObject({ Success: true });
      const item = await read(service, agent, `/v1/listings/${id}`);
      expect(item).toMatchObject({ Title: 'Edited by Luisa', User: { Username: 'agent' } });
      expect((await read(service, luisa, '/v1/user/listings?section=3&filter=luisa'))['TotalResults']).toBe(0);
    }
  });

  it('stops at the listings of accounts that are not shared', async () => {
    await using service = await startService();
    const id = await create(service, await service.signIn('seller'), bicycle);
    const luisa = await service.signIn('luisa');
    expect((await service.post('/v1/listings', luisa, { ...bicycle, PKID: id })).status).toBe(403);
    expect((await service.call(`/v1/listings/${id}`, { method: 'DELETE', token: luisa })).status).toBe(403);
  });
});
