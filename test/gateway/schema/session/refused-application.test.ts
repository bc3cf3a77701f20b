/** What a refusal of the token endpoint is to users, who must not be signed out for what is the operator's. Ruling: R49. */
import { describe, expect, it } from 'vitest';
import { liveApplication, credentialsOf } from '../../../support/accounts.ts';
import { sampled } from '../../../support/effort.ts';
import { codesOf, valueAt } from '../../../support/graphql-client.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../../support/scripted-gateway.ts';
import type { ScriptedResponse } from '../../../support/scripted-upstream.ts';

const ways = {
  signIn: {
    text: 'mutation ($input: SignInInput!) { signIn(input: $input) { userErrors { code } } }',
    input: { username: 'ann', password: 'secret-1' },
  },
  refreshSession: {
    text: 'mutation ($input: RefreshSessionInput!) { refreshSession(input: $input) { userErrors { code } } }',
    input: { refreshToken: 'refresh-1' },
  },
} as const;
type Way = keyof typeof ways;
const names: readonly Way[] = ['signIn', 'refreshSession'];

const granted: ScriptedResponse = { json: { Access_token: 'access-1', Expires_in: 3600 } };

/** A gateway whose service refuses users, and its application with the same words or not at all. */
const start = async (refusal: ScriptedResponse, isOfApplication: boolean) => {
  const gateway = await startScriptedGateway({ application: credentialsOf(liveApplication) });
  gateway.upstream.on('POST', '/v1/token', ({ headers }) =>
    headers['grant_type'] === 'client_credentials' && !isOfApplication ? granted : refusal,
  );
  const metric = async (series: string): Promise<string | undefined> =>
    (await (await gateway.fetch('/metrics')).text())
      .split('\n')
      .find((line) => line.startsWith(`listings_gateway_${series} `))
      ?.split(' ')
      .at(-1);
  return { gateway, metric };
};

const codes = ['invalid_client', 'unauthorized_client'];
const words = [null, 'Unknown application or secret.', 'The secret has expired', 'Sorry.'];
const withCode = [200, 400, 401, 403].flatMap((status) =>
  codes.flatMap((Error) => words.map((Error_description) => ({ status, json: { Error, Error_description } }))),
);
const withoutCode: readonly ScriptedResponse[] = [400, 401].flatMap((status) => [
  { status },
  { status, body: '<html>' },
  { status, json: 'Unknown application' },
  ...words.slice(1).flatMap((text) => [
    { status, body: text ?? '' },
    { status, json: { Message: text } },
    { status, json: { error: { message: text } } },
  ]),
]);

describe.each(names)('%s, with the application of the gateway', (name) => {
  const { text, input } = ways[name];
  const send = (gateway: ScriptedGateway) => gateway.query(text, { variables: { input } });

  it.each(sampled([...withCode, ...withoutCode], 7))('signs nobody out when that is refused: %j', async (refusal) => {
    const { gateway, metric } = await start(refusal, true);
    await using _gateway = gateway;
    expect(codesOf(await send(gateway))).toEqual(['UPSTREAM_REJECTED']);
    expect(await metric('own_application_refused')).toBe('1');
    const kind = name === 'signIn' ? 'password' : 'refresh_token';
    expect(await metric(`grants_total{grant="${kind}",result="application"}`)).toBe('1');
  });

  it.each([
    ...sampled(withoutCode, 5),
    { json: { Error: 'invalid_grant' } },
    { status: 401, json: { Error: 'invalid_grant' } },
  ])('says that the credentials are wrong when the application is accepted: %j', async (refusal) => {
    const { gateway, metric } = await start(refusal, false);
    await using _gateway = gateway;
    for (let times = 0; times < 3; times += 1) {
      expect(valueAt(await send(gateway), `${name}.userErrors.0.code`)).toBe('INVALID_CREDENTIALS');
    }
    expect(await metric('own_application_refused')).toBe('0');
    expect(await metric(`user_errors_total{mutation="${name}",code="INVALID_CREDENTIALS"}`)).toBe('3');
    const asked = gateway.upstream.requests.filter(({ headers }) => headers['grant_type'] === 'client_credentials');
    expect(asked.length).toBeLessThanOrEqual(1);
  });

  it.each([
    [{ status: 403, json: { Message: 'Not from this country' } }, 'REJECTED'],
    [{ status: 423, body: 'Locked until Monday' }, 'REJECTED'],
    [{ status: 403, json: { Errors: [{ Message: 'Not from this country' }] } }, 'REJECTED'],
    [{ status: 415, json: { Message: 'Unsupported media type' } }, 'UPSTREAM_REJECTED'],
    [{ status: 422, body: 'grant_type is missing' }, 'UPSTREAM_REJECTED'],
    [{ status: 400, json: { Error: 'unsupported_grant_type' } }, 'UPSTREAM_REJECTED'],
    [{ status: 400, json: { Error: 'invalid_request', Error_description: 'Blocked' } }, 'UPSTREAM_REJECTED'],
    [{ status: 405 }, 'UPSTREAM_REJECTED'],
  ] as const)('is never INVALID_CREDENTIALS for another refusal: %j', async (refusal, code) => {
    const { gateway } = await start(refusal, false);
    await using _gateway = gateway;
    const response = await send(gateway);
    expect(response.errors.length === 0 ? valueAt(response, `${name}.userErrors.0.code`) : codesOf(response)[0]).toBe(
      code,
    );
    expect(response.text).not.toContain('INVALID_CREDENTIALS');
  });
});
