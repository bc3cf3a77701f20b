import { describe, expect, it } from 'vitest';
import { credentialsOf, liveApplication } from '../../support/accounts.ts';
import { cookieAfter, withSessions } from '../../support/browser-session.ts';
import { deferred } from '../../support/deferred.ts';
import { byEffort, sampled } from '../../support/effort.ts';
import type { RunningGateway } from '../../support/running-gateway.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';
import { startWorld } from '../../support/world.ts';

const signIn =
  'mutation ($u: String!, $p: String!) { signIn(input: { username: $u, password: $p }) { session { username } userErrors { code } } }';

const HIGH = 1_000_000;
const limits = { perUsernameAndAddress: HIGH, perAddress: HIGH, perUsername: HIGH };

/** Starts a gateway behind a proxy, so that attempts come from many addresses. */
const start = async (signInLimits: Partial<typeof limits>) => {
  const gateway = await startScriptedGateway({
    application: credentialsOf(liveApplication),
    signIn: { ...limits, ...signInLimits },
    tokenParams: 'form',
    trustedProxies: 1,
  });
  gateway.upstream.on('POST', '/v1/token', { status: 400, json: { Error: 'invalid_grant' } });
  const attempt = async (u: string, address = '203.0.113.1') => {
    const headers = { 'x-forwarded-for': address };
    const answer = await gateway.query(signIn, { variables: { u, p: 'wrong' }, headers });
    return answer.errors[0]?.extensions['code'] ?? null;
  };
  const attempts = async (...given: readonly Parameters<typeof attempt>[]): Promise<unknown[]> => {
    const codes: unknown[] = [];
    for (const each of given) codes.push(await attempt(...each));
    return codes;
  };
  return { ...gateway, attempts };
};

describe('Mutation.signIn', () => {
  it.each(sampled(3, ['perUsernameAndAddress', 'perAddress', 'perUsername'] as const))(
    'uses up nothing of %s when the password is right, and gives no guess back',
    async (limit) => {
      await using world = await startWorld({ signIn: { ...limits, [limit]: 2 } });
      const attempt = async (p: string) => {
        const { body } = await world.query(signIn, { variables: { u: 'seller', p } });
        return /INVALID_CREDENTIALS|RATE_LIMITED/.exec(JSON.stringify(body))?.[0] ?? 'signed in';
      };
      const attempts = async (passwords: readonly string[]): Promise<string[]> => {
        const results: string[] = [];
        for (const password of passwords) results.push(await attempt(password));
        return results;
      };
      const right = 'demo-password';
      expect(await attempts(Array.from({ length: 4 }, () => right))).toEqual(
        Array.from({ length: 4 }, () => 'signed in'),
      );
      expect(await attempts(['one', right, right, 'two', 'three', right])).toEqual([
        'INVALID_CREDENTIALS',
        'signed in',
        'signed in',
        'INVALID_CREDENTIALS',
        'RATE_LIMITED',
        'RATE_LIMITED',
      ]);
    },
  );

  it.each(sampled(3, ['perUsernameAndAddress', 'perAddress', 'perUsername'] as const))(
    'uses up nothing of any limit when %s refuses it: others pass once those under way have succeeded',
    async (limit) => {
      const others = { perUsernameAndAddress: 4, perAddress: 4, perUsername: 4 };
      await using gateway = await start({ ...others, [limit]: 2 });
      const { promise, resolve } = deferred();
      gateway.upstream.on('POST', '/v1/token', { delayUntil: promise, json: { Access_token: 'a', Expires_in: 3600 } });
      const first = gateway.attempts(['ann']);
      const second = gateway.attempts(['ann']);
      await gateway.upstream.received(2);
      const herd = Array.from({ length: 9 }, (): [string] => ['ann']);
      expect(new Set(await gateway.attempts(...herd))).toEqual(new Set(['RATE_LIMITED']));
      resolve();
      expect(await Promise.all([first, second])).toEqual([[null], [null]]);
      expect(new Set(await gateway.attempts(...herd))).toEqual(new Set([null]));
    },
  );

  it('is accepted so often a minute with a username from an address, in any spelling, and then not sent any more', async () => {
    await using gateway = await start({ perUsernameAndAddress: 2 });
    expect(await gateway.attempts(['ann'], ['ANN'], [' ann'], ['ａｎｎ'], ['an\u200bn'], ['bob'])).toEqual([
      null,
      null,
      'RATE_LIMITED',
      'RATE_LIMITED',
      'RATE_LIMITED',
      null,
    ]);
    expect(gateway.upstream.count('POST /v1/token')).toBe(3);
  });

  it.each(
    sampled(2, [
      [
        'one /56, of 256 /64',
        byEffort(8, 64),
        (at: number) => `2001:db8:0:42${at.toString(16).padStart(2, '0')}::1`,
        4,
      ],
      ['one /48, of 65,536 /64', byEffort(14, 64), (at: number) => `2001:db8:7:${(at * 251).toString(16)}::${at}`, 8],
      ['one /64, whatever its other bits', 8, (at: number) => `2001:db8:0:4200:${at.toString(16)}::1`, 2],
    ] as const),
  )('leaves its owner the rest when somebody guesses from %s', async (_what, networks, addressOf, guesses) => {
    await using gateway = await start({ perUsernameAndAddress: 2, perUsername: 20 });
    const tried = Array.from({ length: networks }, (_none, at): [string, string] => ['ann', addressOf(at)]);
    const codes = await gateway.attempts(...tried);
    expect(codes.filter((code) => code === null)).toHaveLength(guesses);
    expect(await gateway.attempts(['ann', '203.0.113.9'], ['ann', '2001:db8:8::1'])).toEqual([null, null]);
  });

  it('is accepted so often a minute with a username from all addresses together', async () => {
    await using gateway = await start({ perUsername: 3 });
    const from = (last: number) => `198.51.100.${last}`;
    expect(
      await gateway.attempts(['ann', from(1)], ['Ann', from(2)], ['ann ', from(3)], ['ANN', from(4)], ['bob', from(4)]),
    ).toEqual([null, null, null, 'RATE_LIMITED', null]);
  });

  it('is accepted so often a minute from an address, of IPv6 a network, whoever signs in', async () => {
    await using gateway = await start({ perAddress: 2 });
    expect(await gateway.attempts(['ann'], ['bob'], ['eve'])).toEqual([null, null, 'RATE_LIMITED']);
    expect(
      await gateway.attempts(['ann', '2001:db8::1'], ['bob', '2001:db8::2:3'], ['eve', '2001:db8:0:0:ffff::9']),
    ).toEqual([null, null, 'RATE_LIMITED']);
    expect(
      await gateway.attempts(['ann', '2001:db8:0:1::1'], ['bob', '2001:db8:0:2::1'], ['eve', '2001:db8:0:3::1']),
    ).toEqual([null, null, 'RATE_LIMITED']);
    expect(gateway.upstream.count('POST /v1/token')).toBe(6);
  });

  it.each(
    sampled(2, [
      ['sign_in_username_address', { perUsernameAndAddress: 1 }],
      ['sign_in_address', { perAddress: 1 }],
      ['sign_in_username', { perUsername: 1 }],
    ] as const),
  )('is refused with 429 and the time to wait when nothing else came back, and counted as %s', async (limit, given) => {
    await using gateway = await start(given);
    await gateway.attempts(['ann']);
    const response = await gateway.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.1' },
      body: JSON.stringify({ query: signIn, variables: { u: 'ann', p: 'wrong' } }),
    });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toMatch(/^(?:60|59)$/);
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'RATE_LIMITED', retryAfter: Number(response.headers.get('retry-after')) } }],
    });
    const metrics = await (await gateway.fetch('/metrics')).text();
    expect(metrics).toContain(`listings_gateway_refusals_total{limit="${limit}"} 1`);
  });
});

describe('A browser from which a user has signed in before', () => {
  /** Signs in by `POST /session`; gives the status, and the cookie that names the browser. */
  const signIn = async (gateway: Pick<RunningGateway, 'fetch'>, username: string, password: string, cookie = '') => {
    const headers = { 'content-type': 'application/json', cookie };
    const body = JSON.stringify({ username, password });
    const response = await gateway.fetch('/session', { method: 'POST', headers, body });
    await response.text();
    const device = cookieAfter(response)
      .split('; ')
      .find((each) => each.startsWith('device='));
    return { status: response.status, device: device ?? '' };
  };

  /** Starts a gateway whose service has every user, and takes one password of all. */
  const startSessions = async () => {
    const gateway = await startScriptedGateway({
      ...withSessions(),
      signIn: { ...limits, perUsernameAndAddress: 2 },
      tokenParams: 'form',
    });
    gateway.upstream.on('POST', '/v1/token', ({ body }) =>
      body.includes('right')
        ? { json: { Access_token: 'a', Refresh_token: 'r', Expires_in: 3600 } }
        : { status: 400, json: { error: 'invalid_grant' } },
    );
    return gateway;
  };

  it('has a count of its own, whoever guesses from the same address; no other user and no other browser has', async () => {
    await using world = await startWorld({
      browserSessions: withSessions().browserSessions,
      signIn: { perUsernameAndAddress: 3, perAddress: 3, perUsername: 3 },
    });
    const { device } = await signIn(world, 'seller', 'demo-password');
    expect(device.length).toBeGreaterThan(100);
    for (let guess = 0; guess < 4; guess += 1) await signIn(world, 'seller', 'wrong');
    expect((await signIn(world, 'seller', 'demo-password')).status).toBe(429);
    expect((await signIn(world, 'agent', 'demo-password', device)).status).toBe(429);
    const forged = `${device.slice(0, -9)}${device.at(-9) === 'A' ? 'B' : 'A'}${device.slice(-8)}`;
    expect((await signIn(world, 'seller', 'demo-password', forged)).status).toBe(429);
    const guesses = [];
    for (let guess = 0; guess < 4; guess += 1) guesses.push((await signIn(world, 'seller', 'wrong', device)).status);
    expect(guesses.at(-1)).toBe(429);
  });

  it.each(
    sampled(3, [
      ['invisible characters', 'ann', 'an\u200bn'],
      ['full-width letters', 'ann', 'ａｎｎ'],
      ['other letters', 'strasser', 'straßer'],
      ['another case', 'ann', 'Ann'],
      ['the same first 1,000 characters', 'n'.repeat(1001), 'n'.repeat(1000)],
    ]),
  )('has no count for a name that is counted as one: %s', async (_what, owner, other) => {
    await using gateway = await startSessions();
    const { device } = await signIn(gateway, other, 'right');
    expect(device).toMatch(/^device=./);
    const codes = [];
    for (let guess = 0; guess < 4; guess += 1) codes.push((await signIn(gateway, owner, 'wrong', device)).status);
    expect(codes).toEqual([401, 401, 429, 429]);
  });

  it('has no more attempts for having signed in often, and those of a name like it take none of them', async () => {
    await using gateway = await startSessions();
    const devices: string[] = [];
    for (const name of ['ann', 'ann', 'ann', 'ann', 'Ann']) devices.push((await signIn(gateway, name, 'right')).device);
    expect(new Set(devices).size).toBe(5);
    const like = devices.pop();
    for (let guess = 0; guess < 4; guess += 1) await signIn(gateway, 'Ann', 'wrong', like);
    const codes = [];
    for (const device of devices) codes.push((await signIn(gateway, 'ann', 'wrong', device)).status);
    expect(codes).toEqual([401, 401, 429, 429]);
  });
});
