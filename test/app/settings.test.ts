import { describe, expect, it } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { sampled } from '../support/effort.ts';
import { codesOf } from '../support/graphql-client.ts';
import { type ScriptedResponse, startScriptedUpstream } from '../support/scripted-upstream.ts';
import { type Environment, startQuiet } from './started-app.ts';

/** The program in front of a service that says one thing. All other times are too long to end anything. */
const patient = { QUERY_DEADLINE_MS: '60000', UPSTREAM_TIMEOUT_MS: '60000', UPSTREAM_HEADERS_TIMEOUT_MS: '60000' };

const start = async (env: Environment, script: ScriptedResponse = {}) => {
  const upstream = await startScriptedUpstream();
  const app = await startQuiet({ LISTINGS_API_URL: upstream.url.href, ...patient, ...env });
  upstream.on('GET', '/v1/listings/{id}', script);
  const fetchFrom = (path: string, init: RequestInit = {}) => fetch(new URL(path, app.url), init);
  const readMetrics = async (): Promise<string> => (await fetchFrom('/metrics')).text();
  return {
    ...app,
    upstream,
    fetch: fetchFrom,
    read: async () => codesOf(await app.ask('{ listing(id: 7) { title } }', 'mine'))[0] ?? null,
    waitingPhotos: async (): Promise<number> =>
      Number(/^listings_gateway_upstream_calls_queued\{group="photos"\} (\d+)$/m.exec(await readMetrics())?.[1]),
    failures: async (): Promise<readonly string[]> => {
      const metrics = await readMetrics();
      return [...metrics.matchAll(/^listings_gateway_upstream_failures_total\{reason="(\w+)"\} [1-9]/gm)].map(
        ([, reason = '']) => reason,
      );
    },
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
};

const listing = { json: { PKID: 7, Title: 'Boat' } };
const resetting = { reset: 'before-headers' } as const;
const hanging = { hang: 'before-headers' } as const;

describe('The setting of a time of calls to the service is what ends them:', () => {
  it.each<readonly [string, ScriptedResponse, string]>(
    sampled<readonly [string, ScriptedResponse, string]>(
      3,
      [
        ['UPSTREAM_HEADERS_TIMEOUT_MS', hanging, 'headers_timeout'],
        ['UPSTREAM_TIMEOUT_MS', hanging, 'call_timeout'],
        ['QUERY_DEADLINE_MS', hanging, 'operation_timeout'],
      ],
      1,
    ),
  )('%s', async (name, script, reason) => {
    await using app = await start({ [name]: '50' }, script);
    expect(await app.read()).toBe('UPSTREAM_TIMEOUT');
    expect(await app.failures()).toEqual([reason]);
  });
});

describe('The setting of a limit of calls to the service is the limit:', () => {
  it('UPSTREAM_CONNECTIONS, for one of which a call waits a second', async () => {
    const { promise: delayUntil, resolve: release } = deferred();
    await using app = await start({ UPSTREAM_CONNECTIONS: '1' }, { ...listing, delayUntil });
    const first = app.read();
    await app.upstream.received(1);
    expect(await app.read()).toBe('OVERLOADED');
    release();
    expect(await first).toBeNull();
  });

  it('UPSTREAM_UPLOAD_CONNECTIONS', async () => {
    await using app = await start({ UPSTREAM_UPLOAD_CONNECTIONS: '1' });
    const added = { json: { index: 0, largeimageurl: 'https://p/l.jpg', thumbimageurl: 'https://p/t.jpg' } };
    const { promise: delayUntil, resolve: release } = deferred();
    app.upstream.on('POST', '/v1/listings/7/photos', { ...added, delayUntil });
    const send = () =>
      app.fetch('/listings/7/photos', {
        method: 'POST',
        headers: { 'content-type': 'image/png', authorization: 'Bearer mine' },
        body: Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        ),
      });
    const first = send();
    await app.upstream.received(1);
    const second = send();
    await expect.poll(app.waitingPhotos, { timeout: 10_000 }).toBe(1);
    expect(app.upstream.count()).toBe(1);
    release();
    expect([(await first).status, (await second).status]).toEqual([201, 201]);
  });

  it('UPSTREAM_MAX_JSON_BYTES', async () => {
    await using app = await start({ UPSTREAM_MAX_JSON_BYTES: '1024' }, { json: { Title: 'x'.repeat(1024) } });
    expect(await app.read()).toBe('UPSTREAM_TOO_LARGE');
  });

  it('UPSTREAM_MAX_HELD_BYTES', async () => {
    const large = { json: { Title: 'x'.repeat(390_000) }, hang: 'mid-body' } as const;
    const env = { UPSTREAM_MAX_JSON_BYTES: '400000', UPSTREAM_MAX_HELD_BYTES: '800000' };
    await using app = await start(env, large);
    const codes = Array.from({ length: 8 }, () => app.read());
    expect(await Promise.race(codes)).toBe('OVERLOADED');
    app.upstream.on('GET', '/v1/listings/{id}', listing);
    app.upstream.disconnect();
    await Promise.all(codes);
  });

  it('UPSTREAM_BREAKER', async () => {
    for (const [breaker, isAllSent] of [
      ['off', true],
      ['on', false],
    ] as const) {
      await using app = await start({ UPSTREAM_BREAKER: breaker }, resetting);
      for (let call = 0; call < 20; call += 1) await app.read();
      await Promise.all(Array.from({ length: 20 }, app.read));
      expect(app.upstream.count() >= 40).toBe(isAllSent);
    }
  });

  it('UPSTREAM_CLIENT_ADDRESS', async () => {
    await using app = await start({ UPSTREAM_CLIENT_ADDRESS: 'x-forwarded-for' }, listing);
    await app.read();
    expect(app.upstream.requests[0]?.headers['x-forwarded-for']).toBe('127.0.0.1');
  });
});

it('A browser session in production has a cookie that browsers send over TLS to this host alone, out of reach of scripts, for 720 hours', async () => {
  await using app = await start({
    NODE_ENV: 'production',
    SESSION_KEYS: 'ab'.repeat(32),
    LISTINGS_CLIENT_ID: 'app',
    LISTINGS_CLIENT_SECRET: 'secret',
  });
  app.upstream.on('POST', '/v1/token', {
    json: { Access_token: 'access', Refresh_token: 'refresh', Expires_in: 60 },
  });
  const signedIn = await app.fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'seller', password: 'secret' }),
  });
  const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax';
  const written = signedIn.headers.getSetCookie()[0] ?? '';
  expect(written).toMatch(/^__Host-session=1:/);
  expect(written.endsWith(`; ${attributes}`)).toBe(true);
  const maxAge = Number(/; Max-Age=(\d+);/.exec(written)?.[1]);
  expect(Math.ceil(maxAge / 3600)).toBe(720);
  const cookie = written.split(';')[0] ?? '';
  const signedOut = await app.fetch('/session', { method: 'DELETE', headers: { cookie } });
  expect(signedOut.headers.getSetCookie()).toEqual([`__Host-session=; Max-Age=0; ${attributes}`]);
  // A page without TLS could set one of another name.
  const plain = await app.fetch('/session', { headers: { cookie: cookie.replace('__Host-', '') } });
  expect(plain.headers.getSetCookie()).toEqual([]);
  expect(await plain.text()).not.toContain('seller');
});
