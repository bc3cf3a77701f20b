import { Agent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { printSchemaText } from '../../src/gateway/schema/schema.ts';
import { deferred } from '../support/deferred.ts';
import { useFakeTimers } from '../support/fake-timers.ts';
import { findFreePort } from '../support/network/free-port.ts';
import { openConnection } from '../support/network/raw-connection.ts';
import type { RunningGateway } from '../support/running-gateway.ts';
import { CALLER_TOKEN, startScriptedGateway, startScriptedGatewayForAll } from '../support/scripted-gateway.ts';

interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const send = ({ url }: RunningGateway, options: RequestOptions, body?: string): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const request = httpRequest({ host: url.hostname, port: url.port, ...options });
    request.on('error', reject);
    request.on('response', (response) => {
      text(response).then(
        (received) => resolve({ status: response.statusCode, headers: response.headers, body: received }),
        reject,
      );
    });
    request.end(body);
  });

const json = { 'content-type': 'application/json' };
const operation = JSON.stringify({ query: '{ __typename }' });

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

const gateway = await startScriptedGatewayForAll();

it('/livez and /readyz say that the process is alive and ready, whatever the service does', async () => {
  for (const [path, status] of [
    ['/livez', 'alive'],
    ['/readyz', 'ready'],
  ] as const) {
    const response = await gateway.fetch(path);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status });
    expect((await gateway.fetch(path, { method: 'HEAD' })).status).toBe(200);
  }
  expect(gateway.upstream.count()).toBe(0);
});

it('/schema.graphql is the printed schema, which may be kept as long as it is asked for again', async () => {
  const response = await gateway.fetch('/schema.graphql');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...securityHeaders,
    'cache-control': 'public, max-age=0, must-revalidate',
  });
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toBe(printSchemaText());
});

describe('Requests that go nowhere', () => {
  it.each([
    '/graphql/',
    '/GRAPHQL',
    '//graphql',
    '/graphql/..;',
    '/graphql%2f',
    '/./graphql',
    '/livez/..',
    '/graphiql/graphiql.js',
    '*',
  ])('are 404 for the path %s', async (path) => {
    const answer = await send(gateway, { path, method: 'POST', headers: json }, operation);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({ message: 'There is nothing here.' });
  });

  it('are 404 for /session without a key, and say which setting it needs', async () => {
    const response = await gateway.fetch('/session');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('SESSION_KEYS') });
  });

  it.each([
    ['/graphql', 'DELETE', 'GET, HEAD, POST'],
    ['/graphql', 'PUT', 'GET, HEAD, POST'],
    ['/graphql', 'OPTIONS', 'GET, HEAD, POST'],
    ['/', 'POST', 'GET, HEAD'],
    ['/livez', 'POST', 'GET, HEAD'],
    ['/readyz', 'POST', 'GET, HEAD'],
    ['/schema.graphql', 'PATCH', 'GET, HEAD'],
  ])('are 405 for %s with %s, and state what is allowed', async (path, method, allow) => {
    const response = await gateway.fetch(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
  });

  it('are 405 for a mutation by GET, and nothing runs', async () => {
    const query = encodeURIComponent('mutation { watchListing(input: { id: 7 }) { userErrors { code } } }');
    const response = await gateway.fetch(`/graphql?query=${query}`, {
      headers: { authorization: `Bearer ${CALLER_TOKEN}`, 'GraphQL-Require-Preflight': '1' },
    });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(gateway.upstream.count()).toBe(0);
  });
});

describe('Every response', () => {
  it.each([
    ['GET', '/livez', undefined],
    ['GET', '/nothing', undefined],
    ['DELETE', '/graphql', undefined],
    ['POST', '/graphql', operation],
    ['POST', '/graphql', '{'],
  ])('has the headers of security: %s %s', async (method, path, body) => {
    const response = await gateway.fetch(path, { method, headers: json, ...(body === undefined ? {} : { body }) });
    expect(Object.fromEntries(response.headers)).toMatchObject(securityHeaders);
    expect(response.headers.has('server')).toBe(false);
    expect(response.headers.has('x-powered-by')).toBe(false);
    await response.arrayBuffer();
  });

  it.each(['request-1', 'a.B_c-1234', 'x'.repeat(64)])('bears the request id that came: %s', async (id) => {
    const response = await gateway.fetch('/graphql', {
      method: 'POST',
      headers: { ...json, 'x-request-id': id },
      body: operation,
    });
    expect(response.headers.get('x-request-id')).toBe(id);
  });

  it.each(['short', 'x'.repeat(65), 'with space', 'semi;colon', ''])(
    'bears one of its own in place of "%s"',
    async (id) => {
      const response = await gateway.fetch('/graphql', {
        method: 'POST',
        headers: { ...json, 'x-request-id': id },
        body: operation,
      });
      expect(response.headers.get('x-request-id')).toMatch(
        /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      );
    },
  );
});

describe('A body', () => {
  const maxBodyBytes = 2_000;
  const bodyOf = (bytes: number): string => {
    const start = '{"query":"{ __typename } # ';
    return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
  };

  it('is taken up to its limit', async () => {
    await using gateway = await startScriptedGateway({ maxBodyBytes });
    const response = await gateway.fetch('/graphql', { method: 'POST', headers: json, body: bodyOf(maxBodyBytes) });
    expect(await response.json()).toEqual({ data: { __typename: 'Query' } });
  });

  it.each([
    ['with a length', {}],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('over its limit is 413 with a code, sent %s', async (_how, headers) => {
    await using gateway = await startScriptedGateway({ maxBodyBytes });
    const answer = await send(
      gateway,
      { path: '/graphql', method: 'POST', headers: { ...json, ...headers } },
      bodyOf(maxBodyBytes + 1),
    );
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toMatchObject({
      errors: [
        {
          message: expect.stringContaining(`larger than ${maxBodyBytes} bytes`),
          extensions: { code: 'REQUEST_TOO_LARGE', retryable: false },
        },
      ],
    });
  });
});

describe('A graceful stop', () => {
  const graceMs = 10_000;
  beforeEach(() => useFakeTimers());

  it('is seen at /readyz at once, and loses no response that is under way', async () => {
    await using gateway = await startScriptedGateway({ port: await findFreePort() });
    const { upstream } = gateway;
    const { promise: delayUntil, resolve: open } = deferred();
    upstream.on('GET', '/v1/user/details', { json: { UserID: 1, Name: 'Ann' }, delayUntil });
    const agent = new Agent({ keepAlive: true });
    const headers = { ...json, authorization: `Bearer ${CALLER_TOKEN}` };
    const asked = send(
      gateway,
      { path: '/graphql', method: 'POST', headers, agent },
      JSON.stringify({ query: '{ viewer { name } }' }),
    );
    await upstream.received(1);
    const stopped = gateway.stop({ graceMs, drainMs: 600_000 });
    const ready = await gateway.fetch('/readyz');
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ status: 'stopping' });
    expect(ready.headers.get('connection')).toBe('close');
    open();
    const answer = await asked;
    expect(JSON.parse(answer.body)).toEqual({ data: { viewer: { name: 'Ann' } } });
    vi.advanceTimersByTime(graceMs);
    await stopped;
    await expect(gateway.fetch('/livez')).rejects.toThrow('fetch failed');
    agent.destroy();
  });

  it('serves those who are connected, says that it is ready, and takes nobody new, when others go on in its place', async () => {
    await using gateway = await startScriptedGateway({ port: await findFreePort() });
    const operation =
      'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 26\r\n\r\n{"query":"{ __typename }"}';
    using silent = await openConnection(gateway.url);
    using fast = await openConnection(gateway.url, operation);
    using other = await openConnection(gateway.url, 'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n');
    await fast.until('"data"');
    await other.until('"ready"');
    const stopped = gateway.stop({ graceMs, drainMs: 60_000, isReplaced: true });
    await expect(gateway.fetch('/livez')).rejects.toThrow('fetch failed');
    for (const connection of [silent, fast]) connection.socket.write(operation);
    other.socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n');
    const received = await Promise.all([silent, fast, other].map(({ closed }) => closed));
    expect(received.map((text) => text.match(/HTTP\/1\.1 \d+/g))).toEqual([
      ['HTTP/1.1 200'],
      ['HTTP/1.1 200', 'HTTP/1.1 200'],
      ['HTTP/1.1 200', 'HTTP/1.1 200'],
    ]);
    for (const text of received) expect(text.match(/connection: close/gi)).toHaveLength(1);
    vi.advanceTimersByTime(graceMs);
    await stopped;
  });

  it('does not wait for a client that keeps its connection open after its response', async () => {
    await using gateway = await startScriptedGateway();
    const { promise: delayUntil, resolve: open } = deferred();
    gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 1, Name: 'Ann' }, delayUntil });
    const agent = new Agent({ keepAlive: true });
    const asked = send(
      gateway,
      { path: '/graphql', method: 'POST', headers: { ...json, authorization: 'Bearer abc' }, agent },
      JSON.stringify({ query: '{ viewer { name } }' }),
    );
    await gateway.upstream.received(1);
    const stopped = gateway.stop({ graceMs: 0, drainMs: 600_000 });
    open();
    expect((await asked).status).toBe(200);
    // A drain that waits for it would outlast the test.
    await stopped;
    agent.destroy();
  });

  it('ends after the drain, whatever is still under way', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/user/details', { hang: 'before-headers' });
    const asked = gateway.ask('{ viewer { name } }').catch((error: unknown) => error);
    await gateway.upstream.received(1);
    const stopped = gateway.stop({ graceMs: 0, drainMs: 60_000 });
    vi.advanceTimersByTime(60_000);
    await stopped;
    expect(await asked).toBeInstanceOf(Error);
  });
});
