import { afterAll, describe, expect, it } from 'vitest';
import { type Endpoint, endpointNames, endpoints, operationOf } from '../../src/contract/endpoints.ts';
import { sampled } from '../support/effort.ts';
import { goodRequest, readJson, send } from './endpoint-requests.ts';
import { startService } from './running-service.ts';

const takesSomething = (row: Endpoint): boolean =>
  row.access === 'sign-in' || row.body !== null || row.path.includes('{') || Object.keys(row.query).length > 0;

const service = await startService();
const world = { service, token: await service.signIn('agent') };
const applicationToken = await service.applicationToken();

afterAll(async () => world.service[Symbol.asyncDispose]());

const cases = endpointNames.map((name) => [operationOf(name), name] as const);

describe.each(sampled(3, cases))('%s', (_operation, name) => {
  const row: Endpoint = endpoints[name];

  it(`${row.access === 'sign-in' ? 'needs no' : 'is 401 without a'} token`, async () => {
    const response = await send(world, name, await goodRequest(world, name), null);
    expect(response.status).toBe(row.access === 'sign-in' ? 200 : 401);
    expect(response.headers.get('WWW-Authenticate')).toBe(row.access === 'sign-in' ? null : 'Bearer');
  });

  it(`${row.access === 'user' ? 'is 401 for' : 'takes'} the token of an application`, async () => {
    const response = await send(world, name, await goodRequest(world, name), applicationToken);
    expect(response.status).toBe(row.access === 'user' ? 401 : 200);
  });
});

const bare = cases.filter(([, name]) => !takesSomething(endpoints[name]));

describe.each(sampled(4, bare))('%s', (_operation, name) => {
  it('ignores parameters that it does not have', async () => {
    const good = await goodRequest(world, name);
    const expected = await readJson(await send(world, name, good));
    const response = await send(world, name, { ...good, query: 'count=x&first=-1&id=0' });
    expect([response.status, await readJson(response)]).toEqual([200, expected]);
  });
});
