import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { AccountEntry } from '../../../src/contract/user.ts';
import { sampled } from '../../support/effort.ts';
import { fieldsOf, rowsOf, startService, startServiceForAll } from '../running-service.ts';

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

  it.each(sampled(2, ['seller', 'agent']))(
    'has an invoice for every charge of the demo account %s',
    async (username) => {
      await using account = await startAccount(username);
      const charges = (await account.entries('?count=100')).filter(({ Amount }) => Number(Amount) < 0);
      expect(charges.length).toBeGreaterThan(3);
      for (const { ReceiptUrl } of sampled(4, charges)) {
        const { status, headers } = await account.service.fetch(String(ReceiptUrl), { token: account.token });
        expect([status, headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
      }
    },
  );

  it('is empty for an account without movements', async () => {
    await using account = await startAccount('newcomer');
    expect((await account.page()).body).toEqual({ AccountEntries: [], Balance: 0 });
  });
});

/** The texts of a PDF with the standard fonts: what its compressed streams show, in the order in which it was written. */
const textsOf = (pdf: Uint8Array): string => {
  const bytes = Buffer.from(pdf);
  const texts: string[] = [];
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at)) {
    const start = at + 'stream\n'.length;
    const end = bytes.indexOf('\nendstream', start);
    const content = inflateSync(bytes.subarray(start, end)).toString('latin1');
    for (const [shown] of content.matchAll(/\[[^\]]*\] TJ/g)) {
      const parts = [...shown.matchAll(/<([\da-f]*)>/g)].map(([, hex = '']) =>
        Buffer.from(hex, 'hex').toString('latin1'),
      );
      texts.push(parts.join(''));
    }
    at = end + '\nendstream'.length;
  }
  return texts.join('\n');
};

describe('GET /v1/user/invoice', async () => {
  const service = await startServiceForAll();

  const get = async (username: string, query: string) => {
    const response = await service.fetch(`/api/v1/user/invoice?${query}`, { token: await service.signIn(username) });
    return {
      status: response.status,
      type: response.headers.get('Content-Type'),
      bytes: new Uint8Array(await response.arrayBuffer()),
    };
  };

  it('gives the invoice of an order as PDF with buyer, lines, VAT and totals', async () => {
    const { status, type, bytes } = await get('seller', 'orderid=80004');
    expect([status, type, Buffer.from(bytes.subarray(0, 5)).toString()]).toEqual([200, 'application/pdf', '%PDF-']);
    const texts = textsOf(bytes).split('\n');
    expect(texts).toEqual(
      expect.arrayContaining([
        'Invoice',
        'No. 80004',
        'Marija Cassar',
        'Demo Marketplace Ltd',
        'Featured for 7 days',
        '18.01',
        'Relisting bundle, 5 listings',
        '9.99',
        'Net',
        '23.73',
        'VAT 18 %',
        '4.27',
        'Total EUR',
        '28.00',
      ]),
    );
  });

  it('gives the proforma for invoicetype 1, and the invoice for 0', async () => {
    const proforma = textsOf((await get('agent', 'orderid=80101&invoicetype=1')).bytes);
    expect(proforma).toContain('Proforma invoice');
    expect(proforma).toContain('Limestone & Sea Properties');
    expect(proforma).toContain('VAT MT90210418');
    const invoice = textsOf((await get('agent', 'orderid=80101&invoicetype=0')).bytes);
    expect(invoice).not.toContain('Proforma');
  });

  it.each([
    ['the invoice of an unpaid order', 'seller', 'orderid=80026'],
    ['the proforma of an order that was paid at once', 'seller', 'orderid=80001&invoicetype=1'],
    ['a cancelled order', 'seller', 'orderid=80023'],
    ['an order of somebody else', 'seller', 'orderid=80101'],
    ['an order that never was', 'seller', 'orderid=-1'],
  ])('is 204 for %s', async (_case, username, query) => {
    const { status, bytes } = await get(username, query);
    expect([status, bytes.byteLength]).toEqual([204, 0]);
  });
});
