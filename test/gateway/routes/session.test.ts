import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cookieAfter, newSessionKey, signInBrowser, withSessions } from '../../support/browser-session.ts';
import { sampled } from '../../support/effort.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';
import { type World, startWorld } from '../../support/world.ts';

const DAY_MS = 86_400_000;

const settings = withSessions([newSessionKey()], (60 * DAY_MS) / 1000);

/** A browser as far as cookies go. */
class Browser {
  readonly #world: World;
  readonly #jar = new Map<string, string>();

  constructor(world: World) {
    this.#world = world;
  }

  get cookie(): string {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookie !== '') headers.set('cookie', this.cookie);
    const response = await this.#world.fetch(path, { ...init, headers });
    for (const each of response.headers.getSetCookie()) {
      const [pair = ''] = each.split(';');
      const at = pair.indexOf('=');
      if (each.includes('Max-Age=0')) this.#jar.delete(pair.slice(0, at));
      else this.#jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  signIn(username = 'seller', password = 'demo-password'): Promise<Response> {
    return this.fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
  }

  async query(query: string, headers: Record<string, string> = {}): Promise<unknown> {
    const response = await this.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    });
    return response.json();
  }
}

const WHO = '{ viewer { username } }';

describe('/session', () => {
  let world: World;
  let browser: Browser;
  beforeEach(async () => {
    world = await startWorld({ browserSessions: settings.browserSessions });
    browser = new Browser(world);
  });
  afterEach(() => world[Symbol.asyncDispose]());

  it('signs a user in, says who it is without asking the service, and signs out', async () => {
    const signedIn = await browser.signIn();
    expect(signedIn.status).toBe(200);
    const shown: unknown = await signedIn.json();
    expect(shown).toEqual({
      username: 'seller',
      userId: expect.stringMatching(/^\d+$/),
      expiresAt: expect.any(String),
    });
    const served = await world.servedDuring(async () => {
      const again = await browser.fetch('/session');
      expect([again.status, await again.json()]).toEqual([200, shown]);
    });
    expect(served).toEqual([]);
    expect(await browser.query(WHO)).toEqual({ data: { viewer: { username: 'seller' } } });
    expect((await browser.fetch('/session', { method: 'DELETE' })).status).toBe(204);
    expect(browser.cookie).toMatch(/^device=[^;]+$/);
    const nobody = await browser.fetch('/session');
    expect([nobody.status, await nobody.json()]).toEqual([200, null]);
  });

  it('says once that a session has ended, and is nobody after that', async () => {
    await browser.signIn();
    world.clock.advance(61 * DAY_MS);
    const ended = await browser.fetch('/session');
    expect([ended.status, await ended.json()]).toEqual([
      401,
      expect.objectContaining({ code: 'UNAUTHENTICATED', reason: 'SESSION_ENDED' }),
    ]);
    const nobody = await browser.fetch('/session');
    expect([nobody.status, await nobody.json()]).toEqual([200, null]);
  });

  it('refuses a wrong password, and sets nothing', async () => {
    const refused = await browser.signIn('seller', 'wrong');
    expect([refused.status, await refused.json()]).toEqual([
      401,
      expect.objectContaining({ code: 'INVALID_CREDENTIALS' }),
    ]);
    expect(browser.cookie).toBe('');
  });

  it.each(
    sampled(3, [
      ['no JSON', 'username=seller', 'application/x-www-form-urlencoded'],
      ['text that is no JSON', '{', 'application/json'],
      ['no password', '{"username":"seller"}', 'application/json'],
      ['an empty username', '{"username":"","password":"x"}', 'application/json'],
      ['a list', '[]', 'application/json'],
    ]),
  )('refuses %s with 400', async (_what, body, type) => {
    const response = await browser.fetch('/session', { method: 'POST', headers: { 'content-type': type }, body });
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: 'BAD_REQUEST' })]);
  });

  it('refuses a body that is too large', async () => {
    const response = await browser.signIn('seller', 'x'.repeat(20_000));
    expect(response.status).toBe(413);
  });

  it('renews the token before it expires, and sends the new cookie with the response', async () => {
    await browser.signIn();
    const before = browser.cookie;
    world.clock.advance(3_600_000 - 30_000);
    const served = await world.servedDuring(async () => {
      expect(await browser.query(WHO)).toEqual({ data: { viewer: { username: 'seller' } } });
    });
    expect(served[0]).toBe('POST /v1/token');
    expect(browser.cookie).not.toBe(before);
  });

  it('renews once for requests that come together, and for those that come late with the old cookie', async () => {
    await browser.signIn();
    const { cookie } = browser;
    world.clock.advance(3_600_000);
    const ask = () =>
      world.query(WHO, { headers: { cookie } }).then(({ body, headers }) => [body, headers.getSetCookie().length > 0]);
    const served = await world.servedDuring(async () => {
      const together = await Promise.all(Array.from({ length: 20 }, ask));
      expect(new Set(together.map((each) => JSON.stringify(each)))).toEqual(
        new Set([JSON.stringify([{ data: { viewer: { username: 'seller' } } }, true])]),
      );
      expect(await ask()).toEqual(together[0]);
    });
    expect(served.filter((operation) => operation === 'POST /v1/token')).toHaveLength(1);
  });

  it.each([
    ['the service refuses the refresh token', 40 * DAY_MS],
    ['it is older than it may be', 61 * DAY_MS],
  ])('ends the session when %s', async (_why, age) => {
    await browser.signIn();
    world.clock.advance(age);
    const answer = await browser.query(WHO);
    expect(answer).toEqual({
      errors: [
        expect.objectContaining({
          extensions: expect.objectContaining({ code: 'UNAUTHENTICATED', reason: 'SESSION_ENDED' }),
        }),
      ],
    });
    expect(browser.cookie).toMatch(/^device=[^;]+$/);
  });

  it.each(sampled(2, ['session=1:made.up', 'session=2:half', 'session=']))(
    'is nobody with the cookie %s, and makes no call',
    async (cookie) => {
      const served = await world.servedDuring(async () => {
        const { status, errors } = await world.query(WHO, { headers: { cookie } });
        expect([status, errors[0]?.extensions]).toEqual([
          401,
          expect.objectContaining({ code: 'UNAUTHENTICATED', reason: 'SESSION_ENDED' }),
        ]);
      });
      expect(served).toEqual([]);
    },
  );

  it.each(sampled(3, ['session=', 'session=x', 'session=1:made.up', 'session=4:half', 'session=2:x; session-2=y']))(
    'is kept beside another cookie of its name, which somebody else set: %s',
    async (other) => {
      await browser.signIn();
      for (const cookie of [`${other}; ${browser.cookie}`, `${browser.cookie}; ${other}`]) {
        const { body, headers } = await world.query(WHO, { headers: { cookie } });
        expect([body, headers.getSetCookie()]).toEqual([{ data: { viewer: { username: 'seller' } } }, []]);
      }
    },
  );

  it('is the newest of several', async () => {
    await browser.signIn('agent');
    const older = browser.cookie;
    world.clock.advance(1000);
    await browser.signIn();
    for (const cookie of [`${older}; ${browser.cookie}`, `${browser.cookie}; ${older}`]) {
      expect((await world.query(WHO, { headers: { cookie } })).body).toEqual({
        data: { viewer: { username: 'seller' } },
      });
    }
  });

  it.each(sampled(2, ['', 'Bearer ', 'Bearer  a b']))(
    'is not used beside a header Authorization that is no token: %o',
    async (authorization) => {
      await browser.signIn();
      const served = await world.servedDuring(async () => {
        const answer = await browser.query(WHO, { authorization });
        expect(JSON.stringify(answer)).toMatch(authorization === '' ? /TOKEN_MISSING/ : /BAD_REQUEST/);
      });
      expect(served).toEqual([]);
    },
  );

  it('prefers a token that the request has', async () => {
    await browser.signIn('seller');
    const token = await world.signIn('agent');
    expect(await browser.query(WHO, { authorization: `Bearer ${token}` })).toEqual({
      data: { viewer: { username: 'agent' } },
    });
  });

  it('lets no page of another site use, open or end a session', async () => {
    await browser.signIn();
    const evil = { origin: 'https://evil.example' };
    const answer = await browser.query(WHO, evil);
    expect(answer).toEqual({
      errors: [expect.objectContaining({ extensions: expect.objectContaining({ code: 'FORBIDDEN' }) })],
    });
    const { cookie } = browser;
    expect((await browser.fetch('/session', { method: 'DELETE', headers: evil })).status).toBe(403);
    expect((await browser.fetch('/session', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
    const signIn = await browser.fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...evil },
      body: JSON.stringify({ username: 'agent', password: 'demo-password' }),
    });
    expect([signIn.status, signIn.headers.getSetCookie()]).toEqual([403, []]);
    expect(browser.cookie).toBe(cookie);
  });
});

describe('A session whose token the service refuses', () => {
  it('is renewed for an invoice, which is opened once more', async () => {
    await using gateway = await startScriptedGateway(settings);
    let tokens = 0;
    gateway.upstream.on('POST', '/v1/token', () => {
      tokens += 1;
      return { json: { Access_token: `access-${tokens}`, Refresh_token: `refresh-${tokens}`, Expires_in: 3600 } };
    });
    const pdf = { body: '%PDF-1.4', headers: { 'content-type': 'application/pdf' } };
    gateway.upstream.on('GET', '/v1/user/invoice', ({ headers }) =>
      headers['authorisation'] === 'Bearer access-1' ? { status: 401 } : pdf,
    );
    const cookie = await signInBrowser(gateway);
    const response = await gateway.fetch('/invoices/7?kind=INVOICE', { headers: { cookie } });
    expect([response.status, await response.text(), tokens]).toEqual([200, '%PDF-1.4', 2]);
  });

  it('is renewed again and again at a service that does not rotate refresh tokens', async () => {
    await using gateway = await startScriptedGateway(settings);
    let granted = 0;
    gateway.upstream.on('POST', '/v1/token', () => {
      granted += 1;
      return {
        json: { Access_token: `access-${granted}`, Refresh_token: 'refresh', Expires_in: 10, Username: 'seller' },
      };
    });
    gateway.upstream.on('GET', '/v1/listings/{id}', ({ headers }) =>
      headers['authorisation'] === `Bearer access-${granted}` ? { json: { Id: 7, Title: 'Sofa' } } : { status: 401 },
    );
    let cookie = await signInBrowser(gateway);
    for (const renewals of [1, 2, 3]) {
      gateway.clock.advance(11_000);
      const { body, headers } = await gateway.query('{ listing(id: "Listing:7") { title } }', { headers: { cookie } });
      expect([body, granted]).toEqual([{ data: { listing: { title: 'Sofa' } } }, 1 + renewals]);
      // However often it is renewed, it ends so long after the sign-in.
      expect(headers.getSetCookie()[0]).toContain(`; Max-Age=${60 * 86_400 - 11 * renewals};`);
      cookie = cookieAfter({ headers });
    }
    gateway.clock.advance(60 * DAY_MS - 33_000);
    const { errors } = await gateway.query('{ listing(id: "Listing:7") { title } }', { headers: { cookie } });
    expect(errors[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED', reason: 'SESSION_ENDED' });
  });

  /** Signs in at a service whose tokens have so many characters. */
  const signInWithTokens = async (length: number) => {
    const gateway = await startScriptedGateway(settings);
    const newToken = (): string => randomBytes(length).toString('base64url').slice(0, length);
    const tokens = { Access_token: newToken(), Refresh_token: newToken(), Expires_in: 3600 };
    gateway.upstream.on('POST', '/v1/token', { json: tokens });
    gateway.upstream.on('GET', '/v1/listings/{id}', ({ headers }) =>
      headers['authorisation'] === `Bearer ${tokens.Access_token}`
        ? { json: { Id: 7, Title: 'Sofa' } }
        : { status: 401 },
    );
    const signedIn = await gateway.fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'seller', password: 'secret' }),
    });
    const cookies = signedIn.headers.getSetCookie().filter((each) => !each.includes('Max-Age=0'));
    return { gateway, signedIn, tokens, cookies: cookies.map((each) => each.split(';')[0] ?? '') };
  };

  it('shows no byte of its tokens: in no body, header, log line or metric, and in the cookie sealed alone', async () => {
    const { gateway, signedIn, tokens, cookies } = await signInWithTokens(300);
    await using _gateway = gateway;
    const ask = (query: string) =>
      gateway.query(query, { headers: { cookie: cookies.join('; '), 'x-upstream-trace': 'true' } });
    const replies = [
      await ask('{ listing(id: "Listing:7") { title } }'),
      await ask('{ tokenInfo { data } }'),
      await ask('{'),
    ];
    const shown = [
      await signedIn.text(),
      ...signedIn.headers.getSetCookie(),
      ...replies.flatMap(({ text, headers }) => [text, JSON.stringify([...headers])]),
      await (await gateway.fetch('/session', { headers: { cookie: cookies.join('; ') } })).text(),
      await (await gateway.fetch('/metrics')).text(),
      ...gateway.logLines,
    ].join('\n');
    expect(gateway.upstream.requests.at(-1)?.headers['authorisation']).toBe(`Bearer ${tokens.Access_token}`);
    for (const token of [tokens.Access_token, tokens.Refresh_token]) {
      expect(shown).not.toContain(token.slice(0, 12));
      expect(shown).not.toContain(Buffer.from(token.slice(0, 12)).toString('base64url'));
    }
    // The cookie itself is in no line of the log.
    expect(gateway.logLines.join('\n')).not.toContain(cookies[0]?.slice(-20));
  });

  it.each([
    [2000, 2],
    [4500, 4],
  ])('has tokens of %i characters in %i cookies, beside that of the device', async (length, count) => {
    const { gateway, signedIn, cookies } = await signInWithTokens(length);
    await using _gateway = gateway;
    expect([signedIn.status, cookies.length]).toEqual([200, count + 1]);
    const { body } = await gateway.query('{ listing(id: "Listing:7") { title } }', {
      headers: { cookie: cookies.join('; ') },
    });
    expect(body).toEqual({ data: { listing: { title: 'Sofa' } } });
  });

  it('is refused where the tokens are too long for cookies', async () => {
    const { gateway, signedIn, cookies } = await signInWithTokens(8000);
    await using _gateway = gateway;
    expect([signedIn.status, await signedIn.json()]).toEqual([
      502,
      expect.objectContaining({ code: 'UPSTREAM_TOO_LARGE' }),
    ]);
    expect(cookies).toEqual([]);
  });
});
