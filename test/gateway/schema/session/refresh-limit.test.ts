import { describe, expect, it } from 'vitest';
import { credentialsOf, liveApplication } from '../../../support/accounts.ts';
import { byEffort } from '../../../support/effort.ts';
import type { GatewaySettings } from '../../../support/running-gateway.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';

const refresh =
  'mutation ($token: String!) { refreshSession(input: { refreshToken: $token }) { session { accessToken } userErrors { code } } }';
const signInAsUser =
  'mutation ($u: String!) { signIn(input: { username: $u, password: $u }) { session { accessToken } } }';
const signIn = 'mutation { startClientSession(input: {}) { session { accessToken } } }';

/** The limits of a deployment, behind a proxy. */
const start = async (settings: GatewaySettings = {}) => {
  const gateway = await startScriptedGateway({
    application: credentialsOf(liveApplication),
    clientSessions: true,
    signIn: { perUsernameAndAddress: 5, perAddress: 5, perUsername: 100 },
    tokenParams: 'form',
    trustedProxies: 1,
    ...settings,
  });
  gateway.upstream.on('POST', '/v1/token', { json: { Access_token: 'renewed', Expires_in: 3600 } });
  const from = async (address: string, query: string, variables: Readonly<Record<string, unknown>> = {}) => {
    const response = await gateway.query(query, { variables, headers: { 'x-forwarded-for': address } });
    return response.errors[0]?.extensions['code'] ?? null;
  };
  /** Renews with each token, a few at a time; gives the codes that came back. */
  const renew = async (tokens: readonly string[], address = '203.0.113.1'): Promise<unknown[]> => {
    const codes: unknown[] = [];
    for (let at = 0; at < tokens.length; at += 8) {
      const batch = tokens.slice(at, at + 8).map((token) => from(address, refresh, { token }));
      codes.push(...(await Promise.all(batch)));
    }
    return codes;
  };
  return { ...gateway, from, renew };
};

/** Far more than may sign in from one address. */
const PHONES = byEffort(12, 100);

const tokens = (count: number) => Array.from({ length: count }, (_, at) => `refresh-token-${at}`);

describe('Mutation.refreshSession', () => {
  it('is accepted of very many phones behind one address in the same minute, which can sign in besides', async () => {
    await using gateway = await start();
    expect(new Set(await gateway.renew(tokens(PHONES)))).toEqual(new Set([null]));
    for (let at = 0; at < 5; at += 1) expect(await gateway.from('203.0.113.1', signIn)).toBe(null);
    expect(await gateway.from('203.0.113.1', signIn)).toBe('RATE_LIMITED');
    expect(await gateway.renew(['refresh-token-of-another'])).toEqual([null]);
  });

  it('is accepted ten times a minute with one token, wherever from', async () => {
    await using gateway = await start();
    const codes: unknown[] = [];
    for (let at = 0; at < 12; at += 1) codes.push(...(await gateway.renew(['stolen'], `203.0.113.${at}`)));
    expect(codes).toEqual([...Array.from({ length: 10 }, () => null), 'RATE_LIMITED', 'RATE_LIMITED']);
    expect(gateway.upstream.count('POST /v1/token')).toBe(10);
    expect(await gateway.renew(['another'])).toEqual([null]);
    const metrics = await (await gateway.fetch('/metrics')).text();
    expect(metrics).toContain('listings_gateway_refusals_total{limit="refresh_token"} 2');
    expect(metrics + gateway.logLines.join('')).not.toContain('stolen');
  });

  it('is accepted with tokens that were granted here, however many others somebody makes up at their address', async () => {
    await using gateway = await start({ refresh: { perToken: 3, perAddress: 3 } });
    const grants = [
      { Access_token: 'a', Refresh_token: 'of a sign-in', Expires_in: 3600 },
      { Access_token: 'b', Refresh_token: 'of a refresh', Expires_in: 3600 },
      { Access_token: 'c', Expires_in: 3600 },
    ];
    for (const json of grants) gateway.upstream.once('POST', '/v1/token', { json });
    expect(await gateway.from('203.0.113.1', signInAsUser, { u: 'u' })).toBe(null);
    expect(await gateway.renew(['rotated'])).toEqual([null]);
    expect(await gateway.renew(['kept'])).toEqual([null]);
    gateway.upstream.on('POST', '/v1/token', { status: 400, json: { Error: 'invalid_grant' } });
    expect((await gateway.renew(tokens(8))).filter((code) => code === 'RATE_LIMITED')).toHaveLength(7);
    expect(await gateway.renew(['of a sign-in', 'of a refresh', 'kept'])).toEqual([null, null, null]);
    expect(await gateway.renew(['rotated'])).toEqual(['RATE_LIMITED']);
    expect(await gateway.renew(['kept', 'kept'])).toEqual([null, 'RATE_LIMITED']);
  });

  it('is accepted so often a minute from one address, of IPv6 a /64 network, so that made-up tokens are not free', async () => {
    await using gateway = await start({ refresh: { perAddress: 12 } });
    const codes = await gateway.renew(tokens(16), '2001:db8::1');
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(4);
    expect(await gateway.renew(['of a neighbour'], '2001:db8::2')).toEqual(['RATE_LIMITED']);
    expect(await gateway.renew(['of another'], '2001:db8:0:1::1')).toEqual([null]);
    expect(gateway.upstream.count('POST /v1/token')).toBe(13);
    const metrics = await (await gateway.fetch('/metrics')).text();
    expect(metrics).toContain('listings_gateway_refusals_total{limit="refresh_address"} 5');
  });
});
