import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { cookieAfter, newSessionKey, ownerOf, signInBrowser, withSessions } from '../../support/browser-session.ts';
import { sampled } from '../../support/effort.ts';
import { type ScriptedGateway, startGatewayOver, startScriptedGateway } from '../../support/scripted-gateway.ts';
import type { ScriptedResponse } from '../../support/scripted-upstream.ts';
import { documentOf, mutations } from '../fidelity/mutations.ts';
import { noLifetimes } from '../no-lifetimes.ts';
import { picture } from '../uploads/photo-gateway.ts';

const LISTING = '{ listing(id: "Listing:7") { title } }';
const sofa = { data: { listing: { title: 'Sofa' } } };

/** Has the service grant tokens that are numbered, and take the last of them alone. */
const scriptService = ({ upstream }: ScriptedGateway, expiresInS: unknown = 3600) => {
  let granted = 0;
  const grant = () =>
    upstream.on('POST', '/v1/token', () => {
      granted += 1;
      return {
        json: {
          Access_token: `access-${granted}`,
          Refresh_token: `refresh-${granted}`,
          Expires_in: expiresInS,
          Username: 'seller',
        },
      };
    });
  grant();
  upstream.on('GET', '/v1/listings/{id}', ({ headers }) =>
    headers['authorisation'] === `Bearer access-${granted}` ? { json: { Id: 7, Title: 'Sofa' } } : { status: 401 },
  );
  return { granted: () => granted, grant };
};

const ask = async (gateway: Pick<ScriptedGateway, 'query'>, cookie: string) => {
  const { body, errors, headers } = await gateway.query(LISTING, { headers: { cookie } });
  return { body, error: errors[0]?.extensions, headers };
};

const html = { body: '<html>', headers: { 'content-type': 'text/html' } };

/** What may become of a renewal that says nothing of the session. */
const failures: readonly (readonly [string, ScriptedResponse])[] = [
  ...[403, 404, 408, 413, 425, 429, 500, 502, 503, 504].map((status) => [`status ${status}`, { status }] as const),
  ['a page', html],
  ['a page with status 503', { ...html, status: 503 }],
  ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example/' } }],
  ['nothing', {}],
  ['JSON that is cut off', { body: '{"Access_token": "acc' }],
  ['JSON without a token', { json: {} }],
  ['a token that no header can carry', { json: { Access_token: 'a b', Refresh_token: 'r' } }],
  ['a broken connection', { reset: 'before-headers' }],
  ['a connection that breaks in the body', { json: { Access_token: 'x' }, reset: 'mid-body' }],
  ['no HTTP', { raw: 'garbage\r\n\r\n' }],
  ['a refusal that may be of the application, as of everything', { status: 401 }],
  ['a refusal of the application', { status: 401, json: { Error: 'invalid_client' } }],
  ['an application that may not do this', { status: 400, json: { Error: 'unauthorized_client' } }],
];

describe('A browser session that cannot be renewed now', () => {
  it.each(sampled(8, failures))(
    'is kept when the service responds with %s, and goes on when that is over',
    async (_what, response) => {
      await using gateway = await startScriptedGateway(withSessions());
      const { granted, grant } = scriptService(gateway);
      const cookie = await signInBrowser(gateway);
      gateway.clock.advance(3_600_001);
      gateway.upstream.on('POST', '/v1/token', response);
      const failed = await ask(gateway, cookie);
      expect(failed.error).toMatchObject({ retryable: true });
      expect(failed.headers.getSetCookie()).toEqual([]);
      expect(gateway.upstream.count('GET /v1/listings/{id}')).toBe(0);
      // The breaker of sign-ins may be open.
      gateway.clock.advance(60_000);
      grant();
      expect([(await ask(gateway, cookie)).body, granted()]).toEqual([sofa, 2]);
    },
  );

  it('works on while its access token is valid', async () => {
    await using gateway = await startScriptedGateway(withSessions());
    scriptService(gateway);
    const cookie = await signInBrowser(gateway);
    gateway.clock.advance(3_600_000 - 30_000);
    gateway.upstream.on('POST', '/v1/token', { status: 503 });
    const { body, headers } = await ask(gateway, cookie);
    expect([body, headers.getSetCookie()]).toEqual([sofa, []]);
  });

  it.each<readonly [string, ScriptedResponse]>([
    ['refused', { status: 400, json: { Error: 'invalid_grant' } }],
    ['refused with a status alone', { status: 400 }],
    ['refused with 401', { status: 401 }],
  ])('has ended when its refresh token is %s, and leaves no cookie', async (_what, response) => {
    await using gateway = await startScriptedGateway(withSessions());
    scriptService(gateway);
    const cookie = await signInBrowser(gateway);
    gateway.clock.advance(3_600_001);
    gateway.upstream.on('POST', '/v1/token', ({ headers }) =>
      headers['grant_type'] === 'client_credentials' ? { json: { Access_token: 'own' } } : response,
    );
    const { error, headers } = await ask(gateway, cookie);
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', reason: 'SESSION_ENDED' });
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; Max-Age=0/)]);
  });

  it.each(sampled(2, ['é', 'a\r\nb', ' ']))(
    'has ended when no header can carry its refresh token: %o',
    async (refreshToken) => {
      await using gateway = await startScriptedGateway(withSessions());
      gateway.upstream.on('POST', '/v1/token', {
        json: { Access_token: 'a', Refresh_token: refreshToken, Expires_in: 60 },
      });
      const cookie = await signInBrowser(gateway);
      gateway.clock.advance(61_000);
      const { error } = await ask(gateway, cookie);
      expect(error).toMatchObject({ code: 'UNAUTHENTICATED', reason: 'SESSION_ENDED' });
      expect(gateway.upstream.count('POST /v1/token')).toBe(1);
    },
  );
});

it.each(sampled(4, noLifetimes))(
  'A browser session of a service that says no lifetime of its token is renewed after an hour: %j',
  async (lifetime) => {
    await using gateway = await startScriptedGateway(withSessions());
    const { granted } = scriptService(gateway, lifetime);
    const cookie = await signInBrowser(gateway);
    gateway.clock.advance(3_500_000);
    expect([(await ask(gateway, cookie)).body, granted()]).toEqual([sofa, 1]);
    gateway.clock.advance(100_001);
    expect([(await ask(gateway, cookie)).body, granted()]).toEqual([sofa, 2]);
  },
);

describe('A browser session whose token is refused early', () => {
  const parts = [
    'id',
    'databaseId',
    'name',
    'more: watchedListings(first: 1) { totalCount }',
    'sections { label }',
    'listings(sectionId: 1) { totalCount }',
    'accountEntries { balance { amount } }',
    'watchedListing(id: 7) { title }',
  ];
  const besides = ['', 'sections { label }', 'listing(id: 7) { title viewerIsOwner }'];
  const selections = parts.flatMap((first) =>
    besides.map((beside) => `{ ${beside} viewer { ${first} watchedListings(first: 2) { totalCount } } }`),
  );

  /** Only the endpoints of the user heed the token, as a service may for what everybody may read. */
  const start = async (slow: string | null) => {
    const gateway = await startScriptedGateway(withSessions());
    scriptService(gateway);
    const { upstream } = gateway;
    const ofUser = (path: string, json: unknown) =>
      upstream.on('GET', path, async ({ headers }) => {
        if (path === slow) await Promise.all(Array.from({ length: 5 }, () => new Promise(setImmediate)));
        return headers['authorisation'] === 'Bearer access-1' ? { status: 401 } : { json };
      });
    ofUser('/v1/user/details', { UserID: 5, Name: 'Ann' });
    for (const path of ['/v1/user/watchedlistings', '/v1/user/listings']) ofUser(path, { Items: [], TotalResults: 0 });
    ofUser('/v1/user/sections', { Sections: [] });
    ofUser('/v1/user/account', { AccountEntries: [], Balance: 1 });
    ofUser('/v1/user/watchedlisting/{id}', { PKID: 7, Title: 'Sofa' });
    upstream.on('GET', '/v1/listings/{id}', { json: { Id: 7, Title: 'Sofa' } });
    upstream.on('GET', '/v1/sections', { json: [{ SectionID: 1, SectionName: 'Cars' }] });
    return gateway;
  };

  it.each(sampled(24, selections))('is renewed, and the query runs once more: %s', async (query) => {
    for (const slow of [null, '/v1/user/details', '/v1/user/watchedlistings']) {
      await using gateway = await start(slow);
      const cookie = await signInBrowser(gateway);
      const { body, errors, headers } = await gateway.query(query, { headers: { cookie } });
      expect(errors).toEqual([]);
      expect(body).toMatchObject({ data: { viewer: { watchedListings: { totalCount: 0 } } } });
      expect(cookieAfter({ headers })).toMatch(/^session=1:/);
    }
  });
});

const changes = mutations.filter(({ endpoint }) => endpoint !== 'requestToken');

/** A success of every write. */
const DONE = { Success: true, PKID: 1527, Result: 0, Items: [1527], CanProceed: true, Results: [] };

describe('A change with a browser session whose token is refused early', () => {
  /** The service takes no token but the last, and does whatever it is asked with that. */
  const start = async () => {
    const gateway = await startScriptedGateway(withSessions());
    const { upstream } = gateway;
    const { granted } = scriptService(gateway);
    for (const { path, method } of Object.values(endpoints).filter(({ access }) => access !== 'sign-in')) {
      upstream.on(method, path, ({ headers, path: asked }) => {
        if (headers['authorisation'] !== `Bearer access-${granted()}`) return { status: 401 };
        return { json: asked.includes('/definition/') ? { PKID: 1527, Title: 'Sofa' } : DONE };
      });
    }
    const cookie = await signInBrowser(gateway);
    // Somebody else signs in.
    await signInBrowser(gateway);
    const writes = () => upstream.requests.filter(({ method, path }) => method !== 'GET' && path !== '/v1/token');
    return { gateway, cookie, writes };
  };

  const refused = { code: 'UNAUTHENTICATED', reason: 'TOKEN_REJECTED' };

  describe.each(['', 'a-key-of-a-request'])('and the idempotency key "%s"', (key) => {
    it.each(sampled(18, changes, key.length))('is made when it is sent again, and once: $field', async (mutation) => {
      const { gateway, cookie, writes } = await start();
      await using _gateway = gateway;
      const send = (cookies: string) =>
        gateway.query(documentOf({ ...mutation, payload: '' }), {
          variables: { input: mutation.input },
          headers: { cookie: cookies, ...(key === '' ? {} : { 'idempotency-key': key }) },
        });
      const first = await send(cookie);
      expect(first.errors.map(({ extensions }) => extensions)).toMatchObject([{ ...refused, retryable: true }]);
      const tried = writes().length;
      expect(tried).toBeLessThanOrEqual(1);
      const { errors } = await send(cookieAfter(first));
      expect([errors, writes().length]).toEqual([[], tried + 1]);
      expect(writes().at(-1)?.headers['authorisation']).toBe('Bearer access-3');
    });
  });

  it('is not called retryable when another change of its request was made', async () => {
    const { gateway, cookie, writes } = await start();
    await using _gateway = gateway;
    gateway.upstream.on('POST', '/v1/listings/8/watch', {});
    const two =
      'mutation { a: watchListing(input: { id: 8 }) { userErrors { code } } b: watchListing(input: { id: 9 }) { userErrors { code } } }';
    const first = await gateway.query(two, { headers: { cookie } });
    expect(first.body).toMatchObject({ data: { a: { userErrors: [] }, b: null } });
    expect(first.errors.map(({ extensions }) => extensions)).toMatchObject([{ ...refused, retryable: false }]);
    const again = await gateway.query(two, { headers: { cookie: cookieAfter(first) } });
    expect([again.errors, writes().length]).toEqual([[], 4]);
  });

  it.each([
    [
      'refuses',
      { status: 400, json: { Error: 'invalid_grant' } },
      { code: 'UNAUTHENTICATED', reason: 'SESSION_ENDED' },
    ],
    ['cannot make', { status: 503 }, { code: 'UPSTREAM_UNAVAILABLE', retryable: true }],
  ])('says so where the service %s the renewal', async (_what, response, extensions) => {
    const { gateway, cookie, writes } = await start();
    await using _gateway = gateway;
    gateway.upstream.on('POST', '/v1/token', response);
    const { errors } = await gateway.query('mutation { watchListing(input: { id: 9 }) { userErrors { code } } }', {
      headers: { cookie },
    });
    expect(errors.map((error) => error.extensions)).toMatchObject([extensions]);
    expect(writes()).toHaveLength(1);
  });

  it('is made when it is sent again: POST /listings/{id}/photos', async () => {
    const { gateway, cookie } = await start();
    await using _gateway = gateway;
    const body = new Uint8Array(await picture(20, 10));
    const send = (cookies: string) =>
      gateway.fetch('/listings/7/photos', {
        method: 'POST',
        headers: { cookie: cookies, 'content-type': 'image/jpeg' },
        body,
      });
    const first = await send(cookie);
    expect(await first.json()).toMatchObject({ ...refused, retryable: true });
    expect((await send(cookieAfter(first))).status).toBe(201);
  });
});

it('A browser session whose new token is refused is not renewed again and again: once in half a minute', async () => {
  await using gateway = await startScriptedGateway(withSessions());
  scriptService(gateway);
  gateway.upstream.on('GET', '/v1/listings/{id}', { status: 401 });
  let cookie = await signInBrowser(gateway);
  for (let requests = 0; requests < 12; requests += 1) {
    gateway.clock.advance(5000);
    const { error, headers } = await ask(gateway, cookie);
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', reason: 'TOKEN_REJECTED' });
    cookie = cookieAfter({ headers }) || cookie;
  }
  const renewals = gateway.upstream.requests.filter(({ headers }) => headers['grant_type'] === 'refresh_token');
  expect(renewals).toHaveLength(2);
});

it('Gateways whose clocks differ renew a session whose token is refused, also where one that is ahead has renewed it', async () => {
  const settings = withSessions();
  await using gateway = await startScriptedGateway(settings);
  scriptService(gateway);
  await using ahead = await startGatewayOver(gateway.upstream, settings);
  const first = await signInBrowser(gateway);
  gateway.clock.advance(3_600_000);
  ahead.clock.advance(3_600_000 + 600_000);
  const renewed = await ask(ahead, first);
  // The service takes no other token than that of the last who signed in or renewed.
  await signInBrowser(gateway, 'somebody');
  const { body, headers } = await ask(gateway, cookieAfter(renewed));
  expect([renewed.body, body]).toEqual([sofa, sofa]);
  expect(cookieAfter({ headers })).toMatch(/^session=1:/);
});

it.each(['invalid_client', 'unauthorized_client'])(
  'A sign-in of a browser says nothing of the password when the application is refused: %s',
  async (Error) => {
    await using gateway = await startScriptedGateway(withSessions());
    gateway.upstream.on('POST', '/v1/token', { status: 401, json: { Error } });
    const response = await gateway.fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'seller', password: 'secret' }),
    });
    expect([response.status, await response.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'UPSTREAM_REJECTED', retryable: false }),
    ]);
    expect(response.headers.getSetCookie()).toEqual([]);
  },
);

it('Keys of browser sessions are rotated in steps without a sign-out, at gateways that take each step at different times', async () => {
  await using first = await startScriptedGateway(withSessions());
  scriptService(first);
  const [old, next] = [newSessionKey(), newSessionKey()];
  /** While a step is taken, some gateways are a step behind. */
  const steps = [[old], [old, next], [next, old], [next]];
  const gateways = await Promise.all(steps.map((keys) => startGatewayOver(first.upstream, withSessions(keys))));
  await using _gateways = ownerOf(gateways);
  for (const [at, sealing] of gateways.entries()) {
    const cookie = await signInBrowser(sealing);
    for (const opening of gateways.slice(Math.max(0, at - 1), at + 2)) {
      expect((await ask(opening, cookie)).body).toEqual(sofa);
    }
  }
  const [before, , , after] = gateways;
  if (before === undefined || after === undefined) throw new Error('There are four.');
  expect((await ask(after, await signInBrowser(before))).error).toMatchObject({ reason: 'SESSION_ENDED' });
});
