import { afterAll, describe, expect, it } from 'vitest';
import { type Endpoint, type EndpointName, endpoints, operationOf } from '../../src/contract/endpoints.ts';
import { handlers } from '../../src/embedded/handlers.ts';
import { sampled } from '../support/effort.ts';
import { fieldsOf, startService } from './running-service.ts';

const served = Object.keys(endpoints).filter((name): name is EndpointName => name in handlers);
const withAccess = (access: Endpoint['access']) => served.filter((name) => endpoints[name].access === access);

/** A path of the endpoint with 1 for each parameter; parameters are looked at only after the token. */
const pathOf = (name: EndpointName): string => endpoints[name].path.replaceAll(/\{\w+\}/g, '1');

const service = await startService({ accessTokenLifetimeSeconds: 60 });
const expired = await service.signIn('agent');
service.clock.advanceSeconds(60);
const userToken = await service.signIn('agent');

afterAll(() => service[Symbol.asyncDispose]());

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

describe.each(sampled([...withAccess('public'), ...withAccess('application'), ...withAccess('user')], 4))(
  'access to %s',
  (name) => {
    const { method } = endpoints[name];

    it(`refuses ${operationOf(name)} without a valid token`, async () => {
      for (const [kind, headers] of badHeaders()) {
        const response = await service.call(pathOf(name), { method, headers });
        expect([kind, response.status]).toEqual([kind, 401]);
        expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
        expect(fieldsOf(response.body)['Message']).toEqual(expect.any(String));
      }
    });
  },
);

describe('the token header', () => {
  it('takes the scheme in any letter case', async () => {
    const response = await service.call('/v1/sections', { headers: { authorisation: `bearer ${userToken}` } });
    expect(response.status).toBe(200);
  });
});
