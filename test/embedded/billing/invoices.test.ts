import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeInvoice } from '../../../src/embedded/billing/invoice-document.ts';
import { latinText } from '../../../src/embedded/billing/latin-text.ts';
import type { Order } from '../../../src/embedded/billing/orders.ts';
import { type RunningService, startService } from '../running-service.ts';

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

const pageCount = (pdf: Uint8Array): number =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length ?? 0;

describe('GET /v1/user/invoice', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startService();
  });

  afterAll(() => service[Symbol.asyncDispose]());

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

  it('names a parameter that is missing or wrong', async () => {
    for (const [query, name] of [
      ['', 'orderid'],
      ['orderid=x', 'orderid'],
      ['orderid=80001&invoicetype=2', 'invoicetype'],
    ]) {
      const { status, bytes } = await get('seller', query ?? '');
      expect([status, Buffer.from(bytes).toString()]).toEqual([400, expect.stringContaining(`'${name}'`)]);
    }
  });
});

describe('writeInvoice', () => {
  const line = { description: 'Featured for 7 days', quantity: 1, unitNetCents: 763, vatCents: 137, totalCents: 900 };
  const order: Order = {
    id: 1,
    orderedAt: Date.parse('2025-06-15T12:00:00Z'),
    vatPercent: 18,
    totalCents: 900,
    buyer: { name: 'Ġorġ Ħaż-Żebbuġ', company: null, email: 'g@example.com', vatNumber: null, accountNumber: 7 },
    lines: [line],
  };

  it('always writes the same bytes for the same order', async () => {
    expect(await writeInvoice(order, 0)).toEqual(await writeInvoice(order, 0));
  });

  it('writes names in the letters that the fonts have', async () => {
    expect(textsOf(await writeInvoice(order, 0))).toContain('Gorg Haz-Zebbug');
  });

  it('goes on over as many pages as the lines need, with the totals on the last', async () => {
    const lines = Array.from({ length: 50 }, () => line);
    const pdf = await writeInvoice({ ...order, lines, totalCents: 45_000 }, 0);
    expect(pageCount(pdf)).toBe(3);
    const texts = textsOf(pdf);
    expect(texts.match(/Featured for 7 days/g)).toHaveLength(50);
    expect(texts).toContain('450.00');
    expect(texts).toContain('page 3 of 3');
  });
});

describe('latinText', () => {
  it('keeps what Western Europe writes, strips other marks, and marks what it cannot write', () => {
    expect(latinText('Café — €5 “ok”')).toBe('Café — €5 “ok”');
    expect(latinText('Ħal Għaxaq, Żebbuġ, Łódź')).toBe('Hal Ghaxaq, Zebbug, Lódz');
    expect(latinText('日本\n\u0000 🏠')).toBe('?? ? ?');
  });
});
