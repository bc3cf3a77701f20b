import { describe, expect, it } from 'vitest';
import { cookieAfter, signInBrowser, withSessions } from '../../support/browser-session.ts';
import { deferred } from '../../support/deferred.ts';
import { sampled } from '../../support/effort.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../support/scripted-gateway.ts';
import type { ScriptedResponse } from '../../support/scripted-upstream.ts';

const FUELS = '{ lookups { fuels { key label } } }';
const WHO = '{ viewer { username } }';
const HOUR_MS = 3_600_000;

/** Has the service grant tokens that are numbered and live for an hour; a renewal responds when it may. */
const scriptTokens = ({ upstream }: ScriptedGateway, renewal: Pick<ScriptedResponse, 'delayUntil'> = {}): void => {
  let granted = 0;
  upstream.on('POST', '/v1/token', ({ headers }) => {
    granted += 1;
    const tokens = { Access_token: `access-${granted}`, Refresh_token: `refresh-${granted}`, Expires_in: 3600 };
    return { json: { ...tokens, Username: 'seller' }, ...(headers['grant_type'] === 'refresh_token' ? renewal : {}) };
  });
  upstream.on('GET', '/v1/user/details', ({ headers }) => ({ json: { Username: headers['authorisation'] } }));
  upstream.on('GET', '/v1/properties/fuel', { json: [{ Id: 0, Item: 'Petrol' }] });
};

const countRenewals = ({ upstream }: ScriptedGateway): number =>
  upstream.requests.filter(({ headers }) => headers['grant_type'] === 'refresh_token').length;

describe('A response that carries a new session cookie', () => {
  it('is kept by nobody, also where the same one without a cookie may be', async () => {
    await using gateway = await startScriptedGateway({
      ...withSessions(),
      trustedDocuments: { mode: 'prefer', entries: [{ id: 'fuels', text: FUELS }] },
    });
    scriptTokens(gateway);
    const cookie = await signInBrowser(gateway);
    const ask = (own = cookie) =>
      gateway.fetch('/graphql?documentId=fuels', { headers: { cookie: own, 'GraphQL-Require-Preflight': '1' } });
    const usual = await ask();
    expect(await usual.json()).toEqual({ data: { lookups: { fuels: [{ key: '0', label: 'Petrol' }] } } });
    expect([usual.headers.get('cache-control'), usual.headers.getSetCookie()]).toEqual(['private, max-age=300', []]);
    expect(usual.headers.get('vary')).toContain('Cookie');
    gateway.clock.advance(HOUR_MS);
    const renewed = await ask();
    expect([renewed.status, renewed.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(cookieAfter(renewed)).toMatch(/^session=1:/);
    gateway.upstream.on('POST', '/v1/token', { status: 400, json: { Error: 'invalid_grant' } });
    gateway.clock.advance(HOUR_MS);
    const ended = await ask(cookieAfter(renewed));
    expect([ended.status, ended.headers.get('cache-control')]).toEqual([401, 'no-store']);
    expect(ended.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; Max-Age=0/)]);
  });

  it.each(sampled(3, ['GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'PUT'] as const))(
    'is kept by nobody from %s /session',
    async (method) => {
      await using gateway = await startScriptedGateway(withSessions());
      scriptTokens(gateway);
      const cookie = await signInBrowser(gateway);
      for (const headers of [{ cookie }, { cookie: 'session=1:x' }, { cookie, origin: 'https://evil.example' }]) {
        const response = await gateway.fetch('/session', { method, headers });
        expect(response.headers.get('cache-control')).toBe('no-store');
      }
    },
  );
});

it('A sign-in of a browser counts against the same limits as the mutation', async () => {
  await using gateway = await startScriptedGateway({
    ...withSessions(),
    signIn: { perUsernameAndAddress: 4, perAddress: 1000, perUsername: 1000 },
  });
  gateway.upstream.on('POST', '/v1/token', { status: 400, json: { Error: 'invalid_grant' } });
  const byMutation = async () => {
    const { errors, userErrors } = await gateway
      .query('mutation ($input: SignInInput!) { signIn(input: $input) { userErrors { code } } }', {
        variables: { input: { username: 'Seller', password: 'wrong' } },
      })
      .then(({ body, errors: all }) => ({ errors: all, userErrors: JSON.stringify(body) }));
    return errors[0]?.extensions['code'] ?? (/INVALID_CREDENTIALS/.exec(userErrors)?.[0] || 'signed in');
  };
  const byPage = async () => {
    const response = await gateway.fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'seller', password: 'wrong' }),
    });
    return [response.status, Number(response.headers.get('retry-after')) > 0];
  };
  expect([await byMutation(), await byPage(), await byMutation(), await byPage()]).toEqual([
    'INVALID_CREDENTIALS',
    [401, false],
    'INVALID_CREDENTIALS',
    [401, false],
  ]);
  expect([await byPage(), await byMutation()]).toEqual([[429, true], 'RATE_LIMITED']);
  expect(gateway.upstream.count('POST /v1/token')).toBe(4);
});

describe('A renewal of a session', () => {
  const renewing = async () => {
    const { promise: mayRespond, resolve: respond } = deferred();
    const gateway = await startScriptedGateway(withSessions());
    scriptTokens(gateway, { delayUntil: mayRespond });
    const cookie = await signInBrowser(gateway);
    gateway.clock.advance(HOUR_MS);
    return { gateway, cookie, respond, before: gateway.upstream.count() };
  };

  it('is awaited when the gateway stops', async () => {
    const { gateway, cookie, respond, before } = await renewing();
    await using _gateway = gateway;
    const asked = gateway.query(WHO, { headers: { cookie } });
    await gateway.upstream.received(before + 1);
    const stopped = gateway.stop({ graceMs: 0, drainMs: 60_000 });
    respond();
    const { body, headers } = await asked;
    expect(body).toEqual({ data: { viewer: { username: expect.stringMatching(/^Bearer access-\d+$/) } } });
    expect(cookieAfter({ headers })).toMatch(/^session=1:/);
    await stopped;
  });

  it('goes on when its client is gone, and the next request gets what came of it', async () => {
    const { gateway, cookie, respond, before } = await renewing();
    await using _gateway = gateway;
    const leaving = new AbortController();
    const asked = gateway.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ query: WHO }),
      signal: leaving.signal,
    });
    await gateway.upstream.received(before + 1);
    leaving.abort();
    await expect(asked).rejects.toThrow('aborted');
    respond();
    const { body } = await gateway.query(WHO, { headers: { cookie } });
    expect(body).toMatchObject({ data: { viewer: {} } });
    expect(countRenewals(gateway)).toBe(1);
  });
});

it.each(['Basic dXNlcjpwYXNzd29yZA==', 'Digest username="x"'])(
  'A request with a session has it too where a proxy in front wants a password of its own: %j',
  async (authorization) => {
    await using gateway = await startScriptedGateway(withSessions());
    scriptTokens(gateway);
    const cookie = await signInBrowser(gateway);
    const headers = { cookie, authorization, 'GraphQL-Require-Preflight': '1' };
    const answer = await gateway.fetch(`/graphql?query=${encodeURIComponent(WHO)}`, { headers });
    expect(await answer.json()).toEqual({ data: { viewer: { username: 'Bearer access-1' } } });
  },
);
