import { get, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { pdfHeaders, pdfOf } from '../../support/pdf.ts';
import { CALLER_TOKEN, startScriptedGateway, startScriptedGatewayForAll } from '../../support/scripted-gateway.ts';
import type { ScriptedResponse } from '../../support/scripted-upstream.ts';

const PATH = '/v1/user/invoice';
const MEBIBYTE = 1024 * 1024;
const REQUEST_ID = 'request-of-a-test';

const gateway = await startScriptedGatewayForAll({ guard: { retryPercent: 0, breaker: false } });

const ask = (path = '/invoices/123', headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  gateway.fetch(path, { headers: { authorization: `Bearer ${CALLER_TOKEN}`, 'x-request-id': REQUEST_ID, ...headers } });

const lastRequest = () => gateway.upstream.requests.at(-1);

/** Lets the service response once, and asks for an invoice. */
const askOf = (answer: ScriptedResponse, path?: string): Promise<Response> => {
  gateway.upstream.once('GET', PATH, answer);
  return ask(path);
};

/** Asks for nothing of the service. */
const quietly = async (asking: () => Promise<Response>): Promise<Response> => {
  const before = gateway.upstream.count();
  const response = await asking();
  expect(gateway.upstream.count()).toBe(before);
  return response;
};

/** What a response says that is no document: its status, its body, and whether it gives away what it should not. */
const problemOf = async (response: Response) => {
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    requestId: response.headers.get('x-request-id'),
    body: JSON.parse(text) as unknown,
    leaks: /token-of|127\.0\.0\.1|canary|\.ts/.test(text),
  };
};

const message: unknown = expect.any(String);

const problem = (status: number, code: string, retryable = false, text = message) => ({
  status,
  type: 'application/json; charset=utf-8',
  requestId: REQUEST_ID,
  body: expect.objectContaining({ code, message: text, requestId: REQUEST_ID, retryable }),
  leaks: false,
});

describe('GET /invoices/{orderId}', () => {
  it('serves the document of the service as it is', async () => {
    const response = await askOf({ body: pdfOf(100_000), headers: pdfHeaders });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '100000',
      'content-disposition': 'inline; filename="invoice-123.pdf"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': REQUEST_ID,
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(pdfOf(100_000))).toBe(true);
  });

  it('asks the service for exactly this, with the token of the caller and the request id', async () => {
    await (await askOf({ body: pdfOf(10), headers: pdfHeaders })).arrayBuffer();
    expect(lastRequest()).toMatchObject({ method: 'GET', path: PATH, rawQuery: 'orderid=123&invoicetype=0' });
    expect(lastRequest()?.headers).toMatchObject({
      authorisation: `Bearer ${CALLER_TOKEN}`,
      'x-request-id': REQUEST_ID,
    });
    expect(lastRequest()?.headers['authorization']).toBeUndefined();
  });

  it('hands on no header of the service', async () => {
    const headers = { ...pdfHeaders, 'set-cookie': 'a=b', 'x-canary': 'yes', 'content-disposition': 'attachment' };
    const response = await askOf({ body: pdfOf(10), headers });
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('x-canary')).toBeNull();
    expect(response.headers.get('content-disposition')).toMatch(/^inline/);
    await response.arrayBuffer();
  });

  it.each([
    ['?kind=invoice', '0', 'invoice-123.pdf'],
    ['?kind=PROFORMA', '1', 'proforma-123.pdf'],
    ['?kind=Proforma&other=1', '1', 'proforma-123.pdf'],
    ['?other=1', '0', 'invoice-123.pdf'],
    ['?', '0', 'invoice-123.pdf'],
  ])('takes the kind %s', async (query, invoiceType, filename) => {
    const response = await askOf({ body: pdfOf(10), headers: pdfHeaders }, `/invoices/123${query}`);
    await response.arrayBuffer();
    expect(lastRequest()?.rawQuery).toBe(`orderid=123&invoicetype=${invoiceType}`);
    expect(response.headers.get('content-disposition')).toBe(`inline; filename="${filename}"`);
  });

  it.each([204, 404])('is 404 when the service responds with %i', async (status) => {
    expect(await problemOf(await askOf({ status }))).toEqual(problem(404, 'NOT_FOUND'));
  });

  it.each<[number, string, boolean, string, ScriptedResponse]>([
    [401, 'UNAUTHENTICATED', false, '401', { status: 401 }],
    [403, 'FORBIDDEN', false, '403', { status: 403 }],
    [422, 'UPSTREAM_REJECTED', false, '400', { status: 400, json: { Message: 'No such order type.' } }],
    [429, 'RATE_LIMITED', true, '429', { status: 429 }],
    [503, 'UPSTREAM_UNAVAILABLE', true, '500', { status: 500, body: 'canary' }],
    [503, 'UPSTREAM_UNAVAILABLE', true, '503', { status: 503 }],
    [503, 'UPSTREAM_UNAVAILABLE', true, 'a reset', { reset: 'before-headers' }],
    [
      503,
      'UPSTREAM_UNAVAILABLE',
      true,
      'headers and a reset',
      { reset: 'after-headers', body: pdfOf(10), headers: pdfHeaders },
    ],
    [502, 'UPSTREAM_INVALID', false, 'a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/canary' } }],
    [502, 'UPSTREAM_INVALID', false, 'HTML', { body: '<p>canary', headers: { 'content-type': 'text/html' } }],
    [502, 'UPSTREAM_INVALID', false, 'HTML that claims to be a PDF', { body: '<p>canary', headers: pdfHeaders }],
    [502, 'UPSTREAM_TOO_LARGE', false, 'too much', { body: pdfOf(20 * MEBIBYTE + 1), headers: pdfHeaders }],
  ])('is %i %s (retryable: %s) when the service answers with %s', async (status, code, retryable, _, answer) => {
    expect(await problemOf(await askOf(answer))).toEqual(problem(status, code, retryable));
  });

  it.each([429, 503])('says how long to wait when the service does, with %i', async (status) => {
    const response = await askOf({ status, headers: { 'retry-after': '7' } });
    expect(response.headers.get('retry-after')).toBe('7');
    await response.text();
  });

  it('is 401 without a token, and nothing is asked of the service', async () => {
    const response = await quietly(() => gateway.fetch('/invoices/1', { headers: { 'x-request-id': REQUEST_ID } }));
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await problemOf(response)).toEqual(problem(401, 'UNAUTHENTICATED'));
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['is no bearer token', { authorization: 'abc' }],
    ['differs between the two spellings', { authorisation: 'Bearer another' }],
  ])('is 400 when the token %s', async (_, headers) => {
    const response = await quietly(() => ask('/invoices/1', headers));
    expect(await problemOf(response)).toEqual(problem(400, 'BAD_REQUEST'));
  });

  it.each([
    ['/invoices/2147483648', /2147483647/],
    ['/invoices/99999999999999999999999999', /2147483647/],
    ['/invoices/1?kind=receipt', /"invoice" or "proforma"/],
    ['/invoices/1?kind=', /"invoice" or "proforma"/],
    ['/invoices/1?kind=0', /"invoice" or "proforma"/],
    ['/invoices/1?kind=invoice&kind=proforma', /once/],
  ])('is 400 for %s and says what is expected', async (path, expected) => {
    const response = await quietly(() => ask(path));
    expect(await problemOf(response)).toEqual(problem(400, 'BAD_REQUEST', false, expect.stringMatching(expected)));
  });

  it.each([
    '/invoices',
    '/invoices/',
    '/invoices/abc',
    '/invoices/-1',
    '/invoices/1.0',
    '/invoices/1/',
    '/invoices/1/2',
  ])('is 404 for %s, which is no invoice', async (path) => {
    const response = await quietly(() => ask(path));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ paths: expect.arrayContaining(['/invoices/{orderId}']) });
  });
});

/** A document that never ends. */
async function* withoutEnd(): AsyncGenerator<Uint8Array> {
  yield pdfOf(1000);
  await new Promise(() => {});
}

describe('an invoice under way', () => {
  const authorization = `Bearer ${CALLER_TOKEN}`;

  it.each<[string, number, string, () => ScriptedResponse, number?]>([
    [
      'breaks off',
      503,
      'UPSTREAM_UNAVAILABLE',
      () => ({ raw: 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n%PDF-1.7' }),
    ],
    ['stops', 504, 'UPSTREAM_TIMEOUT', () => ({ body: withoutEnd(), headers: pdfHeaders }), 50],
    ['sends too much', 502, 'UPSTREAM_TOO_LARGE', () => ({ body: pdfOf(300_000), headers: pdfHeaders })],
  ])('is never taken for complete when the service %s', async (_, status, code, response, documentMs = 60_000) => {
    await using own = await startScriptedGateway({
      transport: { timeouts: { documentMs }, maxDocumentBytes: 250_000 },
    });
    own.upstream.on('GET', PATH, response());
    const answer = await own.fetch('/invoices/1', { headers: { authorization } });
    expect([answer.status, await answer.json()]).toMatchObject([status, { code }]);
    expect(own.logLines.join('\n')).not.toContain(CALLER_TOKEN);
  });

  it('holds no connection to the service while its client does not read', async () => {
    await using own = await startScriptedGateway();
    own.upstream.on('GET', PATH, { body: pdfOf(12_000_000), headers: pdfHeaders });
    const path = '/invoices/1';
    const client = await new Promise<IncomingMessage>((resolve) => {
      get({ hostname: own.url.hostname, port: own.url.port, path, headers: { authorization } }, resolve);
    });
    expect(client.statusCode).toBe(200);
    expect(own.load()).toEqual({ active: 0, waiting: 0 });
    let read = 0;
    for await (const piece of client) read += Buffer.from(piece).length;
    expect(read).toBe(12_000_000);
  });

  it.each(['before-headers', 'mid-body'] as const)('ends at the service when the client goes: %s', async (hang) => {
    await using own = await startScriptedGateway({ trustedProxies: 1 });
    own.upstream.on('GET', PATH, { body: pdfOf(5000), headers: pdfHeaders, hang });
    const client = new AbortController();
    const fetching = own.fetch('/invoices/1', { headers: { authorization }, signal: client.signal });
    const fetched = Promise.allSettled([fetching]);
    await own.upstream.received(1);
    client.abort();
    await own.upstream.requests[0]?.closed;
    await fetched;
    expect(own.logLines.filter((line) => /"level":(?:40|50)/.test(line))).toEqual([]);
  });
});
