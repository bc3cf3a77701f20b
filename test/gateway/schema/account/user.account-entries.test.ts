import { describe, expect, it } from 'vitest';
import { codesOf, columnAt, dataOf } from '../../../support/graphql-client.ts';
import { pdfHeaders, pdfOf } from '../../../support/pdf.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../../support/scripted-gateway.ts';

const INVOICE = 'GET /v1/user/invoice';

const startAccount = async (receipts: readonly (string | null)[]): Promise<ScriptedGateway> => {
  const gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/user/account', {
    json: { AccountEntries: receipts.map((ReceiptUrl, at) => ({ Amount: at, ReceiptUrl })), Balance: 1 },
  });
  gateway.upstream.on('GET', '/v1/user/invoice', ({ query }) =>
    query.get('orderid') === '404' ? { status: 404 } : { body: pdfOf(500), headers: pdfHeaders },
  );
  return gateway;
};

const entries = (fields: string) => `{ viewer { accountEntries(first: 10) { nodes { ${fields} } } } }`;
const nodes = 'viewer.accountEntries.nodes';

describe('AccountEntry.orderId', () => {
  it('is the order that the receipt names, in any letter case, and null where there is none', async () => {
    const receipts = ['http://service/v1/user/invoice?orderid=80025', '/receipt?x=1&OrderID=7', 'receipt', null];
    await using gateway = await startAccount(receipts);
    const answer = await gateway.ask(entries('orderId receiptUrl'));
    expect(columnAt(answer, nodes, 'orderId')).toEqual([80_025, 7, null, null]);
    expect(columnAt(answer, nodes, 'receiptUrl')).toEqual(receipts);
    expect(gateway.upstream.count()).toBe(1);
  });
});

describe('AccountEntry.invoice', () => {
  it('is the invoice of the order; null without an order, and without a document', async () => {
    await using gateway = await startAccount(['?orderid=7', null, '?orderid=404']);
    const answer = await gateway.ask(entries('invoice { orderId kind size downloadUrl }'));
    expect(dataOf(answer)).toMatchObject({
      viewer: {
        accountEntries: {
          nodes: [
            { invoice: { orderId: 7, kind: 'INVOICE', size: 500, downloadUrl: '/invoices/7?kind=invoice' } },
            { invoice: null },
            { invoice: null },
          ],
        },
      },
    });
    expect(gateway.upstream.count(INVOICE)).toBe(2);
  });

  it('is asked for once an order, also when User.invoice asks for the same', async () => {
    await using gateway = await startAccount(['?orderid=7', '?orderid=7', '?orderid=7']);
    const answer = await gateway.ask(`{ viewer {
      invoice(orderId: 7) { size }
      accountEntries(first: 10) { nodes { invoice { size } } edges { node { invoice { contentType } } } }
    } }`);
    expect(dataOf(answer)).toMatchObject({ viewer: { invoice: { size: 500 } } });
    expect(gateway.upstream.count(INVOICE)).toBe(1);
  });

  it('fails alone when its document cannot be read', async () => {
    await using gateway = await startAccount(['?orderid=7', '?orderid=8']);
    gateway.upstream.once('GET', '/v1/user/invoice', { status: 403 });
    const answer = await gateway.ask(entries('amount { amount } invoice { size }'));
    expect(columnAt(answer, nodes, 'amount')).toHaveLength(2);
    expect(codesOf(answer)).toEqual(['FORBIDDEN']);
  });

  it('costs a call for each entry that a page may have, and is refused with too many before the first', async () => {
    await using gateway = await startAccount(['?orderid=7']);
    const page = (first: number) =>
      `{ viewer { accountEntries(first: ${first}) { nodes { invoice { size } } edges { node { invoice { size } } } } } }`;
    expect(codesOf(await gateway.ask(page(50)))).toEqual(['OPERATION_TOO_COMPLEX']);
    expect(gateway.upstream.count()).toBe(0);
    dataOf(await gateway.ask(page(49)));
    expect(gateway.upstream.count()).toBe(2);
  });
});

describe('AccountEntry.id', () => {
  const movement = (Description: string, Amount: unknown = -2) => ({
    Amount,
    Balance: 1,
    Description,
    TimeStamp: '2026-01-02T03:04:05Z',
  });
  const idsOf = async (movements: readonly object[]): Promise<readonly unknown[]> => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/user/account', { json: { AccountEntries: movements, Balance: 1 } });
    return columnAt(await gateway.ask(entries('id')), nodes, 'id');
  };

  it('is of one movement alone, also among equal ones and such as cannot be read', async () => {
    const [a, b] = [movement('a'), movement('b')];
    const ids = await idsOf([a, b, a, a, movement('a', 'two'), movement('a', 'three'), movement('a', 'two')]);
    expect(new Set(ids).size).toBe(7);
  });

  it('stays the same when newer movements come, equal ones too', async () => {
    const [a, b] = [movement('a'), movement('b')];
    const old = await idsOf([a, b, a]);
    for (const newer of [[b], [a], [a, movement('c')], [b, a, a]]) {
      expect((await idsOf([...newer, a, b, a])).slice(newer.length)).toEqual(old);
    }
  });
});
