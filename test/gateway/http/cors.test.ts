import { describe, expect, it } from 'vitest';
import { sampled } from '../../support/effort.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';

const start = (...corsOrigins: readonly string[]) => startScriptedGateway({ corsOrigins });

const body = JSON.stringify({ query: '{ __typename }' });

const corsHeadersOf = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

describe('A page of another origin', () => {
  it('may call the gateway when its origin is in the list, and read what it needs', async () => {
    await using gateway = await start('https://shop.example');
    const headers = { origin: 'https://shop.example', 'content-type': 'application/json' };
    const asked = await gateway.fetch('/graphql', {
      method: 'OPTIONS',
      headers: {
        ...headers,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(asked.status).toBe(204);
    expect(corsHeadersOf(asked)).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-max-age': '600',
    });
    // All that the documents tell a page to send.
    expect(asked.headers.get('access-control-allow-headers')?.split(', ').toSorted()).toEqual([
      'apollo-require-preflight',
      'apollographql-client-name',
      'apollographql-client-version',
      'authorisation',
      'authorization',
      'baggage',
      'content-type',
      'graphql-client-name',
      'graphql-client-version',
      'graphql-require-preflight',
      'idempotency-key',
      'sentry-trace',
      'traceparent',
      'tracestate',
      'x-apollo-operation-name',
      'x-request-id',
      'x-upstream-trace',
    ]);
    const answer = await gateway.fetch('/graphql', { method: 'POST', headers, body });
    expect(await answer.json()).toEqual({ data: { __typename: 'Query' } });
    expect(corsHeadersOf(answer)).toEqual({
      'access-control-allow-origin': 'https://shop.example',
      'access-control-expose-headers': 'x-request-id, retry-after, idempotency-replayed',
    });
    expect(answer.headers.get('vary')).toContain('Origin');
  });

  it.each(
    sampled(4, [
      'https://shop.example.evil.example',
      'https://evil-shop.example',
      'http://shop.example',
      'https://shop.example.evil',
      'https://shop.example:444',
      'https://shop.example:443',
      'https://SHOP.example',
      'HTTPS://shop.example',
      'https://shop.example.',
      'https://shop.example/',
      'https://shop.example@evil.example',
      'https://evil.example/https://shop.example',
      'https://evil.example?https://shop.example',
      'https://shop.example,https://evil.example',
      'https://shop.example https://evil.example',
      'https://sub.shop.example',
      'https://shopxexample',
      '//shop.example',
      'shop.example',
      '*',
      'null',
      'file://',
      'chrome-extension://abcdef',
      'http://localhost:3000',
    ] as const),
  )('gets no such header when its origin only looks like one of the list: %s', async (origin) => {
    await using gateway = await start('https://shop.example');
    for (const method of ['OPTIONS', 'POST']) {
      const response = await gateway.fetch('/graphql', {
        method,
        headers: { origin, 'content-type': 'application/json', 'access-control-request-method': 'POST' },
        body: method === 'POST' ? body : null,
      });
      expect(corsHeadersOf(response)).toEqual({});
      expect(response.headers.get('vary')).toContain('Origin');
    }
  });

  it('may be any of this machine where the list says localhost, and no other', async () => {
    await using gateway = await start('localhost');
    const allowed = async (origin: string) =>
      corsHeadersOf(await gateway.fetch('/livez', { headers: { origin } }))['access-control-allow-origin'] ?? null;
    for (const origin of ['http://localhost:5173', 'http://127.0.0.1:3000', 'http://localhost']) {
      expect(await allowed(origin)).toBe(origin);
    }
    for (const origin of ['http://localhost.evil.example', 'http://localhost:1@evil.example', 'https://evil.example']) {
      expect(await allowed(origin)).toBeNull();
    }
  });

  it.each(
    sampled(2, [
      ['POST', '/graphql'],
      ['POST', '/nothing'],
      ['DELETE', '/graphql'],
      ['OPTIONS', '/graphql'],
      ['GET', '/invoices/7'],
      ['GET', '/schema.graphql'],
    ] as const),
  )('is what every response depends on, so that no cache mixes them up: %s %s', async (method, path) => {
    await using gateway = await start('https://shop.example');
    for (const origin of [null, 'https://shop.example', 'https://evil.example']) {
      const response = await gateway.fetch(path, { method, headers: origin === null ? {} : { origin } });
      expect(response.headers.get('vary')).toContain('Origin');
      expect(response.headers.has('access-control-allow-credentials')).toBe(false);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});
