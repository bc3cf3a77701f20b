import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
