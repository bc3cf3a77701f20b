import { describe, expect, it } from 'vitest';
import type { OwnApplication } from '../../src/gateway/tokens/own-application.ts';
import { parseInt64 } from '../../src/json/int64.ts';
import { getListing, getListingDefinition, getListingUserInfo } from '../../src/rest/endpoints/listings.ts';
import { credentialsOf, liveApplication } from '../support/accounts.ts';
import { sampled } from '../support/effort.ts';
import { codesOf, dataOf } from '../support/graphql-client.ts';
import { type ScriptedGateway, startScriptedGateway } from '../support/scripted-gateway.ts';

const LISTING = '/v1/listings/7';
const OWN_TOKEN = /token-\d+-of-the-gateway/;

/** A gateway with an application of its own, before a service that numbers its tokens. */
const start = async (): Promise<ScriptedGateway> => {
  const gateway = await startScriptedGateway({ application: credentialsOf(liveApplication) });
  let issued = 0;
  gateway.upstream.on('POST', '/v1/token', () => {
    issued += 1;
    return { json: { Access_token: `token-${issued}-of-the-gateway`, Expires_in: 3600 } };
  });
  gateway.upstream.on('GET', LISTING, ({ headers }) => ({
    json: {
      PKID: 7,
      Title: headers['authorisation'] === 'Bearer token-1-of-the-gateway' ? 'For applications' : 'For a user',
      Related: [{ PKID: 8, Title: 'Another', IsWatched: headers['authorisation'] === 'Bearer of-a-user' }],
    },
  }));
  gateway.upstream.on('GET', '/v1/listings/7/mini', { json: { ItemFound: true, UniqueID: 7, Name: 'Short' } });
  return gateway;
};

describe('A caller without a token, of a gateway with an application of its own', () => {
  it('reads a listing, its related ones and its preview', async () => {
    await using gateway = await start();
    const response = await gateway.query(`{
      listing(id: 7) { title related { title } preview { title } }
      listingPreview(id: 7) { title }
      node(id: "Listing:7") { ... on Listing { title } }
      nodes(ids: ["Listing:7"]) { id }
    }`);
    expect(dataOf(response)).toEqual({
      listing: { title: 'For applications', related: [{ title: 'Another' }], preview: { title: 'Short' } },
      listingPreview: { title: 'Short' },
      node: { title: 'For applications' },
      nodes: [{ id: 'Listing:7' }],
    });
    expect(response.text + gateway.logLines.join()).not.toMatch(OWN_TOKEN);
  });

  it('gets nothing that needs a user, each in its own field, and no call is made for it', async () => {
    await using gateway = await start();
    const response = await gateway.query(`{
      listing(id: 7) { title definition { title } viewerInfo { isWatching } premiumOptions { option } }
      tokenInfo { username }
    }`);
    expect(response.status).toBe(200);
    expect(response.data).toEqual({
      listing: { title: 'For applications', definition: null, viewerInfo: null, premiumOptions: null },
      tokenInfo: null,
    });
    for (const { extensions } of response.errors) {
      expect(extensions).toMatchObject({ code: 'UNAUTHENTICATED', reason: 'TOKEN_MISSING' });
    }
    expect(response.errors).toHaveLength(4);
    expect(gateway.upstream.requests.map(({ path }) => path)).toEqual(['/v1/token', LISTING]);
  });

  it('watches nothing: what the service says of the application is not said of the caller', async () => {
    await using gateway = await start();
    const response = await gateway.query('{ listing(id: 7) { viewerIsWatching related { viewerIsWatching } } }');
    expect(dataOf(response)).toEqual({
      listing: { viewerIsWatching: null, related: [{ viewerIsWatching: null }] },
    });
  });

  it('gets nothing that was read for a user, and a user nothing that was read for it, at once and in turns', async () => {
    await using gateway = await start();
    const text = '{ listing(id: 7) { title related { viewerIsWatching } } }';
    const ask = (token: string | null) => (token === null ? gateway.query(text) : gateway.query(text, { token }));
    const callers = Array.from({ length: 6 }, (_, at) => (at % 2 === 0 ? null : 'of-a-user'));
    const responses = await Promise.all(callers.map(ask));
    responses.push(await ask('of-a-user'), await ask(null));
    for (const [at, token] of [...callers, 'of-a-user', null].entries()) {
      expect(responses[at]?.data).toEqual(
        token === null
          ? { listing: { title: 'For applications', related: [{ viewerIsWatching: null }] } }
          : { listing: { title: 'For a user', related: [{ viewerIsWatching: true }] } },
      );
    }
    expect(gateway.upstream.count(`GET ${LISTING}`)).toBe(8);
  });

  it('has no more calls than any other caller', async () => {
    await using gateway = await startScriptedGateway({
      application: credentialsOf(liveApplication),
      callLimit: { maxCalls: 1, mode: 'enforce' },
    });
    const response = await gateway.query('{ a: listing(id: 7) { title } b: listing(id: 8) { title } }');
    expect(codesOf(response)).toEqual(['OPERATION_TOO_COMPLEX']);
    expect(gateway.upstream.count()).toBe(0);
  });

  it('is asked to sign in where the service refuses listings to applications, at two tokens a minute, not two a call', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', LISTING, { status: 401 });
    gateway.upstream.on('GET', '/v1/sections', { json: [{ SectionID: 1, SectionName: 'One' }] });
    const ask = () => gateway.query('{ listing(id: 7) { title } }');
    for (let time = 0; time < 5; time += 1) {
      expect((await ask()).errors[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED', reason: 'TOKEN_MISSING' });
    }
    expect(gateway.upstream.count('POST /v1/token')).toBe(2);
    expect(gateway.upstream.count(`GET ${LISTING}`)).toBe(2);
    expect(gateway.logLines.filter((line) => line.includes('refuses the token'))).toHaveLength(1);
    dataOf(await gateway.query('{ sections { label } listingPreview(id: 7) { title } }'));
    expect(gateway.upstream.count('POST /v1/token')).toBe(2);
    gateway.clock.advance(60_000);
    gateway.upstream.on('GET', LISTING, { json: { PKID: 7, Title: 'For all' } });
    expect(dataOf(await ask())).toEqual({ listing: { title: 'For all' } });
  });
});

describe('One thing that the service refuses to the application of the gateway', () => {
  const preview = (id: number, agent = '') => `{ listingPreview(id: ${id}${agent}) { title } }`;
  const refusals: readonly (readonly [string, string, string])[] = [
    ['a listing', '{ listing(id: 666) { title } }', '{ listing(id: 7) { title } }'],
    ['a preview', preview(666), preview(7)],
    ['a preview as an agent sees it', preview(7, ', agentId: 3'), preview(7)],
  ];

  it.each(refusals)('takes nothing else from callers without a token: %s', async (_what, refused, shown) => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/666', { status: 401 });
    gateway.upstream.on('GET', '/v1/listings/666/mini', { status: 401 });
    gateway.upstream.on('GET', '/v1/listings/7/mini', ({ query }) =>
      query.has('agentid') ? { status: 401 } : { json: { ItemFound: true, UniqueID: 7, Name: 'Short' } },
    );
    dataOf(await gateway.query(shown));
    for (let time = 0; time < 4; time += 1) {
      expect((await gateway.query(refused)).errors[0]?.extensions).toMatchObject({
        code: 'UNAUTHENTICATED',
        reason: 'TOKEN_MISSING',
      });
      dataOf(await gateway.query(shown));
    }
    // One at first, and one to see whether it was its age.
    expect(gateway.upstream.count('POST /v1/token')).toBe(2);
    expect(gateway.logLines.filter((line) => line.includes('own application'))).toHaveLength(1);
  });
});

describe('A token of the application of the gateway', () => {
  const shown = '{ listing(id: 7) { title } }';

  it.each(sampled(2, [429, 500, 503] as const))(
    'is used on when one thing is refused and the service responds with %i for another',
    async (status) => {
      await using gateway = await start();
      gateway.upstream.on('GET', '/v1/listings/666', { status: 401 });
      dataOf(await gateway.query(shown));
      gateway.upstream.on('POST', '/v1/token', { status });
      expect(codesOf(await gateway.query('{ listing(id: 666) { title } }'))).toHaveLength(1);
      dataOf(await gateway.query(shown));
    },
  );

  it('is used no more when it is refused, and the service grants no other', async () => {
    await using gateway = await start();
    dataOf(await gateway.query(shown));
    gateway.upstream.on('POST', '/v1/token', { status: 401, json: { Error: 'invalid_client' } });
    gateway.upstream.on('GET', LISTING, { status: 401 });
    const before = gateway.upstream.count();
    for (let time = 0; time < 5; time += 1) {
      expect((await gateway.query(shown)).errors[0]?.extensions).toMatchObject({ reason: 'TOKEN_MISSING' });
    }
    expect(gateway.upstream.count()).toBe(before + 2);
  });
});

it('A caller without a token, of a gateway without an application reads no listing, and no call is made', async () => {
  await using gateway = await startScriptedGateway();
  const response = await gateway.query('{ listing(id: 7) { title } listingPreview(id: 7) { title } }');
  expect(codesOf(response)).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED']);
  expect(gateway.upstream.count()).toBe(0);
});

it('A caller with a bad token reads nothing on the application of the gateway', async () => {
  await using gateway = await start();
  gateway.upstream.on('GET', LISTING, { status: 401 });
  const response = await gateway.query('{ listing(id: 7) { title } }', { token: 'bad' });
  expect(response.errors[0]?.extensions).toMatchObject({ reason: 'TOKEN_REJECTED' });
  expect(gateway.upstream.requests.map(({ headers }) => headers['authorisation'])).toEqual(['Bearer bad']);
});

it('OwnApplication takes endpoints that serve an application: that of a user does not compile', () => {
  const id = parseInt64('7');
  if (id === null) throw new Error('7 is an integer.');
  const readAs = (own: OwnApplication) => {
    const call = own.bind({});
    return [
      () => getListing(call, id),
      // @ts-expect-error What its owner wrote needs a user.
      () => getListingDefinition(call, id),
      // @ts-expect-error So does what the caller has to do with it.
      () => getListingUserInfo(call, id),
      // @ts-expect-error Nor by the name of its endpoint.
      () => call('getUserDetails', {}),
    ];
  };
  expect(readAs).toBeTypeOf('function');
});
