import { describe, expect, it } from 'vitest';
import { sampled } from '../../../support/effort.ts';
import { codesOf, dataOf, valueAt, columnAt, textAt } from '../../../support/graphql-client.ts';
import { pdfHeaders, pdfOf } from '../../../support/pdf.ts';
import { startScriptedGateway, type ScriptedGateway, CALLER_TOKEN } from '../../../support/scripted-gateway.ts';
import type { ScriptedResponse } from '../../../support/scripted-upstream.ts';
import { scriptLists } from '../../scripted-lists.ts';

const details = { UserID: 5002, Username: 'agent', Name: 'Daniel', Email: 'agent@example.com' };

const start = async (json: object = details) => {
  const gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/user/details', { json });
  gateway.upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [], TotalResults: 0 } });
  gateway.upstream.on('GET', '/v1/user/listings', { json: { Items: [], TotalResults: 0 } });
  return gateway;
};

describe('Query.viewer', () => {
  it.each([
    ['{ viewer { __typename id } node(id: "User:me") { id ... on User { id } } }', []],
    ['{ viewer { name } }', ['/v1/user/details']],
    ['{ viewer { watchedListings { totalCount } } }', ['/v1/user/watchedlistings']],
    ['{ viewer { listings(sectionId: 1) { totalCount } } }', ['/v1/user/listings']],
    [
      '{ viewer { id listings(sectionId: 1) { totalCount } again: listings(sectionId: "Section:1") { totalCount } } }',
      ['/v1/user/listings'],
    ],
  ])('%s costs exactly the calls it needs', async (query, paths) => {
    await using gateway = await start();
    dataOf(await gateway.ask(query));
    expect(gateway.upstream.requests.map(({ path }) => path).toSorted()).toEqual(paths);
  });

  it.each(sampled(3, [undefined, null, 0, '', 'x', {}] as const))(
    'has an id of its own when the service gives %s as one',
    async (UserID) => {
      await using gateway = await start({ UserID, Username: 'agent' });
      expect(dataOf(await gateway.ask('{ viewer { id databaseId username watchedListings { totalCount } } }'))).toEqual(
        {
          viewer: { id: 'User:me', databaseId: 'me', username: 'agent', watchedListings: { totalCount: 0 } },
        },
      );
    },
  );

  it('fails field by field: what needs another call stays', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/user/details', { status: 500 });
    const response = await gateway.ask('{ viewer { id databaseId name email watchedListings { totalCount } } }');
    expect(response.data).toEqual({
      viewer: { id: 'User:me', databaseId: 'me', name: null, email: null, watchedListings: { totalCount: 0 } },
    });
    expect(new Set(response.errors.map(({ path }) => path?.join('.')))).toEqual(
      new Set(['viewer.databaseId', 'viewer.email', 'viewer.name']),
    );
    expect(gateway.upstream.count('GET /v1/user/details')).toBe(1);
  });

  it.each([
    ['accountEntries', '/v1/user/account', { Entries: [{ Amount: 5 }], Balance: 5 }],
    ['accountEntries', '/v1/user/account', { Data: { entries: [{ timestamp: '2025-03-01', text: 'A' }] } }],
    ['watchedListings', '/v1/user/watchedlistings', { Listings: [{ PKID: 7, Title: 'A' }], Total: 1 }],
    ['listings(sectionId: 1)', '/v1/user/listings', { results: null, rows: [null, { pkid: 7 }] }],
  ])('does not take rows by another name for none: %s', async (field, path, json) => {
    await using gateway = await start();
    gateway.upstream.on('GET', path, { json });
    const response = await gateway.ask(`{ viewer { rows: ${field} { nodes { id } } } }`);
    expect(response.data).toEqual({ viewer: { rows: null } });
    expect(codesOf(response)).toEqual(['UPSTREAM_INVALID']);
  });

  it.each([
    { Balance: 5 },
    { AccountEntries: null, Balance: 5, Links: [{ Rel: 'self' }] },
    { AccountEntries: [], Warnings: ['x'] },
  ])('has no movements where the service names none: %j', async (json) => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/user/account', { json });
    expect(dataOf(await gateway.ask('{ viewer { accountEntries { nodes { id } } } }'))).toEqual({
      viewer: { accountEntries: { nodes: [] } },
    });
  });

  it('has every section that the service names, also one whose id cannot be read', async () => {
    await using gateway = await start();
    scriptLists(gateway.upstream);
    gateway.upstream.on('GET', '/v1/user/sections', {
      json: { Sections: [2, null, 'x'], SectionNames: ['Cars', 'B', null], Expired: [1, 2, null] },
    });
    const response = await gateway.ask(
      '{ viewer { sections { label expiredCount section { key } listings { totalCount } } } }',
    );
    expect(dataOf(response)).toEqual({
      viewer: {
        sections: [
          { label: 'Cars', expiredCount: 1, section: { key: '2' }, listings: { totalCount: 0 } },
          { label: 'B', expiredCount: 2, section: null, listings: null },
        ],
      },
    });
  });

  it('is nobody but the caller: the account of another id is null', async () => {
    await using gateway = await start();
    expect(dataOf(await gateway.ask('{ node(id: "User:1") { id } }'))).toEqual({ node: null });
  });

  it.each([
    ['2024-11-18T02:24:00.000Z', '2024-11-18T02:24:00Z'],
    ['2024-11-18 03:24:00+01', '2024-11-18T02:24:00Z'],
    ['/Date(1731896640000)/', '2024-11-18T02:24:00Z'],
    ['true', null],
    ['', null],
    [null, null],
  ])('reads TelVerified %s as %s, and the text stays as it came', async (written, instant) => {
    await using gateway = await start({ UserID: 1, TelVerified: written, TelRestrictedUntil: written });
    const response = await gateway.ask(`{ viewer {
      telephoneVerifiedAt telephoneVerifiedAtText telephoneRestrictedUntil telephoneRestrictedUntilText
    } }`);
    expect(dataOf(response)).toEqual({
      viewer: {
        telephoneVerifiedAt: instant,
        telephoneVerifiedAtText: written,
        telephoneRestrictedUntil: instant,
        telephoneRestrictedUntilText: written,
      },
    });
  });
});

describe('Listing.viewerIsWatching, of the watch list', () => {
  const watched = { id: 'Listing:7', viewerIsWatching: true };
  it.each(
    sampled(5, [
      ['an entry that does not say', { PKID: 7, Title: 'A' }, watched],
      ['an entry that says null', { PKID: 7, IsWatched: null }, watched],
      ['an item to watch', { ItemId: 7, SectionId: 2 }, watched],
      ['yes', true, watched],
      ['a detail', { PKID: 7, Title: 'A', Views: 3 }, watched],
      ['an entry that says no', { PKID: 7, Title: 'A', IsWatched: false }, null],
      ['an item not to watch', { ItemId: 7, IsWatching: false }, null],
      ['what a user is told of a listing', { PKID: 7, IsWatching: 'false' }, null],
      ['a flag alone', { IsWatched: false }, null],
      ['no', false, null],
    ] as const),
  )('is true without a call, unless the service says that it is not, reported as %s', async (_form, json, listing) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/user/watchedlisting/7', { json });
    const response = await gateway.ask('{ viewer { watchedListing(id: 7) { id viewerIsWatching } } }');
    expect(dataOf(response)).toEqual({ viewer: { watchedListing: listing } });
    expect(gateway.upstream.count()).toBe(1);
  });

  it('comes with what a detail says of it', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/user/watchedlisting/7', { json: { PKID: 7, Title: 'Own', SectionName: 'Cars' } });
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'Other', Seller: 'Ann' } });
    const response = await gateway.ask('{ viewer { watchedListing(id: 7) { title seller { name } } } }');
    expect(dataOf(response)).toEqual({ viewer: { watchedListing: { title: 'Own', seller: { name: 'Ann' } } } });
  });

  it('is true of every entry of the list that does not say no', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/user/watchedlistings', {
      json: { Items: [{ PKID: 7 }, { PKID: 8, IsWatched: false }, { PKID: 9, IsWatched: null }] },
    });
    const response = await gateway.ask('{ viewer { watchedListings { nodes { viewerIsWatching } } } }');
    expect(valueAt(response, 'viewer.watchedListings.nodes')).toEqual([
      { viewerIsWatching: true },
      { viewerIsWatching: false },
      { viewerIsWatching: true },
    ]);
    expect(gateway.upstream.count()).toBe(1);
  });
});

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

it('AccountEntry.orderId is the order that the receipt names, in any letter case, and null where there is none', async () => {
  const receipts = ['http://service/v1/user/invoice?orderid=80025', '/receipt?x=1&OrderID=7', 'receipt', null];
  await using gateway = await startAccount(receipts);
  const answer = await gateway.ask(entries('orderId receiptUrl'));
  expect(columnAt(answer, nodes, 'orderId')).toEqual([80_025, 7, null, null]);
  expect(columnAt(answer, nodes, 'receiptUrl')).toEqual(receipts);
  expect(gateway.upstream.count()).toBe(1);
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

const PATH = '/v1/user/invoice';

const invoice = /* GraphQL */ `
  query ($orderId: Int!, $kind: InvoiceKind! = INVOICE) {
    viewer { invoice(orderId: $orderId, kind: $kind) { orderId kind contentType size downloadUrl contentBase64 } }
  }
`;

describe('User.invoice', () => {
  it('asks for a proforma by its code', async () => {
    await using gateway = await startAccount([]);
    const answer = await gateway.ask(invoice, { orderId: 7, kind: 'PROFORMA' });
    expect(valueAt(answer, 'viewer.invoice')).toMatchObject({
      kind: 'PROFORMA',
      downloadUrl: '/invoices/7?kind=proforma',
    });
    expect(gateway.upstream.requests[0]?.rawQuery).toBe('orderid=7&invoicetype=1');
  });

  it('has a downloadUrl at which this gateway serves the same document to the same caller', async () => {
    await using gateway = await startAccount([]);
    const answer = await gateway.ask(invoice, { orderId: 123 });
    const response = await gateway.fetch(textAt(answer, 'viewer.invoice.downloadUrl'), {
      headers: { authorization: `Bearer ${CALLER_TOKEN}` },
    });
    const content = Buffer.from(await response.arrayBuffer()).toString('base64');
    expect(content).toBe(valueAt(answer, 'viewer.invoice.contentBase64'));
  });

  it('is asked for once an operation, however often it is selected', async () => {
    await using gateway = await startAccount([]);
    const answer = await gateway.ask(`{
      a: viewer { invoice(orderId: 1) { size } again: invoice(orderId: 1, kind: INVOICE) { orderId } }
      b: viewer { invoice(orderId: 1) { size } proforma: invoice(orderId: 1, kind: PROFORMA) { size } }
    }`);
    expect(dataOf(answer)).toMatchObject({ b: { proforma: { size: 500 } } });
    expect(gateway.upstream.count(INVOICE)).toBe(2);
  });

  it.each([204, 404])('is null when the service responds with %i', async (status) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', PATH, { status });
    expect(dataOf(await gateway.ask(invoice, { orderId: 123 }))).toEqual({ viewer: { invoice: null } });
  });

  it.each<[string, string, ScriptedResponse]>(
    sampled(4, [
      ['UPSTREAM_INVALID', 'HTML', { body: '<p>', headers: { 'content-type': 'text/html' } }],
      ['UPSTREAM_INVALID', 'HTML that claims to be a PDF', { body: '<p>', headers: pdfHeaders }],
      ['UPSTREAM_TOO_LARGE', 'too much', { body: pdfOf(20 * 1024 * 1024 + 1), headers: pdfHeaders }],
      ['UPSTREAM_UNAVAILABLE', 'half of it', { body: pdfOf(5000), headers: pdfHeaders, reset: 'mid-body' }],
      ['UPSTREAM_UNAVAILABLE', '500', { status: 500 }],
      ['FORBIDDEN', '403', { status: 403 }],
      ['UNAUTHENTICATED', '401', { status: 401 }],
      ['RATE_LIMITED', '429', { status: 429 }],
    ]),
  )('is null with %s when the service answers with %s, and its neighbours stay', async (code, _, script) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', PATH, script);
    gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 1, Name: 'Ann' } });
    const answer = await gateway.ask('{ viewer { name invoice(orderId: 1) { size } } }');
    expect(answer.data).toEqual({ viewer: { name: 'Ann', invoice: null } });
    expect(codesOf(answer)).toEqual([code]);
    expect(answer.errors[0]?.path).toEqual(['viewer', 'invoice']);
    expect(answer.errors[0]?.extensions['upstream']).toMatchObject({ operation: INVOICE });
  });

  it('is not asked for when the order id is no 32-bit integer', async () => {
    await using gateway = await startScriptedGateway();
    const answer = await gateway.ask(invoice, { orderId: 2_147_483_648 });
    expect(codesOf(answer)).toEqual(['BAD_USER_INPUT']);
    expect(gateway.upstream.count()).toBe(0);
  });
});
