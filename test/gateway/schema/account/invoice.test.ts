import { describe, expect, it } from 'vitest';
import { codesOf, dataOf, textAt, valueAt } from '../../../support/graphql-client.ts';
import { pdfHeaders, pdfOf } from '../../../support/pdf.ts';
import { CALLER_TOKEN, startScriptedGateway } from '../../../support/scripted-gateway.ts';
import type { ScriptedResponse } from '../../../support/scripted-upstream.ts';

const OPERATION = 'GET /v1/user/invoice';
const PATH = '/v1/user/invoice';

const invoice = /* GraphQL */ `
  query ($orderId: Int!, $kind: InvoiceKind! = INVOICE) {
    viewer { invoice(orderId: $orderId, kind: $kind) { orderId kind contentType size downloadUrl contentBase64 } }
  }
`;

describe('User.invoice', () => {
  it('asks for a proforma by its code', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', PATH, { body: pdfOf(50), headers: pdfHeaders });
    const answer = await gateway.ask(invoice, { orderId: 7, kind: 'PROFORMA' });
    expect(valueAt(answer, 'viewer.invoice')).toMatchObject({
      kind: 'PROFORMA',
      downloadUrl: '/invoices/7?kind=proforma',
    });
    expect(gateway.upstream.requests[0]?.rawQuery).toBe('orderid=7&invoicetype=1');
  });

  it('has a downloadUrl at which this gateway serves the same document to the same caller', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', PATH, { body: pdfOf(5000), headers: pdfHeaders });
    const answer = await gateway.ask(invoice, { orderId: 123 });
    const response = await gateway.fetch(textAt(answer, 'viewer.invoice.downloadUrl'), {
      headers: { authorization: `Bearer ${CALLER_TOKEN}` },
    });
    const content = Buffer.from(await response.arrayBuffer()).toString('base64');
    expect(content).toBe(valueAt(answer, 'viewer.invoice.contentBase64'));
  });

  it('is asked for once an operation, however often it is selected', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', PATH, { body: pdfOf(50), headers: pdfHeaders });
    const answer = await gateway.ask(`{
      a: viewer { invoice(orderId: 1) { size } again: invoice(orderId: 1, kind: INVOICE) { orderId } }
      b: viewer { invoice(orderId: 1) { size } proforma: invoice(orderId: 1, kind: PROFORMA) { size } }
    }`);
    expect(dataOf(answer)).toMatchObject({ b: { proforma: { size: 50 } } });
    expect(gateway.upstream.count(OPERATION)).toBe(2);
  });

  it('costs nothing when it is not selected', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 1, Name: 'Ann' } });
    dataOf(await gateway.ask('{ viewer { name } }'));
    expect(gateway.upstream.count(OPERATION)).toBe(0);
  });

  it.each([204, 404])('is null when the service responds with %i', async (status) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', PATH, { status });
    expect(dataOf(await gateway.ask(invoice, { orderId: 123 }))).toEqual({ viewer: { invoice: null } });
  });

  it.each<[string, string, ScriptedResponse]>([
    ['UPSTREAM_INVALID', 'HTML', { body: '<p>', headers: { 'content-type': 'text/html' } }],
    ['UPSTREAM_INVALID', 'HTML that claims to be a PDF', { body: '<p>', headers: pdfHeaders }],
    ['UPSTREAM_TOO_LARGE', 'too much', { body: pdfOf(20 * 1024 * 1024 + 1), headers: pdfHeaders }],
    ['UPSTREAM_UNAVAILABLE', 'half of it', { body: pdfOf(5000), headers: pdfHeaders, reset: 'mid-body' }],
    ['UPSTREAM_UNAVAILABLE', '500', { status: 500 }],
    ['FORBIDDEN', '403', { status: 403 }],
    ['UNAUTHENTICATED', '401', { status: 401 }],
    ['RATE_LIMITED', '429', { status: 429 }],
  ])('is null with %s when the service answers with %s, and its neighbours stay', async (code, _, script) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', PATH, script);
    gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 1, Name: 'Ann' } });
    const answer = await gateway.ask('{ viewer { name invoice(orderId: 1) { size } } }');
    expect(answer.data).toEqual({ viewer: { name: 'Ann', invoice: null } });
    expect(codesOf(answer)).toEqual([code]);
    expect(answer.errors[0]?.path).toEqual(['viewer', 'invoice']);
    expect(answer.errors[0]?.extensions['upstream']).toMatchObject({ operation: OPERATION });
  });

  it('is not asked for when the order id is no 32-bit integer', async () => {
    await using gateway = await startScriptedGateway();
    const answer = await gateway.ask(invoice, { orderId: 2_147_483_648 });
    expect(codesOf(answer)).toEqual(['BAD_USER_INPUT']);
    expect(gateway.upstream.count()).toBe(0);
  });
});
