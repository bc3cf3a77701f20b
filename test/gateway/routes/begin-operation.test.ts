import { afterAll, describe, expect, it } from 'vitest';
import { pdfHeaders, pdfOf } from '../../support/pdf.ts';
import { CALLER_TOKEN, startScriptedGateway } from '../../support/scripted-gateway.ts';

const CLIENT = '198.51.100.7';

const gateway = await startScriptedGateway({ trustedProxies: 1, transport: { clientAddress: 'x-forwarded-for' } });
gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 1, Name: 'Ada' } });
gateway.upstream.on('GET', '/v1/user/invoice', { body: pdfOf(10), headers: pdfHeaders });
gateway.upstream.on('POST', '/v1/listings/{id}/photos', { json: { Success: true } });
afterAll(() => gateway[Symbol.asyncDispose]());

const operation = { query: '{ viewer { name } }' };

const requests: readonly (readonly [string, string, RequestInit])[] = [
  [
    'an operation as JSON',
    '/graphql',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(operation) },
  ],
  [
    'an operation by GET',
    `/graphql?${new URLSearchParams(operation).toString()}`,
    { headers: { 'graphql-require-preflight': '1' } },
  ],
  [
    'a photo',
    '/listings/1/photos',
    { method: 'POST', headers: { 'content-type': 'image/png' }, body: new Uint8Array([0x89, 0x50, 0x4e, 0x47]) },
  ],
  ['an invoice', '/invoices/123', {}],
];

describe.each(requests)('Every operation begins alike: %s', (_what, path, init) => {
  it('has the address and the token of its client, and its request id', async () => {
    const response = await gateway.fetch(path, {
      ...init,
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        authorization: `Bearer ${CALLER_TOKEN}`,
        'x-forwarded-for': `203.0.113.1, ${CLIENT}`,
        'x-request-id': 'request-of-a-test',
      },
    });
    await response.arrayBuffer();
    expect(response.headers.get('x-request-id')).toBe('request-of-a-test');
    expect(gateway.upstream.requests.at(-1)?.headers).toMatchObject({
      authorisation: `Bearer ${CALLER_TOKEN}`,
      'x-forwarded-for': CLIENT,
      'x-request-id': 'request-of-a-test',
    });
  });
});
