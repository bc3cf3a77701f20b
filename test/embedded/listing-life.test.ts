import { describe, expect, it } from 'vitest';
import { MultiListingActionResult } from '../../src/contract/listings.ts';
import { sampled } from '../support/effort.ts';
import { bicycle, flat } from './listing-bodies.ts';
import { fieldsOf, type RunningService, rowsOf, startService } from './running-service.ts';

const DAY = 24 * 60 * 60;

/** A service whose tokens outlive its listings. */
const startLongService = () => startService({ accessTokenLifetimeSeconds: 400 * DAY });

const create = async (service: RunningService, token: string, body: unknown): Promise<number> => {
  const { PKID } = fieldsOf((await service.post('/v1/listings', token, body)).body);
  if (typeof PKID !== 'number') throw new TypeError('No listing was created');
  return PKID;
};

const act = async (service: RunningService, token: string, path: string, body: unknown) => {
  const response = await service.post(`/v1/listings/${path}`, token, body);
  expect([response.status, response.body]).toEqual([200, expect.anything()]);
  return fieldsOf(response.body);
};

const statusOf = async (service: RunningService, token: string, id: number) =>
  (await service.call(`/v1/listings/${id}`, { token })).status;

const balanceOf = async (service: RunningService, token: string) =>
  Number(fieldsOf((await service.call('/v1/user/details', { token })).body)['Balance']);

it.each([
  ['lasts 30 days', bicycle, 30],
  ['lasts 60 days for a property', flat, 60],
])('the life of a listing %s', async (_lasting, body, days) => {
  await using service = await startLongService();
  const owner = await service.signIn('newcomer');
  const other = await service.signIn('tester');
  const id = await create(service, owner, body);
  service.clock.advanceSeconds(days * DAY - 1);
  expect(await statusOf(service, other, id)).toBe(200);
  service.clock.advanceSeconds(1);
  expect([await statusOf(service, other, id), await statusOf(service, owner, id)]).toEqual([404, 200]);
});

describe('POST /v1/listings/relist', () => {
  it('relists what it can and says of the rest why not, once for each', async () => {
    await using service = await startLongService();
    const owner = await service.signIn('newcomer');
    const other = await service.signIn('tester');
    const [old, older] = [await create(service, owner, bicycle), await create(service, owner, bicycle)];
    await statusOf(service, other, old);
    service.clock.advanceSeconds(30 * DAY);
    const fresh = await create(service, owner, bicycle);
    const foreign = await create(service, other, bicycle);
    const result = await act(service, owner, 'relist', { Items: [old, fresh, foreign, 1, older, old] });
    expect(Object.keys(result).sort()).toEqual(Object.keys(MultiListingActionResult.fields).sort());
    expect(result).toEqual({
      Result: 2,
      Items: [old, older],
      Errors: [
        { ID: fresh, Error: `The listing ${fresh} has not expired.` },
        { ID: foreign, Error: `This listing is not yours to edit.` },
        { ID: 1, Error: 'There is no listing 1.' },
      ],
    });
    const { body } = await service.call(`/v1/listings/definition/${old}`, { token: owner });
    expect(body).toMatchObject({ RelistedUTC: service.clock.read().toISOString(), Views: 1 });
    expect(await act(service, owner, 'relist', { Items: [old] })).toMatchObject({ Result: 1, Items: [] });
    expect(await act(service, owner, 'relist', { Items: [] })).toEqual({ Result: 0, Items: [], Errors: [] });
  });

  it('takes the price of a property from the owner who authorised it, as one movement', async () => {
    await using service = await startLongService();
    const owner = await service.signIn('tester');
    const ids = [await create(service, owner, flat), await create(service, owner, flat)];
    const free = await create(service, owner, bicycle);
    service.clock.advanceSeconds(60 * DAY);
    const before = await balanceOf(service, owner);
    for (const PaymentAuth of [0, 1, null]) {
      const unpaid = await act(service, owner, 'relist', { Items: [...ids, free], PaymentAuth });
      expect(unpaid['Errors']).toEqual(
        ids
          .map((ID) => ({ ID, Error: 'Relisting costs EUR 2.00, which you have to agree to.' }))
          .concat(PaymentAuth === 0 ? [] : [{ ID: free, Error: `The listing ${free} has not expired.` }]),
      );
    }
    expect(await balanceOf(service, owner)).toBe(before);
    expect(await act(service, owner, 'relist', { Items: ids, PaymentAuth: 2 })).toMatchObject({ Result: 0 });
    expect(await balanceOf(service, owner)).toBe(before - 4);
    const { AccountEntries } = fieldsOf((await service.call('/v1/user/account', { token: owner })).body);
    const movements = rowsOf(AccountEntries).filter(({ Description }) => Description === 'Relisting of 2 listings');
    expect(movements).toMatchObject([{ Amount: -4, Balance: before - 4 }]);
  });

  it('does not bring back an option that lasted until the listing expired', async () => {
    await using service = await startLongService();
    const owner = await service.signIn('tester');
    const id = await create(service, owner, { ...bicycle, PaymentAuth: 2 });
    await act(service, owner, `${id}/premiumoptions`, { Options: [3] });
    const isHighlighted = async () =>
      rowsOf(fieldsOf((await service.call('/v1/user/listings?section=1', { token: owner })).body)['Items'])[0]?.[
        'IsHighlighted'
      ];
    expect(await isHighlighted()).toBe(true);
    service.clock.advanceSeconds(30 * DAY);
    await act(service, owner, 'relist', { Items: [id] });
    expect(await isHighlighted()).toBe(false);
  });

  it('relists no more than the balance pays for', async () => {
    await using service = await startLongService();
    const owner = await service.signIn('newcomer');
    const id = await create(service, owner, flat);
    service.clock.advanceSeconds(60 * DAY);
    const result = await act(service, owner, 'relist', { Items: [id], PaymentAuth: 2 });
    expect(result).toMatchObject({
      Result: 1,
      Items: [],
      Errors: [{ ID: id, Error: expect.stringContaining('balance') }],
    });
    expect(await statusOf(service, await service.signIn('tester'), id)).toBe(404);
    expect(await balanceOf(service, owner)).toBe(0);
  });

  it.each(
    sampled(3, [
      ['no list', {}, 'Items'],
      ['a list of texts', { Items: ['1'] }, 'Items[0]'],
      ['no whole number', { Items: [1, 1.5] }, 'Items[1]'],
      ['an unknown code', { Items: [], PaymentAuth: 3 }, 'PaymentAuth'],
      ['too many', { Items: Array.from({ length: 501 }, (_, n) => n) }, 'Items'],
    ] as const),
  )('refuses %s with 400, as deleting does', async (_name, body, field) => {
    await using service = await startService();
    const token = await service.signIn('newcomer');
    for (const path of ['relist', 'delete']) {
      const response = await service.post(`/v1/listings/${path}`, token, body);
      expect([path, response.status, response.body]).toEqual([
        path,
        400,
        { Message: expect.stringContaining(`Body field '${field}'`) },
      ]);
    }
  });
});

describe('POST /v1/listings/relistall', () => {
  it('relists every expired listing of the caller and of nobody else', async () => {
    await using service = await startLongService();
    const owner = await service.signIn('newcomer');
    const paid = await create(service, owner, flat);
    const free = [await create(service, owner, bicycle), await create(service, owner, bicycle)];
    const deleted = await create(service, owner, bicycle);
    await service.call(`/v1/listings/${deleted}`, { method: 'DELETE', token: owner });
    const foreign = await create(service, await service.signIn('tester'), bicycle);
    service.clock.advanceSeconds(60 * DAY);
    const fresh = await create(service, owner, bicycle);
    const result = await act(service, owner, 'relistall', {});
    expect(result).toMatchObject({ Result: 2, Items: free, Errors: [{ ID: paid }] });
    expect(result['Items']).not.toContain(fresh);
    expect(await statusOf(service, owner, foreign)).toBe(404);
    expect(await act(service, owner, 'relistall', { PaymentAuth: 2 })).toMatchObject({
      Result: 1,
      Errors: [{ ID: paid }],
    });
    expect(await act(service, await service.signIn('jeremy'), 'relistall', {})).toMatchObject({ Result: 2 });
  });

  it('has nothing to do for an account without expired listings', async () => {
    await using service = await startService();
    const token = await service.signIn('newcomer');
    expect(await act(service, token, 'relistall', { PaymentAuth: 0 })).toEqual({ Result: 0, Items: [], Errors: [] });
    expect((await service.post('/v1/listings/relistall', token, { PaymentAuth: 3 })).status).toBe(400);
  });
});

it('POST /v1/listings/delete deletes what is the caller’s and says of the rest why not', async () => {
  await using service = await startService();
  const owner = await service.signIn('newcomer');
  const ids = [await create(service, owner, bicycle), await create(service, owner, bicycle)];
  const foreign = await create(service, await service.signIn('tester'), bicycle);
  expect(await act(service, owner, 'delete', { Items: [...ids, foreign] })).toMatchObject({
    Result: 2,
    Items: ids,
    Errors: [{ ID: foreign }],
  });
  for (const id of ids) expect(await statusOf(service, owner, id)).toBe(404);
  expect(await statusOf(service, owner, foreign)).toBe(200);
  expect(await act(service, owner, 'delete', { Items: ids })).toMatchObject({ Result: 1, Items: [] });
});
