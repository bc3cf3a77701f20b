import { describe, expect, it } from 'vitest';
import { AccountEntry } from '../../../src/contract/user.ts';
import { fieldsOf, rowsOf, startService } from '../running-service.ts';

describe('GET /v1/user/account', () => {
  const startAccount = async (username: string) => {
    const service = await startService();
    const token = await service.signIn(username);
    const page = (query = '') => service.call(`/v1/user/account${query}`, { token });
    const entries = async (query?: string) => rowsOf(fieldsOf((await page(query)).body)['AccountEntries']);
    return { ...service, service, token, page, entries };
  };

  it('gives movements from the newest on, each with the balance after it', async () => {
    await using account = await startAccount('seller');
    const all = await account.entries('?count=100');
    expect(all.length).toBeGreaterThan(25);
    expect(Object.keys(all[0] ?? {})).toEqual(Object.keys(AccountEntry.fields));
    const times = all.map(({ TimeStamp }) => Date.parse(String(TimeStamp)));
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    const cents = (value: unknown): number => Math.round(Number(value) * 100);
    const running = all.map(({ Balance }, at) => cents(Balance) - cents(all[at + 1]?.['Balance'] ?? 0));
    expect(running).toEqual(all.map(({ Amount }) => cents(Amount)));
    const { body } = await account.page('?count=0');
    expect(body).toEqual({ AccountEntries: [], Balance: all[0]?.['Balance'] });
    const details = await account.service.call('/v1/user/details', { token: account.token });
    expect(fieldsOf(details.body)['Balance']).toBe(all[0]?.['Balance']);
  });

  it('pages from 0, 20 by default', async () => {
    await using account = await startAccount('seller');
    const all = await account.entries('?count=100');
    expect(await account.entries()).toEqual(all.slice(0, 20));
    expect(await account.entries('?first=0&count=3')).toEqual(all.slice(0, 3));
    expect(await account.entries('?first=3&count=4')).toEqual(all.slice(3, 7));
    expect(await account.entries(`?first=${all.length - 1}`)).toEqual(all.slice(-1));
    expect(await account.entries(`?first=${all.length}`)).toEqual([]);
    expect(await account.entries('?first=2147483647')).toEqual([]);
  });

  it('names a parameter that is out of range', async () => {
    await using account = await startAccount('seller');
    for (const [query, name] of [
      ['?first=-1', 'first'],
      ['?count=-1', 'count'],
      ['?count=many', 'count'],
    ]) {
      const { status, body } = await account.page(query);
      expect([status, String(fieldsOf(body)['Message'])]).toEqual([400, expect.stringContaining(`'${name}'`)]);
    }
  });

  it.each(['seller', 'agent'])('has an invoice for every charge of the demo account %s', async (username) => {
    await using account = await startAccount(username);
    const charges = (await account.entries('?count=100')).filter(({ Amount }) => Number(Amount) < 0);
    for (const { ReceiptUrl } of charges) {
      const { status, headers } = await account.service.fetch(String(ReceiptUrl), { token: account.token });
      expect([status, headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    }
  });

  it('links the invoice of what was paid for, for its owner only', async () => {
    await using account = await startAccount('seller');
    const receipts = (await account.entries('?count=100')).map(({ ReceiptUrl }) => ReceiptUrl);
    expect(receipts).toContain(null);
    const url = receipts.map(String).find((each) => each.includes('orderid='));
    const own = await account.service.fetch(String(url), { token: account.token });
    expect([own.status, own.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    const other = await account.service.fetch(String(url), { token: await account.service.signIn('agent') });
    expect([other.status, await other.text()]).toEqual([204, '']);
  });

  it('is empty for an account without movements', async () => {
    await using account = await startAccount('newcomer');
    expect((await account.page()).body).toEqual({ AccountEntries: [], Balance: 0 });
  });
});
