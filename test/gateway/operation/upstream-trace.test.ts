import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { credentialsOf, liveApplication } from '../../support/accounts.ts';
import { deferred } from '../../support/deferred.ts';
import { codesOf, dataOf, type GraphqlResponse, type QueryOptions, valueAt } from '../../support/graphql-client.ts';
import { CALLER_TOKEN, type ScriptedGateway, startScriptedGateway } from '../../support/scripted-gateway.ts';
import { startWorld } from '../../support/world.ts';
import { scriptLists } from '../scripted-lists.ts';

const HOUR_MS = 3_600_000;
const FUELS = 'GET /v1/properties/fuel';
const fuelsQuery = '{ lookups { fuels { key } } }';

/** Sends an operation with a token and asks for the trace. */
const trace = (gateway: ScriptedGateway, text: string, options: QueryOptions = {}): Promise<GraphqlResponse> =>
  gateway.query(text, { token: CALLER_TOKEN, ...options, headers: { 'x-upstream-trace': 'true', ...options.headers } });

const extensionsOf = ({ body }: GraphqlResponse): unknown => Object(body).extensions;

const upstreamOf = (answer: GraphqlResponse): unknown => Object(extensionsOf(answer)).upstream;

const entriesOf = (answer: GraphqlResponse): readonly unknown[] => {
  const { trace: entries } = Object(upstreamOf(answer));
  if (!Array.isArray(entries)) throw new Error(`There is no trace: ${answer.text}`);
  return entries;
};

const entry = (operation: string, cache: string, status: number | null = 200) => ({
  operation,
  path: status === null ? null : expect.stringContaining('/'),
  status,
  startMs: expect.any(Number),
  durationMs: expect.any(Number),
  cache,
  attempts: cache === 'NONE' || (cache === 'MISS' && status !== null) ? 1 : 0,
  failure: null,
  fields: expect.any(Array),
});

const start = async (settings: Parameters<typeof startScriptedGateway>[0] = {}) => {
  const gateway = await startScriptedGateway(settings);
  scriptLists(gateway.upstream);
  gateway.upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7, Title: 'A coupé', CategoryId: 201 } });
  gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 5, Name: 'Ann' } });
  return gateway;
};

describe('extensions.upstream', () => {
  it('is not there unless it is asked for, in so many words', async () => {
    await using gateway = await start();
    for (const headers of [undefined, { 'x-upstream-trace': 'false' }, { 'x-upstream-trace': '1' }]) {
      const answer = await gateway.query(fuelsQuery, { token: CALLER_TOKEN, ...(headers && { headers }) });
      dataOf(answer);
      expect(answer.body).not.toHaveProperty('extensions');
    }
  });

  it('is not there where the gateway does not report it, whoever asks', async () => {
    await using gateway = await start({ upstreamTrace: false });
    for (const text of [fuelsQuery, '{ viewer { name } }', '{ nothing }', '{']) {
      const answer = await trace(gateway, text);
      expect(answer.body).not.toHaveProperty('extensions');
    }
  });

  it('has the price alone for whoever asks for the plan: nothing runs, and what is refused is refused', async () => {
    await using gateway = await start();
    const plan = (text: string, variables = {}) =>
      trace(gateway, text, { variables, headers: { 'x-upstream-trace': 'plan' } });
    const priced = await plan('{ viewer { name } listing(id: 7) { title } }');
    expect(priced.body).toStrictEqual({ data: null, extensions: { upstream: { planned: 2, calls: 0, trace: [] } } });
    const watch = 'mutation ($id: ID!) { watchListing(input: { id: $id }) { listing { id } } }';
    expect((await plan(watch, { id: '7' })).body).toMatchObject({ data: null, extensions: { upstream: { calls: 0 } } });
    expect(codesOf(await plan('{ viewer { watchedListings(first: 100) { nodes { photos { url } } } } }'))).toEqual([
      'OPERATION_TOO_COMPLEX',
    ]);
    expect(codesOf(await plan(watch))).toEqual(['BAD_USER_INPUT']);
    expect(gateway.upstream.requests).toEqual([]);
  });

  it('has the plan, the calls that were sent, and each of them with its status and times', async () => {
    await using gateway = await start();
    const answer = await trace(gateway, '{ viewer { name } listing(id: 7) { title } }');
    expect(extensionsOf(answer)).toStrictEqual({
      upstream: {
        planned: 2,
        calls: 2,
        trace: expect.arrayContaining([entry('GET /v1/user/details', 'NONE'), entry('GET /v1/listings/{id}', 'NONE')]),
      },
    });
    expect(entriesOf(answer)).toHaveLength(2);
  });

  it('has entries in the order in which they started, with times in milliseconds from the start of the operation', async () => {
    await using gateway = await start();
    const answer = await trace(gateway, '{ listing(id: 7) { title } lookups { fuels { key } bedrooms { key } } }');
    const starts = entriesOf(answer).map((each) => Number(Object(each).startMs));
    expect(starts).toEqual(starts.toSorted((one, other) => one - other));
    for (const each of entriesOf(answer)) {
      const { startMs, durationMs } = Object(each);
      expect(startMs).toBeGreaterThanOrEqual(0);
      expect(durationMs).toBeGreaterThanOrEqual(0);
    }
  });

  it('reports NONE for what is never kept, MISS for a list that had to be fetched, HIT for one cached', async () => {
    await using gateway = await start();
    const text = '{ listing(id: 7) { title } lookups { fuels { key } } }';
    const cold = await trace(gateway, text);
    expect(upstreamOf(cold)).toMatchObject({ planned: 3, calls: 2 });
    expect(new Set(entriesOf(cold))).toEqual(new Set([entry('GET /v1/listings/{id}', 'NONE'), entry(FUELS, 'MISS')]));
    const warm = await trace(gateway, text);
    expect(upstreamOf(warm)).toMatchObject({ planned: 3, calls: 1 });
    expect(new Set(entriesOf(warm))).toEqual(
      new Set([entry('GET /v1/listings/{id}', 'NONE'), entry(FUELS, 'HIT', null)]),
    );
    expect(gateway.upstream.count()).toBe(3);
  });

  it('names the fields that each call is for, by their place in the response', async () => {
    await using gateway = await start();
    const text =
      '{ mine: viewer { name } one: listing(id: 7) { title } two: listing(id: 7) { url } lookups { fuels { key } } }';
    const fields = entriesOf(await trace(gateway, text)).map((each) => [Object(each).operation, Object(each).fields]);
    expect(Object.fromEntries(fields)).toEqual({
      'GET /v1/user/details': ['mine.name'],
      'GET /v1/listings/{id}': ['one'],
      [FUELS]: ['lookups.fuels'],
    });
  });

  it('says why a call failed that had a status of success', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/{id}/mini', { json: { Title: 'A coupé' }, reset: 'mid-body' });
    const [call] = entriesOf(await trace(gateway, '{ listingPreview(id: 7) { title } }'));
    expect(call).toMatchObject({ status: 200, failure: expect.any(String) });
  });

  it('reports STALE for a list that is old, and does not count the refresh behind it', async () => {
    const application = credentialsOf(liveApplication);
    await using gateway = await start({ application, lookups: { freshMs: HOUR_MS } });
    gateway.upstream.on('POST', '/v1/token', { json: { Access_token: 'token-of-the-gateway', Expires_in: 3600 } });
    dataOf(await gateway.ask(fuelsQuery));
    gateway.clock.advance(2 * HOUR_MS);
    const answer = await trace(gateway, fuelsQuery);
    expect(upstreamOf(answer)).toEqual({ planned: 2, calls: 0, trace: [entry(FUELS, 'STALE', null)] });
    await gateway.upstream.received(3);
  });

  it('reports MISS without a call for a list that another caller was fetching', async () => {
    await using gateway = await start();
    const { promise: opened, resolve: open } = deferred();
    gateway.upstream.on('GET', '/v1/properties/fuel', { json: [{ Id: 0, Item: 'Petrol' }], delayUntil: opened });
    const first = trace(gateway, fuelsQuery);
    await gateway.upstream.received(1);
    const second = trace(gateway, fuelsQuery);
    // A request that is answered came after the second did, which waits by now.
    await gateway.fetch('/livez');
    open();
    expect(upstreamOf(await first)).toEqual({ planned: 2, calls: 1, trace: [entry(FUELS, 'MISS')] });
    expect(upstreamOf(await second)).toEqual({ planned: 2, calls: 0, trace: [entry(FUELS, 'MISS', null)] });
  });

  it('reports a failed call beside the error, with its status, and null where there was no response', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/user/details', { status: 403 });
    gateway.upstream.on('GET', '/v1/listings/{id}/mini', { reset: 'before-headers' });
    const answer = await trace(gateway, '{ viewer { name } listing(id: 7) { title preview { title } } }');
    expect(new Set(codesOf(answer))).toEqual(new Set(['FORBIDDEN', 'UPSTREAM_UNAVAILABLE']));
    expect(valueAt(answer, 'listing')).toEqual({ title: 'A coupé', preview: null });
    expect(upstreamOf(answer)).toMatchObject({ planned: 3, calls: gateway.upstream.count() });
    expect(entriesOf(answer)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ operation: 'GET /v1/user/details', status: 403 }),
        expect.objectContaining({ operation: 'GET /v1/listings/{id}', status: 200 }),
        expect.objectContaining({ operation: 'GET /v1/listings/{id}/mini', status: null }),
      ]),
    );
  });

  it('has the plan of an operation that is refused, and no calls', async () => {
    await using gateway = await start();
    const answer = await trace(gateway, '{ viewer { watchedListings(first: 90) { nodes { url } } } }');
    expect(codesOf(answer)).toEqual(['OPERATION_TOO_COMPLEX']);
    expect(answer.errors[0]?.extensions).toMatchObject({ planned: 91, limit: 50 });
    expect(extensionsOf(answer)).toEqual({ upstream: { planned: 91, calls: 0, trace: [] } });
    expect(gateway.upstream.count()).toBe(0);
  });

  it('has no plan for a text that cannot be run', async () => {
    await using gateway = await start();
    for (const text of ['{', '{ nothing }']) {
      const answer = await trace(gateway, text);
      expect(answer.errors).toHaveLength(1);
      expect(extensionsOf(answer)).toEqual({ upstream: { planned: null, calls: 0, trace: [] } });
    }
  });

  it('informs a caller without a token that nothing was sent', async () => {
    await using gateway = await start();
    const answer = await trace(gateway, '{ viewer { name } lookups { fuels { key } } }', { token: null });
    expect(answer.status).toBe(401);
    expect(upstreamOf(answer)).toEqual({ planned: 3, calls: 0, trace: [] });
    expect(gateway.upstream.count()).toBe(0);
  });

  it('reports a change and what is read after it', async () => {
    await using gateway = await start();
    gateway.upstream.on('POST', '/v1/listings/{id}/watch', { status: 200 });
    const answer = await trace(gateway, 'mutation { watchListing(input: { id: 7 }) { listing { title } } }');
    expect(upstreamOf(answer)).toEqual({
      planned: 2,
      calls: 2,
      trace: [entry('POST /v1/listings/{id}/watch', 'NONE'), entry('GET /v1/listings/{id}', 'NONE')],
    });
  });

  it('has templates, and paths with ids: no token, no host, no parameter', async () => {
    await using world = await startWorld();
    const token = await world.signIn('seller');
    const answer = await world.query(
      `{ viewer { username listings(sectionId: 2, first: 2, text: "Toyota") { nodes { title vehicle { fuel { label } } } }
        invoice(orderId: 80001) { size } watchedListing(id: 1531) { title } premiumOptionsCost(options: [FEATURED]) { cost { amount } } }
        listing(id: 1514) { url viewerInfo { isWatching } locality { label } } listingPreview(id: 1513, agentId: 5006) { title }
        categories(sectionId: 3) { label } photoSpecs(sectionId: 2, categoryId: 201) { maxCount } tokenInfo { expiresIn } }`,
      { token, headers: { 'x-upstream-trace': 'true' } },
    );
    dataOf(answer);
    const entries = entriesOf(answer);
    expect(entries.length).toBeGreaterThan(12);
    const templates = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
    for (const each of entries) {
      expect(Object.keys(Object(each))).toEqual(Object.keys(entry('', 'NONE')));
      expect(templates).toContain(Object(each).operation);
    }
    const { host } = world.service.baseUrl;
    const text = JSON.stringify(entries.map((each) => ({ ...Object(each), startMs: 0, durationMs: 0 })));
    for (const secret of [token, host, '80001', '5006', 'seller', 'Toyota']) expect(text).not.toContain(secret);
    expect(entries).toContainEqual(expect.objectContaining({ path: '/v1/listings/1514/userinfo' }));
    expect(entries).toContainEqual(expect.objectContaining({ path: '/v1/user/watchedlisting/1531' }));
  });
});
