import { describe, expect, it } from 'vitest';
import { PremiumOptionStatus } from '../../../src/contract/premium-options.ts';
import { sampled } from '../../support/effort.ts';
import { demoListings } from '../demo-listings.ts';
import { fieldsOf, type RunningService, rowsOf, startService } from '../running-service.ts';

const listings = demoListings.filter(({ premiumOptionCount }) => premiumOptionCount === 0);
const listingOf = (owner: string, state: string): number =>
  listings.find((each) => each.owner === owner && each.state === state)?.id ?? 0;

const active = listingOf('seller', 'active');
const DAY_SECONDS = 24 * 60 * 60;

/** Calls the endpoints that matter to what one account buys for a listing. */
const shopOf = (service: RunningService, token: string, id = active) => {
  const path = `/v1/listings/${id}/premiumoptions`;
  const read = async () => rowsOf(fieldsOf((await service.call(path, { token })).body)['options']);
  return {
    buy: (...options: readonly unknown[]) => service.post(path, token, { Options: options }),
    read,
    stateOf: async (option: number) => (await read()).find(({ Option }) => Option === option),
    balance: async () => Number(fieldsOf((await service.call('/v1/user/account', { token })).body)['Balance']),
    newestEntry: async () =>
      rowsOf(fieldsOf((await service.call('/v1/user/account?count=1', { token })).body)['AccountEntries'])[0],
    isHighlighted: async () => fieldsOf((await service.call(`/v1/listings/${id}/mini`, { token })).body)['Border'],
  };
};

const startShop = async (username = 'seller', id = active) => {
  const service = await startService();
  const shop = shopOf(service, await service.signIn(username), id);
  return { ...service, ...shop, service };
};

describe('GET /v1/listings/{id}/premiumoptions', () => {
  it('says of each option that is sold whether it is active', async () => {
    await using shop = await startShop();
    const options = await shop.read();
    expect(options).toEqual([
      { Option: 1, Active: false, Expires: true, Expiry: null },
      { Option: 2, Active: false, Expires: true, Expiry: null },
      { Option: 3, Active: false, Expires: false, Expiry: null },
    ]);
    expect(Object.keys(options[0] ?? {})).toEqual(Object.keys(PremiumOptionStatus.fields));
  });

  it('is for editors of the listing only', async () => {
    await using service = await startService();
    const token = await service.signIn('newcomer');
    const path = `/v1/listings/${active}/premiumoptions`;
    expect((await service.call(path, { token })).status).toBe(403);
    expect((await service.post(path, token, { Options: [1] })).status).toBe(403);
    expect((await service.call('/v1/listings/999999/premiumoptions', { token })).status).toBe(404);
  });
});

describe('POST /v1/listings/{id}/premiumoptions', () => {
  it('takes the price from the balance, with a movement that has a receipt', async () => {
    await using shop = await startShop();
    const before = await shop.balance();
    const { status, body } = await shop.buy(1);
    expect(status).toBe(200);
    const expiry = new Date(shop.clock.read().getTime() + 3 * DAY_SECONDS * 1000).toISOString();
    expect(rowsOf(fieldsOf(body)['options'])[0]).toEqual({ Option: 1, Active: true, Expires: true, Expiry: expiry });
    expect(await shop.balance()).toBeCloseTo(before - 5, 2);
    const entry = fieldsOf(await shop.newestEntry());
    expect(entry).toMatchObject({
      Amount: -5,
      Balance: await shop.balance(),
      Description: `Featured for 3 days, listing ${active}`,
      TimeStamp: shop.clock.read().toISOString(),
    });
    const token = await shop.service.signIn('seller');
    const receipt = await shop.service.fetch(String(entry['ReceiptUrl']), { token });
    expect([receipt.status, receipt.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
  });

  it('highlights the listing until the option expires by the clock', async () => {
    await using shop = await startShop();
    expect(await shop.isHighlighted()).toBe(false);
    await shop.buy(1);
    shop.clock.advanceSeconds(30 * 60);
    expect(await shop.isHighlighted()).toBe(true);
    shop.clock.advanceSeconds(3 * DAY_SECONDS);
    const later = shopOf(shop.service, await shop.service.signIn('seller'));
    expect(await later.isHighlighted()).toBe(false);
    expect(await later.stateOf(1)).toMatchObject({ Active: false, Expires: true, Expiry: expect.any(String) });
  });

  it('adds days that are bought again to those that are left', async () => {
    await using shop = await startShop();
    await shop.buy(2);
    const end = async () => new Date(String((await shop.stateOf(2))?.['Expiry'])).toISOString();
    const inDays = (days: number) => new Date(shop.clock.read().getTime() + days * DAY_SECONDS * 1000).toISOString();
    expect(await end()).toBe(inDays(7));
    await shop.buy(2, 2);
    expect(await end()).toBe(inDays(21));
    const entry = fieldsOf(await shop.newestEntry());
    expect(entry['Amount']).toBe(-18);
  });

  it('sells the option without an end once', async () => {
    await using shop = await startShop();
    expect((await shop.buy(3, 3)).status).toBe(400);
    expect((await shop.buy(3)).status).toBe(200);
    expect(await shop.stateOf(3)).toEqual({ Option: 3, Active: true, Expires: false, Expiry: null });
    const balance = await shop.balance();
    expect((await shop.buy(3)).status).toBe(400);
    expect(await shop.balance()).toBe(balance);
  });

  it('buys nothing for no option and for None', async () => {
    await using shop = await startShop();
    const before = await shop.newestEntry();
    expect((await shop.buy()).status).toBe(200);
    expect((await shop.buy(0)).status).toBe(200);
    expect(await shop.newestEntry()).toEqual(before);
  });

  it('refuses what the balance does not cover, all or nothing', async () => {
    await using shop = await startShop();
    const balance = await shop.balance();
    const many = Array.from({ length: 20 }, () => 2);
    const { status, body } = await shop.buy(1, ...many.slice(1));
    const shown = `EUR ${balance.toFixed(2)}`;
    expect([status, body]).toEqual([
      400,
      { Message: `The balance of the account is ${shown}, but this costs EUR 176.00.` },
    ]);
    expect(await shop.balance()).toBe(balance);
    expect(await shop.stateOf(1)).toMatchObject({ Active: false });
  });

  it('never spends more than there is when purchases come at once', async () => {
    await using shop = await startShop();
    const before = await shop.balance();
    const responses = await Promise.all(Array.from({ length: 12 }, () => shop.buy(2, 2)));
    const bought = responses.filter(({ status }) => status === 200).length;
    expect(bought).toBe(Math.min(12, Math.floor(before / 18)));
    expect(await shop.balance()).toBeCloseTo(before - bought * 18, 2);
  });

  it('refuses codes that are no option, by name', async () => {
    await using shop = await startShop();
    const known = '0 (None), 1 (Featured_3days), 2 (Featured_7days), 3 (Featured)';
    const message = `Body field 'Options' has 7; each option must be one of ${known}.`;
    expect((await shop.buy(1, 7)).body).toEqual({ Message: message });
    for (const options of [['1'], [1.5], [null], [2 ** 31]]) expect((await shop.buy(...options)).status).toBe(400);
    expect((await shop.buy(...Array.from({ length: 251 }, () => 1))).status).toBe(400);
    const token = await shop.service.signIn('seller');
    const path = `/v1/listings/${active}/premiumoptions`;
    const { body } = await shop.service.post(path, token, {});
    expect(body).toEqual({ Message: "Body field 'Options' is required." });
    expect((await shop.service.post(path, token, { Options: 1 })).status).toBe(400);
  });

  it('refuses an expired listing', async () => {
    await using shop = await startShop('seller', listingOf('seller', 'expired'));
    const { status, body } = await shop.buy(1);
    expect([status, body]).toEqual([400, { Message: 'The listing has expired: relist it first.' }]);
  });

  it.each(sampled(2, [0, 1, 2] as const))(
    'sells to a listing whose PaymentAuth is %i, for the request is the consent',
    async (PaymentAuth) => {
      await using shop = await startShop();
      const token = await shop.service.signIn('seller');
      const definition = (await shop.service.call(`/v1/listings/definition/${active}`, { token })).body;
      const saved = await shop.service.post('/v1/listings', token, { ...fieldsOf(definition), PaymentAuth });
      expect(fieldsOf(saved.body)['Success']).toBe(true);
      const before = await shop.balance();
      expect((await shop.buy(1)).status).toBe(200);
      expect(await shop.balance()).toBeCloseTo(before - 5, 2);
    },
  );

  it('charges the account of the owner when somebody buys with whom it is shared', async () => {
    const id = listingOf('agent', 'active');
    await using shop = await startShop('agent', id);
    const before = await shop.balance();
    const luisa = shopOf(shop.service, await shop.service.signIn('luisa'), id);
    const herBalance = await luisa.balance();
    expect((await luisa.buy(1)).status).toBe(200);
    expect(await shop.balance()).toBeCloseTo(before - 5, 2);
    expect(await luisa.balance()).toBe(herBalance);
  });
});

describe('GET /v1/user/premiumoptionscost', () => {
  const costFor = async (username: string, query: string) => {
    await using service = await startService();
    return await service.call(`/v1/user/premiumoptionscost?${query}`, { token: await service.signIn(username) });
  };

  it('adds up the options, each as often as it is named', async () => {
    const { body } = await costFor('newcomer', 'options=1&options=2&options=1&options=0');
    expect(body).toEqual({ Balance: 0, Cost: 19, ToPay: 19 });
  });

  it('leaves nothing to pay when the balance covers it', async () => {
    const cost = fieldsOf((await costFor('tester', 'options=3')).body);
    expect(cost).toEqual({ Balance: expect.any(Number), Cost: 20, ToPay: 0 });
    expect(Number(cost['Balance'])).toBeGreaterThan(20);
  });
});
