import { describe, expect, it } from 'vitest';
import { credentialsOf, liveApplication } from '../../support/accounts.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';

const signIn = 'mutation ($u: String!) { signIn(input: { username: $u, password: $u }) { userErrors { code } } }';

const start = async (perUsername: number, perAddress: number) => {
  const gateway = await startScriptedGateway({
    application: credentialsOf(liveApplication),
    signIn: { perUsername, perAddress },
  });
  gateway.upstream.on('POST', '/v1/token', { status: 400, json: { Error: 'invalid_grant' } });
  const attempt = async (u: string) => {
    const answer = await gateway.query(signIn, { variables: { u } });
    return answer.errors[0]?.extensions ?? null;
  };
  return { ...gateway, attempt };
};

describe('Mutation.signIn', () => {
  it('is accepted so often a minute for a username, in any case of it, and then not sent any more', async () => {
    await using gateway = await start(2, 100);
    expect(await gateway.attempt('ann')).toBeNull();
    expect(await gateway.attempt('ANN')).toBeNull();
    expect(await gateway.attempt('Ann')).toMatchObject({ code: 'RATE_LIMITED', retryable: true, retryAfter: 60 });
    expect(await gateway.attempt('bob')).toBeNull();
    expect(gateway.upstream.count('POST /v1/token')).toBe(3);
  });

  it('is accepted so often a minute from an address, whoever signs in', async () => {
    await using gateway = await start(100, 2);
    expect([await gateway.attempt('ann'), await gateway.attempt('bob')]).toEqual([null, null]);
    expect(await gateway.attempt('eve')).toMatchObject({ code: 'RATE_LIMITED' });
    expect(gateway.upstream.count('POST /v1/token')).toBe(2);
  });

  it('is refused with 429 and the time to wait when nothing else came back, and counted', async () => {
    await using gateway = await start(1, 100);
    await gateway.attempt('ann');
    const response = await gateway.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: signIn, variables: { u: 'ann' } }),
    });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toMatch(/^(?:60|59)$/);
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'RATE_LIMITED', retryAfter: Number(response.headers.get('retry-after')) } }],
    });
    const metrics = await (await gateway.fetch('/metrics')).text();
    expect(metrics).toContain('listings_gateway_refusals_total{limit="sign_in_username"} 1');
  });
});
