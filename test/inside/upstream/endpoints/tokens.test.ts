import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { InvalidCredentialInputError, Secret } from '../../../../src/upstream/call/credentials.ts';
import { type Grant, requestToken } from '../../../../src/upstream/endpoints/tokens.ts';
import { sampled } from '../../../support/effort.ts';
import { type ConnectedClient, connectClient, failureOf } from '../connected-client.ts';

const clients: ConnectedClient[] = [];

const connect = async (tokenParams: 'headers' | 'form' = 'headers'): Promise<ConnectedClient> => {
  const client = await connectClient({ tokenParams });
  clients.push(client);
  return client;
};

afterEach(async () => {
  for (const client of clients.splice(0)) await client[Symbol.asyncDispose]();
});

const client = { clientId: 'app', clientSecret: new Secret('canary-secret') };
const applicationGrant: Grant = { grant: 'client_credentials', client };
const passwordGrant = (password: string, username = 'ana'): Grant => ({
  grant: 'password',
  client,
  username,
  password: new Secret(password),
});
const refreshGrant: Grant = { grant: 'refresh_token', client, refreshToken: new Secret('canary-refresh') };

const response = {
  Access_token: 'canary-access',
  Token_type: 'bearer',
  Expires_in: 3600,
  Refresh_token: 'canary-refresh',
  OwnerId: 7,
  Error: null,
};

describe('POST /v1/token', () => {
  it.each([
    [applicationGrant, { grant_type: 'client_credentials', client_id: 'app', client_secret: 'canary-secret' }],
    [
      passwordGrant('open sesame!'),
      {
        grant_type: 'password',
        client_id: 'app',
        client_secret: 'canary-secret',
        username: 'ana',
        password: 'open sesame!',
      },
    ],
    [
      refreshGrant,
      {
        grant_type: 'refresh_token',
        client_id: 'app',
        client_secret: 'canary-secret',
        refresh_token: 'canary-refresh',
      },
    ],
  ])('takes its parameters as headers under their exact names, or as a form: $grant', async (grant, parameters) => {
    for (const tokenParams of ['headers', 'form'] as const) {
      const { upstream, service } = await connect(tokenParams);
      upstream.on('POST', '/v1/token', { json: response });
      expect(await requestToken(service, grant)).toMatchObject({ kind: 'granted' });
      const { headers, rawHeaders = [], body = '', rawQuery } = upstream.requests[0] ?? {};
      const sent = Object.fromEntries(
        tokenParams === 'form'
          ? new URLSearchParams(body)
          : Object.keys(parameters).map((name) => [
              name,
              rawHeaders[rawHeaders.findIndex((header, at) => at % 2 === 0 && header === name) + 1],
            ]),
      );
      expect(sent).toEqual(parameters);
      expect(headers?.['content-type']).toBe(tokenParams === 'form' ? 'application/x-www-form-urlencoded' : undefined);
      expect(body === '').toBe(tokenParams === 'headers');
      expect(rawQuery).toBe('');
      expect(headers).not.toHaveProperty('authorisation');
      expect(headers).not.toHaveProperty('authorization');
    }
  });

  it('grants a token, which is not printed with its values', async () => {
    const { upstream, service } = await connect();
    upstream.on('POST', '/v1/token', { json: response });
    const result = await requestToken(service, applicationGrant);
    expect(result.kind === 'granted' && result.token).toMatchObject({
      Access_token: 'canary-access',
      Refresh_token: 'canary-refresh',
      Expires_in: 3600,
      OwnerId: '7',
      Username: null,
    });
    expect(inspect(result, { depth: 9 }) + JSON.stringify(result)).not.toContain('canary');
    expect(JSON.stringify(result)).toContain('"Access_token":"[redacted]"');
  });

  it.each([
    { status: 400 },
    { status: 400, body: '<html>' },
    { status: 400, json: 'No such user.' },
    { status: 401 },
    { status: 401, body: 'No such user.' },
    { status: 401, json: ['No such user.'] },
  ])('refuses where there is no token response, and does not say for what: %j', async (answer) => {
    const { upstream, service } = await connect();
    upstream.on('POST', '/v1/token', answer);
    for (const grant of [applicationGrant, passwordGrant('a'), refreshGrant]) {
      expect(await requestToken(service, grant)).toMatchObject({ kind: 'refused', about: 'unsaid' });
    }
  });

  it.each([
    [{ status: 429, json: { Error: 'slow_down' } }, 'rate_limited'],
    [{ status: 503, json: { Error: 'down' } }, 'http_passing'],
    [{ status: 422, body: '<html>' }, 'rejected'],
    [{ status: 403 }, 'forbidden'],
    [{ json: { Token_type: 'bearer' } }, 'unreadable'],
    [{ json: {} }, 'unreadable'],
    [{ body: '<html>' }, 'unreadable'],
    [{ status: 302, headers: { location: '/' } }, 'redirect'],
  ] as const)('fails on a response that neither grants nor refuses: %j', async (answer, kind) => {
    const { upstream, service } = await connect();
    upstream.on('POST', '/v1/token', answer);
    const error = await failureOf(requestToken(service, applicationGrant));
    expect(error).toMatchObject({ kind, operation: 'POST /v1/token' });
  });
});

describe('credentials that a header cannot carry', () => {
  const unsafe = [' a', 'a ', 'a\r\nX-Evil: 1', 'a\nb', 'a\0b', 'é', '', 'a\tb', '\u{1f600}'];

  it.each([
    ['client_id', (value: string): Grant => ({ ...applicationGrant, client: { ...client, clientId: value } })],
    [
      'client_secret',
      (value: string): Grant => ({ ...applicationGrant, client: { ...client, clientSecret: new Secret(value) } }),
    ],
    ['username', (value: string): Grant => passwordGrant('a', value)],
    ['password', (value: string): Grant => passwordGrant(value)],
    ['refresh_token', (value: string): Grant => ({ ...refreshGrant, refreshToken: new Secret(value) })],
  ] as [string, (value: string) => Grant][])(
    'are refused by the name of their parameter, before any I/O: %s',
    async (parameter, grantOf) => {
      const { upstream, service } = await connect();
      for (const value of unsafe) {
        const error = await failureOf(requestToken(service, grantOf(value)));
        expect(error).toBeInstanceOf(InvalidCredentialInputError);
        expect(error).toMatchObject({ parameter });
        expect(String(error)).toMatch(/^InvalidCredentialInputError: [a-z_]+ (?:is|starts|contains) [a-zA-Z ]+\.$/);
      }
      expect(upstream.connections()).toBe(0);
    },
  );

  it('never reach the service changed, whichever character from U+0000 to U+00FF they have, wherever', async () => {
    const { upstream, service } = await connect();
    upstream.on('POST', '/v1/token', { json: response });
    const codes = sampled(
      Array.from({ length: 0x100 }, (_, code) => code),
      4,
    );
    for (const code of codes) {
      const character = String.fromCharCode(code);
      for (const password of [`a${character}b`, `${character}b`, `a${character}`]) {
        const before = upstream.count();
        const result = await requestToken(service, passwordGrant(password)).catch((error: unknown) => error);
        const isRefused = result instanceof InvalidCredentialInputError;
        expect(upstream.count() - before).toBe(isRefused ? 0 : 1);
        expect(isRefused || upstream.requests.at(-1)?.headers['password'] === password).toBe(true);
      }
    }
    // A space may stand within, everything else that is visible anywhere.
    expect(upstream.count()).toBe(codes.filter((code) => code > 0x20 && code < 0x7f).length * 3 + 1);
  });

  it('are carried by a form, every one of them, apart from the empty one', async () => {
    const { upstream, service } = await connect('form');
    upstream.on('POST', '/v1/token', { json: response });
    for (const value of unsafe.filter((text) => text !== '')) {
      expect(await requestToken(service, passwordGrant(value, value))).toMatchObject({ kind: 'granted' });
      const form = new URLSearchParams(upstream.requests.at(-1)?.body);
      expect([form.get('username'), form.get('password')]).toEqual([value, value]);
    }
    expect(await failureOf(requestToken(service, passwordGrant('')))).toMatchObject({ parameter: 'password' });
  });
});
