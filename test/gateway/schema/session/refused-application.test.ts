/** What a refusal of the token endpoint is to users, who must not be signed out for what is the operator's. Assumption: R49. */
import { describe, expect, it } from 'vitest';
import { liveApplication, credentialsOf } from '../../../support/accounts.ts';
import { byEffort, oneIn, sampled } from '../../../support/effort.ts';
import { codesOf, valueAt } from '../../../support/graphql-client.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../../support/scripted-gateway.ts';
import type { ScriptedResponse } from '../../../support/scripted-upstream.ts';

const ways = {
  signIn: {
    text: 'mutation ($input: SignInInput!) { signIn(input: $input) { userErrors { code field message } } }',
    input: { username: 'ann', password: 'secret-1' },
  },
  refreshSession: {
    text: 'mutation ($input: RefreshSessionInput!) { refreshSession(input: $input) { userErrors { code field message } } }',
    input: { refreshToken: 'refresh-1' },
  },
} as const;
type Way = keyof typeof ways;
const names: readonly Way[] = ['signIn', 'refreshSession'];

const NO_MATCH = 'These credentials do not match our records.';

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
  return { ...gateway, metric };
};

const codes = ['invalid_client', 'unauthorized_client'];
const words = [null, 'Unknown application or secret.', 'The secret has expired', 'Sorry.'];
const withCode = [200, 400, 401, 403].flatMap((status) =>
  codes.flatMap((Error) => words.map((Error_description) => ({ status, json: { Error, Error_description } }))),
);

/** Forms in which a service says something without a code. */
const formsOf = (status: number, text: string): readonly ScriptedResponse[] => [
  { status, body: text },
  { status, json: text },
  { status, json: { Message: text } },
  { status, json: { error: { message: text } } },
  { status, json: { Errors: [{ Message: text }] } },
  { status, json: { Access_token: null, Error_description: text } },
  { status, json: { Error: 'access_denied', Error_description: text } },
];
const statuses = [400, 401];
/** Words that say no more than that somebody is refused. */
const ofNobody = ['Unauthorized', 'Authorization has been denied for this request.', 'Access denied.'];
/** Of a user in any case. */
const grantsOf = (text: string): readonly ScriptedResponse[] => [
  { status: [200, 400, 401, 403][text.length % 4] ?? 400, json: { Error: 'invalid_grant', Error_description: text } },
  ...(ofNobody.includes(text) ? [] : [{ status: 403, json: { Error: 'access_denied', Message: text } }]),
];
const formsOfAll = (texts: readonly string[]) =>
  texts.flatMap((text, at) => formsOf(statuses[at % 2] ?? 400, text).map((refusal) => [text, refusal] as const));

/** Of users whose credentials may be right. */
const ofOthers = [
  'Sorry.',
  'The secret has expired',
  'This application has expired.',
  'Your account is locked until Monday.',
  'The system is down for maintenance.',
  'Login failed: too many attempts, wait ten minutes.',
  'Please verify your e-mail address before you sign in.',
  'Your password has expired: choose another one.',
  'Not from this country.',
  'The user may not sign in from this country.',
  'User is not active.',
  'Invalid captcha for user ann.',
  'Wrong application for this user.',
  'Login not allowed at night.',
  'Your credentials are not valid on this site: use the business portal.',
  'Account deleted: wrong user.',
  'Token was revoked by the administrator.',
  'Пользователь заблокирован.',
];
const ofCredentials = [
  ...ofNobody,
  'Bad credentials',
  'Username or password is wrong.',
  'Unknown user',
  'No such user.',
  'User ann does not exist.',
  'Invalid username or password. Please try again.',
  'Wrong password. 2 attempts left.',
  'The token was revoked.',
  'The user name or password is incorrect.',
  'Unknown user ann.',
  "The password secret-1 doesn't match.",
  'Login failed',
  'The refresh token has expired.',
];

/** What a service says of an application. */
const ofApplication = [
  ...words.flatMap((text) => (text !== null && /\s/.test(text) ? [text] : [])),
  'The system is faulty.',
  'Unknown application',
];

const withoutCode: readonly ScriptedResponse[] = [
  ...statuses.flatMap((status) => [{ status }, { status, body: '<html>' }, { status, json: 'Unknown application' }]),
  ...formsOfAll([...words.filter((text) => text !== null), 'The system is faulty.']).map(([, refusal]) => refusal),
];

describe.each(names)('%s, with the application of the gateway', (name) => {
  const { text, input } = ways[name];
  const send = (gateway: ScriptedGateway) => gateway.query(text, { variables: { input } });

  it.each(oneIn(byEffort(58, 5), [...withCode, ...withoutCode], names.indexOf(name)))(
    'signs nobody out when that is refused: %j',
    async (refusal) => {
      await using gateway = await start(refusal, true);
      const { errors } = await send(gateway);
      // Whoever reads it runs no gateway: no code of the service, only its words.
      const text = JSON.stringify(refusal);
      const [said = 'Nobody can sign in at the moment. Try again later.'] = ofApplication.filter((each) =>
        text.includes(each),
      );
      const message = expect.stringContaining(said);
      expect(errors).toMatchObject([{ message, extensions: { code: 'UPSTREAM_REJECTED' } }]);
      expect(await gateway.metric('own_application_refused')).toBe('1');
      const kind = name === 'signIn' ? 'password' : 'refresh_token';
      expect(await gateway.metric(`grants_total{grant="${kind}",result="application"}`)).toBe('1');
      expect(await gateway.metric('errors_total{code="UPSTREAM_REJECTED",fault="gateway"}')).toBe('1');
    },
  );

  it.each(
    oneIn(
      byEffort(47, 5),
      [
        ...formsOfAll(ofOthers),
        ...ofOthers.flatMap((text) => grantsOf(text).map((refusal) => [text, refusal] as const)),
      ],
      names.indexOf(name),
    ),
  )('has the words that are not about credentials: %s', async (said, refusal) => {
    await using gateway = await start(refusal, false);
    const error = { code: 'REJECTED', field: null, message: said };
    expect(valueAt(await send(gateway), `${name}.userErrors`)).toEqual([error]);
    expect(await gateway.metric('own_application_refused')).toBe('0');
  });

  it.each([
    ...oneIn(
      byEffort(47, 5),
      // Whose name it is that a refusal repeats, nobody knows who did not send it.
      ofCredentials
        .filter((said) => name === 'signIn' || !/ann|secret-1/.test(said))
        .flatMap((text) => [...formsOfAll([text]).map(([, refusal]) => refusal), ...grantsOf(text)]),
      names.indexOf(name),
    ),
    ...sampled(4, [
      ...statuses.flatMap((status) => [
        { status },
        { status, body: '<html>' },
        { status, json: 'Unknown application' },
      ]),
      { json: { Error: 'invalid_grant' } },
      { status: 422, json: { Message: 'Wrong password' } },
      { status: 422, json: { message: NO_MATCH, errors: { email: [NO_MATCH] } } },
      { status: 404, json: { Message: 'User not found' } },
      { status: 401, json: { Error: 'invalid_grant', Error_description: 'The token was revoked.' } },
    ]),
  ])('says that the credentials are wrong when the application is accepted: %j', async (refusal) => {
    await using gateway = await start(refusal, false);
    const error = { code: 'INVALID_CREDENTIALS', field: null, message: 'These credentials are not valid.' };
    for (let times = 0; times < 3; times += 1) {
      expect(valueAt(await send(gateway), `${name}.userErrors`)).toEqual([error]);
    }
    expect(await gateway.metric('own_application_refused')).toBe('0');
    expect(await gateway.metric(`user_errors_total{mutation="${name}",code="INVALID_CREDENTIALS"}`)).toBe('3');
    const asked = gateway.upstream.requests.filter(({ headers }) => headers['grant_type'] === 'client_credentials');
    expect(asked.length).toBeLessThanOrEqual(1);
  });

  it.each(
    sampled(
      2,
      [
        [{ status: 403, json: { Message: 'Not from this country' } }, 'REJECTED'],
        [{ status: 423, body: 'Locked until Monday' }, 'REJECTED'],
        [{ status: 403, json: { Errors: [{ Message: 'Not from this country' }] } }, 'REJECTED'],
        [{ status: 415, json: { Message: 'Unsupported media type' } }, 'UPSTREAM_REJECTED'],
        [{ status: 422, body: 'grant_type is missing' }, 'UPSTREAM_REJECTED'],
        [{ status: 400, json: { Error: 'unsupported_grant_type' } }, 'UPSTREAM_REJECTED'],
        [{ status: 400, json: { Error: 'invalid_request', Error_description: 'Blocked' } }, 'UPSTREAM_REJECTED'],
        [{ status: 405 }, 'UPSTREAM_INVALID'],
        [{ status: 404, json: { Message: 'No HTTP resource was found' } }, 'UPSTREAM_INVALID'],
      ] as const,
      names.indexOf(name),
    ),
  )('is never INVALID_CREDENTIALS for another refusal: %j', async (refusal, code) => {
    await using gateway = await start(refusal, false);
    const response = await send(gateway);
    expect(response.errors.length === 0 ? valueAt(response, `${name}.userErrors.0.code`) : codesOf(response)[0]).toBe(
      code,
    );
    expect(response.text).not.toContain('INVALID_CREDENTIALS');
  });
});

it.each(sampled(5, ['password', 'locked', '1234', 'Password1', 'ann']))(
  'A refusal is read and told as it is, whatever the password: %s',
  async (password) => {
    const { text } = ways.signIn;
    const locked = 'Your account is locked: the password has expired. Call 21234567.';
    for (const [said, error] of [
      ['Wrong password', { code: 'INVALID_CREDENTIALS', message: 'These credentials are not valid.' }],
      [locked, { code: 'REJECTED', message: locked }],
    ] as const) {
      await using gateway = await start({ status: 401, body: said }, false);
      const response = await gateway.query(text, { variables: { input: { username: 'bea', password } } });
      expect(valueAt(response, 'signIn.userErrors.0')).toMatchObject(error);
    }
  },
);

it.each(sampled(2, [200, 400, 401, 403]))(
  'A refusal with %i says nothing of what was secret in the request',
  async (status) => {
    const text = 'Nobody may come in with secret-1 and refresh-1 now.';
    for (const name of names) {
      await using gateway = await start({ status, json: { Message: text } }, false);
      const response = await gateway.query(ways[name].text, { variables: { input: ways[name].input } });
      expect(response.text).toMatch(/Nobody may come in/);
      expect(response.text).not.toContain(name === 'signIn' ? 'secret-1' : 'refresh-1');
    }
  },
);
