import { createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../../src/app/app.ts';
import { dataOf, valueAt } from '../support/graphql-client.ts';
import { findFreePort } from '../support/network/free-port.ts';
import { listen } from '../support/network/listen.ts';
import { captureLog } from '../support/running-gateway.ts';
import { startScriptedUpstream } from '../support/scripted-upstream.ts';
import { configOnFreePorts, startQuiet } from './started-app.ts';

describe('startApp, without a service configured', async () => {
  const app = await startQuiet();
  afterAll(() => app[Symbol.asyncDispose]());

  it('brings the service along, with lists for everybody and a demo token that works', async () => {
    expect(valueAt(await app.ask('{ sections { label } }'), 'sections.0.label')).toBe('Classifieds');
    const { demo } = app.embedded ?? {};
    expect(dataOf(await app.ask('{ viewer { username } }', demo?.accessToken))).toEqual({
      viewer: { username: demo?.username },
    });
    expect((await fetch(app.embedded?.origin ?? '')).status).toBe(200);
    expect(app.lines.join()).not.toContain(demo?.accessToken);
  });

  it('lets the page of GraphiQL start with a browser session of a demo user, and gives it no token', async () => {
    expect(app.graphiql).toBe(true);
    const page = await fetch(new URL('/graphql', app.url), { headers: { accept: 'text/html' } });
    const html = await page.text();
    const { username = '', password = '' } = app.embedded?.demo ?? {};
    expect(html).toContain(`"password":"${password}","startsAs":"${username}"`);
    expect(html).toContain('"hasSessions":true');
    expect(html).not.toContain(app.embedded?.demo.accessToken);
    const signedIn = await fetch(new URL('/session', app.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    const [cookie = ''] = signedIn.headers.getSetCookie()[0]?.split(';') ?? [];
    const session = await fetch(new URL('/session', app.url), { headers: { cookie } });
    expect(await session.json()).toMatchObject({ username });
  });

  it('says at / where everything is, the pages of the service too', async () => {
    const body: unknown = await (await fetch(app.url)).json();
    expect(body).toMatchObject({ links: { graphiql: '/graphql', service: app.embedded?.origin.href } });
  });

  it('signs a user in without a client secret in the app', async () => {
    const { username, password } = app.embedded?.demo ?? {};
    const response = await app.ask(
      'mutation ($input: SignInInput!) { signIn(input: $input) { session { username } userErrors { code } } }',
      undefined,
      { input: { username, password } },
    );
    expect(dataOf(response)).toEqual({ signIn: { session: { username }, userErrors: [] } });
  });
});

describe('startApp, with a service configured', () => {
  it('sends everything there, with its own application and its own headers', async () => {
    await using upstream = await startScriptedUpstream();
    upstream.on('POST', '/v1/token', { json: { Access_token: 'token-of-the-gateway', Expires_in: 3600 } });
    upstream.on('GET', '/v1/sections', { json: [{ SectionID: 1, SectionName: 'Attic' }] });
    upstream.on('GET', '/v1/user/details', { json: { UserID: 1, Balance: 2 } });
    await using app = await startQuiet({
      LISTINGS_API_URL: upstream.url.href,
      LISTINGS_CLIENT_ID: 'my-app',
      LISTINGS_CLIENT_SECRET: 'my-secret',
      LISTINGS_AUTH_HEADER: 'X-Access',
      LISTINGS_TOKEN_PARAMS: 'form',
    });
    expect(app.embedded).toBeNull();
    expect(dataOf(await app.ask('{ sections { label } }'))).toEqual({ sections: [{ label: 'Attic' }] });
    expect(dataOf(await app.ask('{ viewer { balance { formatted } } }', 'mine'))).toEqual({
      viewer: { balance: { formatted: '€2.00' } },
    });
    expect(upstream.requests.map(({ path, headers, body }) => [path, headers['x-access'], body])).toEqual([
      ['/v1/token', undefined, 'grant_type=client_credentials&client_id=my-app&client_secret=my-secret'],
      ['/v1/sections', 'Bearer token-of-the-gateway', ''],
      ['/v1/user/details', 'Bearer mine', ''],
    ]);
    expect(app.lines.join()).not.toMatch(/my-secret|token-of-the-gateway|Bearer/);
  });

  it('starts and is ready while the service is down', async () => {
    await using app = await startQuiet({ LISTINGS_API_URL: 'http://127.0.0.1:1/api' });
    expect((await fetch(new URL('/readyz', app.url))).status).toBe(200);
    const response = await app.ask('{ viewer { name } }', 'mine');
    expect(response.errors[0]?.extensions).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryable: true });
  });

  it('serves no GraphiQL in production', async () => {
    await using app = await startQuiet({ NODE_ENV: 'production', LISTINGS_API_URL: 'https://market.example/api' });
    expect(app.graphiql).toBe(false);
    const page = await fetch(new URL('/graphql', app.url), { headers: { accept: 'text/html' } });
    expect(await page.text()).not.toContain('<html');
  });
});

it('App.stop ends everything that was started', async () => {
  const [PORT, EMBEDDED_PORT] = [String(await findFreePort()), String(await findFreePort())];
  const app = await startQuiet({ PORT, EMBEDDED_PORT });
  const origin = app.embedded?.origin ?? app.url;
  await app.stop();
  await expect(fetch(new URL('/livez', app.url))).rejects.toThrow('fetch failed');
  await expect(fetch(origin)).rejects.toThrow('fetch failed');
});

it('A port that is taken fails startup, and what had been started before is gone', async () => {
  const other = createServer();
  const port = String(await listen(other));
  const { log, lines } = captureLog();
  await expect(
    startApp(configOnFreePorts({ PORT: port, EMBEDDED_PORT: String(await findFreePort()) }), log),
  ).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const [, embedded = ''] = /"baseUrl":"([^"]+)"/.exec(lines.join()) ?? [];
  expect(embedded).toMatch(/^http:/);
  await expect(fetch(embedded)).rejects.toThrow('fetch failed');
  other.close();
});
