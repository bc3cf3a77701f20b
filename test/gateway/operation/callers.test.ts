import { describe, expect, it } from 'vitest';
import { deferred } from '../../support/deferred.ts';
import type { GatewaySettings } from '../../support/running-gateway.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../support/scripted-gateway.ts';

/** For a machine that is busy. */
const patient = { timeout: 60_000 };

const ATTACKERS = ['198.51.100.7', '198.51.100.8', '2001:db8::1'];
const listing = '{ listing(id: 7) { title } }';
/** Twenty listings, and so as many calls; each time other ones. */
const many = (at: number): string =>
  `{ ${Array.from({ length: 20 }, (_value, call) => `l${call}: listing(id: ${1_000 * (at + 1) + call}) { title }`).join(' ')} }`;

const refresh = 'mutation ($input: RefreshSessionInput!) { refreshSession(input: $input) { userErrors { code } } }';
const signIn = 'mutation ($input: SignInInput!) { signIn(input: $input) { userErrors { code } } }';
const client = { clientId: 'a', clientSecret: 'b' };

/** A gateway in front of a service whose listings hang until they are let go. */
const startSlow = async (settings: GatewaySettings = {}) => {
  const gateway = await startScriptedGateway({ trustedProxies: 1, ...settings });
  const { promise: delayUntil, resolve: go } = deferred();
  const user = { json: { UserID: 1, Name: 'Ann' } };
  gateway.upstream.on('GET', '/v1/listings/{id}', { json: { Title: 'A boat' }, delayUntil });
  gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'A boat' } });
  gateway.upstream.on('GET', '/v1/user/details', user);
  const post = (operation: object, address: string, token: string | null, signal: AbortSignal | null = null) =>
    gateway.fetch('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(operation),
      signal,
    });
  const send = (query: string, address: string, token: string, signal: AbortSignal | null = null) =>
    post({ query }, address, token, signal);
  return { ...gateway, gateway, post, send, go, delayUntil };
};

/** Operations of one address until no more of them have any effect, with a made-up token each. */
const flood = async ({ send, upstream }: Awaited<ReturnType<typeof startSlow>>, address: string, from: number) => {
  const gone = new AbortController();
  const sent = Array.from({ length: 18 }, (_value, at) =>
    send(many(from + at), address, `made-up-${address}-${at}`, gone.signal).then(
      ({ status }) => status,
      () => 0,
    ),
  );
  const before = upstream.count();
  await expect.poll(() => upstream.count(), patient).toBeGreaterThan(before);
  return { leave: () => gone.abort(), sent };
};

const isIdle = (gateway: ScriptedGateway) => expect.poll(() => gateway.load(), patient);

describe('While an address asks for more than the service gives, with a made-up token each time', () => {
  it('others get their connections at once', async () => {
    await using slow = await startSlow();
    const floods = [];
    for (const [at, address] of ATTACKERS.entries()) floods.push(await flood(slow, address, at * 100));
    await expect.poll(() => slow.load().waiting, patient).toBeGreaterThan(0);
    for (let at = 0; at < 6; at += 1) {
      const response = await slow.send(listing, `203.0.113.${at}`, `token-${at}`);
      expect(await response.json()).toEqual({ data: { listing: { title: 'A boat' } } });
    }
    // All this time nothing of the attackers has been answered.
    expect(slow.load().active).toBeGreaterThan(20);
    expect(slow.load().active).toBeLessThanOrEqual(32);
    for (const { leave } of floods) leave();
    await isIdle(slow.gateway).toEqual({ active: 0, waiting: 0 });
  });

  it('and has its share of the queue, only that address is refused', async () => {
    await using slow = await startSlow();
    const { leave, sent } = await flood(slow, '198.51.100.7', 0);
    const refused = await Promise.race(sent);
    expect(refused).toBe(503);
    const again = await slow.send(many(99), '198.51.100.7', 'another');
    expect([again.status, again.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await again.json()).toMatchObject({ errors: [{ extensions: { code: 'OVERLOADED', retryable: true } }] });
    expect((await slow.send(listing, '203.0.113.1', 'other')).status).toBe(200);
    leave();
    await isIdle(slow.gateway).toEqual({ active: 0, waiting: 0 });
  });

  it('a user of the same address whom the service knows is served too', async () => {
    await using slow = await startSlow();
    expect((await slow.send('{ viewer { name } }', '198.51.100.7', 'known')).status).toBe(200);
    const { leave } = await flood(slow, '198.51.100.7', 0);
    await expect.poll(() => slow.load().waiting, patient).toBeGreaterThan(0);
    const response = await slow.send(listing, '198.51.100.7', 'known');
    expect(await response.json()).toEqual({ data: { listing: { title: 'A boat' } } });
    leave();
    await isIdle(slow.gateway).toEqual({ active: 0, waiting: 0 });
  });
});

describe('While addresses refresh sessions with made-up tokens', () => {
  it('others sign in at once, and refresh too', async () => {
    await using slow = await startSlow();
    const granted = { json: { Access_token: 'access', Expires_in: 3600 } };
    const isMadeUp = (headers: Readonly<Record<string, unknown>>): boolean =>
      String(headers['refresh_token']).startsWith('made-up');
    slow.upstream.on('POST', '/v1/token', ({ headers }) =>
      isMadeUp(headers) ? { ...granted, delayUntil: slow.delayUntil } : granted,
    );
    const gone = new AbortController();
    for (const address of ATTACKERS)
      for (let at = 0; at < 30; at += 1)
        slow
          .post(
            { query: refresh, variables: { input: { client, refreshToken: `made-up-${address}-${at}` } } },
            address,
            null,
            gone.signal,
          )
          .catch(() => {});
    await expect.poll(() => slow.load().waiting, patient).toBeGreaterThan(40);
    for (let at = 0; at < 10; at += 1) {
      const response = await slow.post(
        { query: signIn, variables: { input: { client, username: 'ann', password: 'c' } } },
        `203.0.113.${at}`,
        null,
      );
      expect(await response.json()).toEqual({ data: { signIn: { userErrors: [] } } });
    }
    slow.go();
    gone.abort();
    await isIdle(slow.gateway).toEqual({ active: 0, waiting: 0 });
  });
});
