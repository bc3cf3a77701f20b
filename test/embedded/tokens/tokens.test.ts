import { createHook } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../../src/embedded/demo/demo-access.ts';
import { testApplication } from '../../support/accounts.ts';
import { fieldsOf, type JsonResponse, startService } from '../running-service.ts';

const valueOf = (response: JsonResponse, field: string): string => {
  const value = fieldsOf(response.body)[field];
  if (typeof value !== 'string') throw new Error(`No ${field}: ${JSON.stringify(response.body)}`);
  return value;
};

/** The fields of a token response that are not null. */
const setFields = ({ body }: JsonResponse): string[] =>
  Object.entries(fieldsOf(body))
    .filter(([, value]) => value !== null)
    .map(([name]) => name)
    .sort();

describe('POST /v1/token', () => {
  it('gives an application tokens that say nothing of a user', async () => {
    await using service = await startService();
    const response = await service.requestToken({ ...service.client, grant_type: 'client_credentials' });
    expect(response.status).toBe(200);
    expect(setFields(response)).toEqual(['Access_token', 'Expires_in', 'Refresh_token', 'Token_type']);
    expect(fieldsOf(response.body)).toMatchObject({ Token_type: 'Bearer', Expires_in: 3600 });
  });

  it('gives a user tokens and says who they are', async () => {
    await using service = await startService({ accessTokenLifetimeSeconds: 90 });
    const response = await service.requestToken({
      ...service.client,
      grant_type: 'password',
      username: 'AGENT',
      password: DEMO_PASSWORD,
    });
    expect(response.status).toBe(200);
    expect(fieldsOf(response.body)).toMatchObject({
      Username: 'agent',
      OwnerUsername: 'agent',
      Identity: 5002,
      OwnerId: 5002,
      HasShares: true,
      Expires_in: 90,
      Error: null,
      Message: null,
    });
  });

  it('takes its parameters from a form as well', async () => {
    await using service = await startService();
    const form = { ...service.client, grant_type: 'password', username: 'seller', password: DEMO_PASSWORD };
    const response = await service.call('/v1/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
    expect(response.status).toBe(200);
    expect(valueOf(response, 'Username')).toBe('seller');
  });

  it('responds to a wrong user and a wrong password alike, with nothing but the error', async () => {
    await using service = await startService();
    const attempt = (username: string, password: string) =>
      service.requestToken({ ...service.client, grant_type: 'password', username, password });
    const wrongPassword = await attempt('agent', 'wrong');
    const wrongUser = await attempt('nobody', DEMO_PASSWORD);
    expect(wrongPassword.status).toBe(400);
    expect(wrongUser.status).toBe(400);
    expect(wrongUser.body).toEqual(wrongPassword.body);
    expect(valueOf(wrongUser, 'Error')).toBe('invalid_grant');
    expect(setFields(wrongUser)).toEqual(['Error', 'Error_description', 'Message']);
  });

  it('hashes as much to refuse a wrong user as a wrong password, so that time reveals nothing', async () => {
    await using service = await startService();
    let hashes = 0;
    const hook = createHook({
      init: (_id, type) => {
        if (type.startsWith('SCRYPT')) hashes += 1;
      },
    }).enable();
    try {
      for (const username of ['agent', 'nobody']) {
        hashes = 0;
        await service.requestToken({ ...service.client, grant_type: 'password', username, password: 'wrong' });
        expect([username, hashes]).toEqual([username, 1]);
      }
    } finally {
      hook.disable();
    }
  });

  it.each([
    ['an unknown application', { client_id: 'nobody' }],
    ['a wrong secret', { client_secret: 'wrong' }],
    ['the secret of another application', { client_secret: testApplication.clientSecret }],
  ])('refuses %s with 401 invalid_client', async (_name, wrong) => {
    await using service = await startService();
    const response = await service.requestToken({ ...service.client, grant_type: 'client_credentials', ...wrong });
    expect(response.status).toBe(401);
    expect(valueOf(response, 'Error')).toBe('invalid_client');
    expect(setFields(response)).toEqual(['Error', 'Error_description', 'Message']);
  });

  it.each([
    ['grant_type', {}],
    ['client_id', { grant_type: 'client_credentials' }],
    ['client_secret', { grant_type: 'client_credentials', client_id: 'x' }],
    ['username', { grant_type: 'password', client_id: 'x', client_secret: 'x', password: 'x' }],
    ['password', { grant_type: 'password', client_id: 'x', client_secret: 'x', username: 'x' }],
    ['refresh_token', { grant_type: 'refresh_token', client_id: 'x', client_secret: 'x' }],
  ])('names the missing parameter %s', async (name, parameters) => {
    await using service = await startService();
    const response = await service.requestToken(parameters);
    expect(response.status).toBe(400);
    expect(valueOf(response, 'Error')).toBe('invalid_request');
    expect(valueOf(response, 'Error_description')).toContain(name);
  });

  it('refuses a grant it does not know', async () => {
    await using service = await startService();
    const response = await service.requestToken({ ...service.client, grant_type: 'implicit' });
    expect(response.status).toBe(400);
    expect(valueOf(response, 'Error')).toBe('unsupported_grant_type');
  });

  it('refuses a form that is larger than it reads', async () => {
    await using service = await startService();
    const response = await service.call('/v1/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `grant_type=${'x'.repeat(1024 * 1024)}`,
    });
    expect(response.status).toBe(413);
  });

  it('lets an access token serve until the second it expires', async () => {
    await using service = await startService({ accessTokenLifetimeSeconds: 60 });
    const token = await service.signIn('agent');
    service.clock.advanceSeconds(59);
    expect((await service.call('/v1/user/details', { token })).status).toBe(200);
    service.clock.advanceSeconds(1);
    expect((await service.call('/v1/user/details', { token })).status).toBe(401);
  });
});

describe('POST /v1/token with a refresh token', () => {
  const signInAgent = (service: Awaited<ReturnType<typeof startService>>) =>
    service.requestToken({ ...service.client, grant_type: 'password', username: 'agent', password: DEMO_PASSWORD });

  const refresh = (service: Awaited<ReturnType<typeof startService>>, refreshToken: string) =>
    service.requestToken({ ...service.client, grant_type: 'refresh_token', refresh_token: refreshToken });

  it('replaces an expired access token for the same user', async () => {
    await using service = await startService({ accessTokenLifetimeSeconds: 60 });
    const first = await signInAgent(service);
    service.clock.advanceSeconds(3600);
    const second = await refresh(service, valueOf(first, 'Refresh_token'));
    expect(second.status).toBe(200);
    expect(valueOf(second, 'Username')).toBe('agent');
    expect((await service.call('/v1/user/details', { token: valueOf(second, 'Access_token') })).status).toBe(200);
    expect((await service.call('/v1/user/details', { token: valueOf(first, 'Access_token') })).status).toBe(401);
  });

  it('ends every token of a sign-in when a replaced refresh token comes back', async () => {
    await using service = await startService();
    const first = await signInAgent(service);
    const untouched = await signInAgent(service);
    const second = await refresh(service, valueOf(first, 'Refresh_token'));
    const reuse = await refresh(service, valueOf(first, 'Refresh_token'));
    expect(reuse.status).toBe(400);
    expect(valueOf(reuse, 'Error')).toBe('invalid_grant');
    expect((await refresh(service, valueOf(second, 'Refresh_token'))).status).toBe(400);
    expect((await service.call('/v1/user/details', { token: valueOf(second, 'Access_token') })).status).toBe(401);
    expect((await service.call('/v1/user/details', { token: valueOf(untouched, 'Access_token') })).status).toBe(200);
  });

  it('lets only one of two simultaneous uses through', async () => {
    await using service = await startService();
    const token = valueOf(await signInAgent(service), 'Refresh_token');
    const responses = await Promise.all([refresh(service, token), refresh(service, token)]);
    expect(responses.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400]));
  });

  it('refuses a token that is expired, unknown, an access token or of another application', async () => {
    await using service = await startService({ refreshTokenLifetimeSeconds: 120 });
    const first = await signInAgent(service);
    const token = valueOf(first, 'Refresh_token');
    const byOther = await service.requestToken({
      grant_type: 'refresh_token',
      client_id: testApplication.clientId,
      client_secret: testApplication.clientSecret,
      refresh_token: token,
    });
    expect(byOther.status).toBe(400);
    expect((await refresh(service, 'unknown')).status).toBe(400);
    expect((await refresh(service, valueOf(first, 'Access_token'))).status).toBe(400);
    service.clock.advanceSeconds(120);
    expect((await refresh(service, token)).status).toBe(400);
  });

  it('refreshes the token of an application, which stays without a user', async () => {
    await using service = await startService();
    const first = await service.requestToken({ ...service.client, grant_type: 'client_credentials' });
    const second = await refresh(service, valueOf(first, 'Refresh_token'));
    const token = valueOf(second, 'Access_token');
    expect((await service.call('/v1/sections', { token })).status).toBe(200);
    expect((await service.call('/v1/user/details', { token })).status).toBe(401);
  });
});

it('GET /v1/token/query says whose token it is and how long it lasts, without token values', async () => {
  await using service = await startService();
  const token = await service.signIn('newcomer');
  service.clock.advanceSeconds(600);
  const response = await service.call('/v1/token/query', { token });
  expect(fieldsOf(response.body)).toMatchObject({
    Username: 'newcomer',
    Expires_in: 3000,
    HasShares: false,
    ThirdPartyProfilePic: null,
    Access_token: null,
    Refresh_token: null,
  });
});
