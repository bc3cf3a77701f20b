import { describe, expect, it } from 'vitest';
import { accountPassword, credentialsOf, liveApplication, testApplication } from '../../../support/accounts.ts';
import { withSessions } from '../../../support/browser-session.ts';
import { sampled } from '../../../support/effort.ts';
import { dataOf, textAt, valueAt } from '../../../support/graphql-client.ts';
import type { GatewaySettings, RunningGateway } from '../../../support/running-gateway.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';
import type { ScriptedRequest } from '../../../support/scripted-upstream.ts';
import { startWorldForAll } from '../../../support/world.ts';
import { noLifetimes } from '../../no-lifetimes.ts';

const granted = {
  Access_token: 'access-1',
  Token_type: 'Bearer',
  Expires_in: 3600,
  Refresh_token: 'refresh-1',
  Username: 'ann',
  OwnerUsername: 'owner',
  OwnerId: 9,
  Identity: 8,
  HasShares: true,
  ThirdPartyProfilePic: 'https://img.example/me',
};

const fields = `session {
  accessToken tokenType expiresIn expiresAt refreshToken username ownerUsername ownerDatabaseId identity hasShares
  thirdPartyProfilePictureUrl
} userErrors { code field message }`;

const client = { clientId: 'my-app', clientSecret: 'my secret' };

const mutations = {
  signIn: {
    text: `mutation ($input: SignInInput!) { signIn(input: $input) { ${fields} } }`,
    input: { username: 'ann', password: 'pass word' },
    grant: { grant_type: 'password', username: 'ann', password: 'pass word' },
  },
  refreshSession: {
    text: `mutation ($input: RefreshSessionInput!) { refreshSession(input: $input) { ${fields} } }`,
    input: { refreshToken: 'refresh-0' },
    grant: { grant_type: 'refresh_token', refresh_token: 'refresh-0' },
  },
  startClientSession: {
    text: `mutation ($input: StartClientSessionInput!) { startClientSession(input: $input) { ${fields} } }`,
    input: {},
    grant: { grant_type: 'client_credentials' },
  },
} as const;

type MutationName = keyof typeof mutations;

const names: readonly MutationName[] = ['signIn', 'refreshSession', 'startClientSession'];

/** Headers of a request, apart from those of every HTTP request. */
const headersOf = ({ rawHeaders }: ScriptedRequest): Readonly<Record<string, string>> => {
  const ordinary = new Set(['host', 'connection', 'accept', 'accept-encoding', 'content-length', 'x-request-id']);
  const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []));
  return Object.fromEntries(pairs.filter(([name]) => !ordinary.has((name ?? '').toLowerCase())));
};

const start = async (settings: GatewaySettings = {}) => {
  const gateway = await startScriptedGateway({ application: credentialsOf(liveApplication), ...settings });
  gateway.upstream.on('POST', '/v1/token', { json: granted });
  return gateway;
};

const signInBrowser = (gateway: RunningGateway): Promise<Response> =>
  gateway.fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ann', password: 'secret' }),
  });

describe('Mutation.startClientSession, where the gateway gives out no tokens of its own application', () => {
  const { text } = mutations.startClientSession;

  it('is REQUIRED without a client, with a token or without, and nothing is sent', async () => {
    await using gateway = await start({ clientSessions: false });
    for (const token of [null, 'token-of-a-caller']) {
      for (const input of [{}, { client: null }]) {
        expect(dataOf(await gateway.query(text, { variables: { input }, token }))).toEqual({
          startClientSession: {
            session: null,
            userErrors: [
              {
                code: 'REQUIRED',
                field: ['input', 'client'],
                message: 'This gateway does not issue tokens for its own application: pass your client id and secret.',
              },
            ],
          },
        });
      }
    }
    expect(gateway.upstream.count()).toBe(0);
  });

  it('starts the session of an application that the caller has the secret of', async () => {
    await using gateway = await start({ clientSessions: false });
    dataOf(await gateway.query(text, { variables: { input: { client } } }));
    const [request] = gateway.upstream.requests;
    expect(request && headersOf(request)).toMatchObject({ client_id: 'my-app', client_secret: 'my secret' });
  });
});

describe.each(names)('Mutation.%s', (name) => {
  const { text, input, grant } = mutations[name];

  it('sends its grant as headers, with the gateway’s own application, and gives the whole session', async () => {
    await using gateway = await start();
    const response = await gateway.query(text, { variables: { input } });
    expect(dataOf(response)).toEqual({
      [name]: {
        session: {
          accessToken: 'access-1',
          tokenType: 'Bearer',
          expiresIn: 3600,
          expiresAt: '2025-06-15T13:00:00Z',
          refreshToken: 'refresh-1',
          username: 'ann',
          ownerUsername: 'owner',
          ownerDatabaseId: '9',
          identity: '8',
          hasShares: true,
          thirdPartyProfilePictureUrl: 'https://img.example/me',
        },
        userErrors: [],
      },
    });
    const [request, ...others] = gateway.upstream.requests;
    expect(others).toEqual([]);
    expect(request).toMatchObject({ method: 'POST', path: '/v1/token', rawQuery: '', body: '' });
    expect(request && headersOf(request)).toEqual({
      ...grant,
      client_id: liveApplication.clientId,
      client_secret: liveApplication.clientSecret,
    });
  });

  it('sends the application of the input instead when there is one, and no token of the caller', async () => {
    await using gateway = await start();
    dataOf(await gateway.query(text, { variables: { input: { ...input, client } }, token: 'old-token' }));
    const [request] = gateway.upstream.requests;
    expect(request && headersOf(request)).toEqual({ ...grant, client_id: 'my-app', client_secret: 'my secret' });
  });

  it('sends a form where that is configured', async () => {
    await using gateway = await start({ tokenParams: 'form', application: null });
    dataOf(await gateway.query(text, { variables: { input: { ...input, client } } }));
    const [request] = gateway.upstream.requests;
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      ...grant,
      client_id: 'my-app',
      client_secret: 'my secret',
    });
    expect(request && headersOf(request)).toEqual({ 'content-type': 'application/x-www-form-urlencoded' });
  });

  it('needs an application: without one anywhere it is REQUIRED, and nothing is sent', async () => {
    await using gateway = await startScriptedGateway();
    const response = await gateway.query(text, { variables: { input } });
    expect(dataOf(response)).toMatchObject({
      [name]: { session: null, userErrors: [{ code: 'REQUIRED', field: ['input', 'client'] }] },
    });
    expect(gateway.upstream.count()).toBe(0);
  });

  it.each([
    ['200', { json: { Error: 'access_denied', Error_description: 'Account locked until Monday' } }],
    ['403', { status: 403, json: { Message: 'Account locked until Monday' } }],
  ])('has the words of the service for an account that is locked: %s', async (_what, script) => {
    await using gateway = await start();
    gateway.upstream.on('POST', '/v1/token', script);
    const response = await gateway.query(text, { variables: { input } });
    expect(dataOf(response)).toEqual({
      [name]: {
        session: null,
        userErrors: [{ code: 'REJECTED', field: null, message: 'Account locked until Monday' }],
      },
    });
  });
});

describe('Credentials that a header cannot carry', () => {
  const inputs: readonly (readonly [MutationName, object, readonly string[]])[] = [
    ['signIn', { username: 'ann\r\nX-Evil: 1', password: 'p' }, ['input', 'username']],
    ['signIn', { username: 'ann', password: 'pässword' }, ['input', 'password']],
    ['signIn', { username: 'ann', password: ' p' }, ['input', 'password']],
    ['signIn', { username: 'ann', password: 'p ' }, ['input', 'password']],
    ['signIn', { username: 'ann', password: 'p\u0000' }, ['input', 'password']],
    ['signIn', { username: '', password: 'p' }, ['input', 'username']],
    [
      'signIn',
      { username: 'ann', password: 'p', client: { clientId: 'a\n', clientSecret: 's' } },
      ['input', 'client', 'clientId'],
    ],
    ['refreshSession', { refreshToken: 'a\tb' }, ['input', 'refreshToken']],
    ['startClientSession', { client: { clientId: 'a', clientSecret: '🔑' } }, ['input', 'client', 'clientSecret']],
  ];

  it.each(sampled(3, inputs))('%s refuses %j as INVALID, and sends nothing', async (name, input, field) => {
    await using gateway = await start();
    const response = await gateway.query(mutations[name].text, { variables: { input } });
    expect(dataOf(response)).toMatchObject({ [name]: { session: null, userErrors: [{ code: 'INVALID', field }] } });
    expect(gateway.upstream.count()).toBe(0);
  });

  it('are sent in a form, which can carry any text', async () => {
    await using gateway = await start({ tokenParams: 'form', application: null });
    const input = { username: 'ånn & co', password: ' p=\r\n', client };
    dataOf(await gateway.query(mutations.signIn.text, { variables: { input } }));
    const form = new URLSearchParams(gateway.upstream.requests[0]?.body);
    expect([form.get('username'), form.get('password')]).toEqual(['ånn & co', ' p=\r\n']);
  });
});

describe('The lifetime of a session', () => {
  const HOUR = 3600;
  it.each<readonly [unknown, number]>(
    sampled(4, [
      [60, 60],
      ['60', 60],
      [86_400, 86_400],
      [599.9, 599],
      [2 ** 31 - 1, 86_400],
      [2 ** 31, 86_400],
      [1e300, 86_400],
      ...noLifetimes.map((none) => [none, HOUR] as const),
    ]),
  )('is, where the service says %j, of %i seconds from now on the gateway’s clock', async (said, seconds) => {
    await using gateway = await startScriptedGateway(withSessions());
    gateway.upstream.on('POST', '/v1/token', { json: { ...granted, Expires_in: said } });
    const expiresAt = new Date(gateway.clock.now() + seconds * 1000).toISOString();
    for (const name of ['signIn', 'refreshSession'] as const) {
      const { text, input } = mutations[name];
      const { session } = Object(Object(dataOf(await gateway.query(text, { variables: { input } })))[name]);
      expect([session.expiresIn, new Date(session.expiresAt).toISOString()]).toEqual([seconds, expiresAt]);
    }
    expect(await (await signInBrowser(gateway)).json()).toMatchObject({ expiresAt });
  });
});

it.each(sampled(5, ['T\nX', ' T', 'T ', 'T X', 'Tü', 'x'.repeat(8193)]))(
  'A token that no header can carry is a response that cannot be read: %j',
  async (token) => {
    await using gateway = await startScriptedGateway(withSessions());
    gateway.upstream.on('POST', '/v1/token', { json: { ...granted, Access_token: token } });
    for (const name of names) {
      const { text, input } = mutations[name];
      const { errors } = await gateway.query(text, { variables: { input } });
      expect(errors[0]?.extensions['code']).toBe(name === 'refreshSession' ? 'RESULT_UNKNOWN' : 'UPSTREAM_INVALID');
      expect(errors[0]?.message).toMatch(/^The response of the service cannot be read\./);
    }
    const response = await signInBrowser(gateway);
    expect([response.status, await response.json()]).toMatchObject([502, { code: 'UPSTREAM_INVALID' }]);
  },
);

it.each([undefined, null, ''])(
  'A refresh token stays the one that was given where the service gives no other: %j',
  async (none) => {
    await using gateway = await start();
    gateway.upstream.on('POST', '/v1/token', { json: { ...granted, Refresh_token: none } });
    const { text, input } = mutations.refreshSession;
    const response = await gateway.query(text, { variables: { input } });
    expect(valueAt(response, 'refreshSession.session.refreshToken')).toBe(input.refreshToken);
  },
);

it.each(sampled(3, ['none', '0', 0, 'No error', false]))(
  'An `Error` beside a token that says nothing of a failure does not refuse it: %j',
  async (none) => {
    await using gateway = await start();
    gateway.upstream.on('POST', '/v1/token', { json: { ...granted, Error: none } });
    for (const name of names) {
      const { text, input } = mutations[name];
      expect(valueAt(await gateway.query(text, { variables: { input } }), name)).toMatchObject({ userErrors: [] });
    }
  },
);

it('Ids of a session keep every digit', async () => {
  await using gateway = await start();
  gateway.upstream.on('POST', '/v1/token', {
    body: '{"Access_token":"a","OwnerId":9007199254740993,"Identity":9223372036854775807}',
  });
  const response = await gateway.query(mutations.startClientSession.text, { variables: { input: {} } });
  expect(valueAt(response, 'startClientSession.session.ownerDatabaseId')).toBe('9007199254740993');
  expect(valueAt(response, 'startClientSession.session.identity')).toBe('9223372036854775807');
});

describe('Sessions of the demo data', async () => {
  const world = await startWorldForAll();

  const signIn = (input: object) => world.query(mutations.signIn.text, { variables: { input } });

  it('start with a password, are renewed with a refresh token once, and end when they expire', async () => {
    const first = await signIn({ username: 'seller', password: accountPassword });
    expect(dataOf(first)).toMatchObject({ signIn: { session: { username: 'seller', tokenType: 'Bearer' } } });
    const ask = (token: string) => world.query('{ viewer { username } }', { token });
    expect(dataOf(await ask(textAt(first, 'signIn.session.accessToken')))).toEqual({ viewer: { username: 'seller' } });
    world.clock.advance(Date.parse(textAt(first, 'signIn.session.expiresAt')) - world.clock.now());
    const late = await ask(textAt(first, 'signIn.session.accessToken'));
    expect(late.errors[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED', reason: 'TOKEN_REJECTED' });
    const renew = () =>
      world.query(mutations.refreshSession.text, {
        variables: { input: { refreshToken: textAt(first, 'signIn.session.refreshToken') } },
      });
    const renewed = await renew();
    expect(dataOf(await ask(textAt(renewed, 'refreshSession.session.accessToken')))).toEqual({
      viewer: { username: 'seller' },
    });
    expect(valueAt(await renew(), 'refreshSession.userErrors.0.code')).toBe('INVALID_CREDENTIALS');
  });

  it('take another application from the input, and refuse one with a wrong secret', async () => {
    const person = { username: 'tester', password: accountPassword };
    const { clientId, clientSecret } = testApplication;
    const right = await signIn({ ...person, client: { clientId, clientSecret } });
    expect(valueAt(right, 'signIn.session.username')).toBe('tester');
    const wrong = await signIn({ ...person, client: { clientId, clientSecret: 'wrong' } });
    expect(valueAt(wrong, 'signIn.userErrors.0.code')).toBe('INVALID_CREDENTIALS');
  });
});
