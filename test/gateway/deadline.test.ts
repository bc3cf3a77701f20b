import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useFakeTimers } from '../support/fake-timers.ts';
import { codesOf, type GraphqlResponse, valueAt } from '../support/graphql-client.ts';
import { CALLER_TOKEN, type ScriptedGateway, startScriptedGateway } from '../support/scripted-gateway.ts';
import { scriptLists } from './scripted-lists.ts';
import {
  formOf,
  LISTING,
  operationParts,
  picture,
  sendUpload,
  startPhotoGateway,
  uploadHeaders,
} from './uploads/photo-gateway.ts';

const deadlines = { queryMs: 10_000, mutationMs: 20_000 };

const photoHeaders = { authorization: uploadHeaders.authorization, 'content-type': 'image/jpeg' };

beforeEach(() => useFakeTimers('performance'));

/** Lets what is under way come as far as it does without a timer. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Lets the time of an operation pass once the service has so many requests. */
const whenTimeIsUp = async (
  { upstream }: ScriptedGateway,
  requests: number,
  ms: number,
  asked: Promise<GraphqlResponse>,
): Promise<GraphqlResponse> => {
  await upstream.received(requests);
  await settle();
  vi.advanceTimersByTime(ms);
  return asked;
};

describe('An operation whose time is up', () => {
  it('gets the data there is also beside a long list that nobody knows yet, and that hangs', async () => {
    // Far less than the time for the list itself.
    const queryMs = 2_000;
    await using gateway = await startScriptedGateway({ deadlines: { ...deadlines, queryMs } });
    const { upstream } = gateway;
    upstream.on('GET', '/v1/user/details', { json: { UserID: 1, Name: 'Ann' } });
    upstream.on('GET', '/v1/properties/vehiclemakes', { hang: 'before-headers' });
    const asked = gateway.ask('{ viewer { name } lookups { vehicleMakes { key } } }');
    await upstream.received(1);
    await settle();
    vi.advanceTimersByTime(queryMs / 2);
    const response = await whenTimeIsUp(gateway, 2, queryMs / 2, asked);
    expect(response.data).toEqual({ viewer: { name: 'Ann' }, lookups: { vehicleMakes: null } });
    expect(codesOf(response)).toEqual(['UPSTREAM_TIMEOUT']);
  });

  it('gets the data there is and UPSTREAM_TIMEOUT for the rest, and its calls are ended', async () => {
    await using gateway = await startScriptedGateway({ deadlines });
    const { upstream } = gateway;
    scriptLists(upstream);
    upstream.on('GET', '/v1/user/details', { json: { UserID: 1, Name: 'Ann' } });
    upstream.on('GET', '/v1/user/watchedlistings', { hang: 'before-headers' });
    upstream.on('GET', '/v1/listings/7', { hang: 'mid-body', json: { PKID: 7, Title: 'A coupé' } });
    const asked = gateway.ask(
      '{ viewer { name watchedListings { totalCount } } listing(id: 7) { title } sections { key } }',
    );
    const response = await whenTimeIsUp(gateway, 4, deadlines.queryMs, asked);
    expect(response.status).toBe(200);
    expect(response.data).toMatchObject({
      viewer: { name: 'Ann', watchedListings: null },
      listing: null,
      sections: [{ key: '2' }, { key: '4' }],
    });
    expect(response.errors.map(({ path, extensions }) => [path, extensions['code'], extensions['retryable']])).toEqual(
      expect.arrayContaining([
        [['viewer', 'watchedListings'], 'UPSTREAM_TIMEOUT', true],
        [['listing'], 'UPSTREAM_TIMEOUT', true],
      ]),
    );
    await Promise.all(upstream.requests.map(({ closed }) => closed));
  });

  it('does not wait for a list that others may still wait for', async () => {
    await using gateway = await startScriptedGateway({ deadlines });
    gateway.upstream.on('GET', '/v1/properties/fuel', { hang: 'before-headers' });
    const asked = gateway.ask('{ lookups { fuels { key } } }');
    const response = await whenTimeIsUp(gateway, 1, deadlines.queryMs, asked);
    expect(response.data).toEqual({ lookups: { fuels: null } });
    expect(codesOf(response)).toEqual(['UPSTREAM_TIMEOUT']);
  });

  it('starts no further call', async () => {
    await using gateway = await startScriptedGateway({ deadlines });
    const { upstream } = gateway;
    upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [{ PKID: 7 }] } });
    upstream.on('GET', '/v1/listings/7', { hang: 'before-headers' });
    const asked = gateway.ask(
      '{ viewer { watchedListings { nodes { vehicle { mileage } property { bedroomCount } } } } }',
    );
    const response = await whenTimeIsUp(gateway, 2, deadlines.queryMs, asked);
    expect(codesOf(response)).toEqual(['UPSTREAM_TIMEOUT', 'UPSTREAM_TIMEOUT']);
    expect(upstream.requests.map(({ path }) => path)).toEqual(['/v1/user/watchedlistings', '/v1/listings/7']);
  });

  it('does not know whether a change that was sent was made', async () => {
    await using gateway = await startScriptedGateway({ deadlines });
    gateway.upstream.on('POST', '/v1/listings/7/watch', { hang: 'before-headers' });
    const asked = gateway.ask(
      'mutation { first: watchListing(input: { id: 7 }) { userErrors { code } } second: watchListing(input: { id: 8 }) { userErrors { code } } }',
    );
    const response = await whenTimeIsUp(gateway, 1, deadlines.mutationMs, asked);
    expect(response.data).toEqual({ first: null, second: null });
    expect(response.errors.map(({ path, extensions }) => [path, extensions['code'], extensions['retryable']])).toEqual([
      [['first'], 'RESULT_UNKNOWN', false],
      [['second'], 'UPSTREAM_TIMEOUT', true],
    ]);
    expect(gateway.upstream.count()).toBe(1);
  });

  it('has its own time for a change', async () => {
    await using gateway = await startScriptedGateway({ deadlines: { queryMs: 60_000, mutationMs: 10_000 } });
    gateway.upstream.on('POST', '/v1/token', { hang: 'before-headers' });
    const asked = gateway.ask(
      'mutation ($client: ClientCredentialsInput) { startClientSession(input: { client: $client }) { userErrors { code } } }',
      { client: { clientId: 'a', clientSecret: 'b' } },
    );
    const response = await whenTimeIsUp(gateway, 1, 10_000, asked);
    expect(codesOf(response)).toEqual(['RESULT_UNKNOWN']);
  });
});

it.each<readonly [string, string, Readonly<Record<string, string>>, (photo: Buffer) => Buffer]>([
  ['as the body', `/listings/${LISTING}/photos`, photoHeaders, (photo) => photo],
  ['by a mutation', '/graphql', uploadHeaders, (photo) => formOf(operationParts(photo))],
])('A photo that is sent %s has 60 s, the wait for its turn included', async (_way, path, headers, bodyOf) => {
  await using gateway = await startPhotoGateway({ answer: null }, { deadlines, transport: { uploads: 1 } });
  const body = bodyOf(await picture(20, 10));
  const before = sendUpload(gateway, path, body, headers);
  await (
    await gateway.receiver.upload(0)
  ).ended;
  vi.advanceTimersByTime(30_000);
  const photo = sendUpload(gateway, path, body, headers);
  while (gateway.load().waiting === 0) await settle();
  vi.advanceTimersByTime(30_000);
  expect(JSON.stringify((await before).json)).toContain('"code":"RESULT_UNKNOWN"');
  await (
    await gateway.receiver.upload(1)
  ).ended;
  vi.advanceTimersByTime(29_000);
  await settle();
  expect(gateway.load().active).toBe(1);
  vi.advanceTimersByTime(1_001);
  expect(JSON.stringify((await photo).json)).toContain('"code":"RESULT_UNKNOWN"');
  expect(gateway.load().active).toBe(0);
});

it('A client that goes away has its calls ended, and no further one started', async () => {
  await using gateway = await startScriptedGateway({ trustedProxies: 1 });
  const { upstream } = gateway;
  upstream.on('GET', '/v1/user/details', { hang: 'before-headers' });
  upstream.on('GET', '/v1/user/watchedlistings', { hang: 'mid-body', json: { Items: [{ PKID: 7 }] } });
  const leaving = new AbortController();
  const asked = gateway.query('{ viewer { name watchedListings { nodes { url } } } }', {
    token: CALLER_TOKEN,
    signal: leaving.signal,
  });
  await upstream.received(2);
  leaving.abort();
  await expect(asked).rejects.toThrow('aborted');
  await Promise.all(upstream.requests.map(({ closed }) => closed));
  expect(valueAt(await gateway.ask('{ viewer { __typename } }'), 'viewer.__typename')).toBe('User');
  expect(upstream.count()).toBe(2);
  expect(gateway.logLines).toEqual([]);
});
