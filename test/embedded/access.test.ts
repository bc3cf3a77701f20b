import { expect, it } from 'vitest';
import { fieldsOf, startServiceForAll } from './running-service.ts';

const service = await startServiceForAll({ accessTokenLifetimeSeconds: 60 });
const expired = await service.signIn('agent');
service.clock.advanceSeconds(60);
const userToken = await service.signIn('agent');

const badHeaders = (): [string, Record<string, string>][] => [
  ['no token', {}],
  ['a token under the usual spelling of the header', { Authorization: `Bearer ${userToken}` }],
  ['an empty header', { Authorisation: '' }],
  ['a bare token', { Authorisation: userToken }],
  ['another scheme', { Authorisation: `Basic ${userToken}` }],
  ['two tokens', { Authorisation: `Bearer ${userToken}, Bearer ${userToken}` }],
  ['an unknown token', { Authorisation: `Bearer ${userToken.slice(1)}x` }],
  ['an expired token', { Authorisation: `Bearer ${expired}` }],
];

it.each(['/v1/sections', '/v1/listings/1', '/v1/user/details'])('GET %s is 401 without a valid token', async (path) => {
  for (const [kind, headers] of badHeaders()) {
    const response = await service.call(path, { headers });
    expect([kind, response.status]).toEqual([kind, 401]);
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(fieldsOf(response.body)['Message']).toEqual(expect.any(String));
  }
});

it('the token header takes the scheme in any letter case', async () => {
  const response = await service.call('/v1/sections', { headers: { authorisation: `bearer ${userToken}` } });
  expect(response.status).toBe(200);
});
