import { describe, expect, it } from 'vitest';
import { codesOf, dataOf, listAt, valueAt } from '../../support/graphql-client.ts';
import { CALLER_TOKEN, type ScriptedGateway, startScriptedGateway } from '../../support/scripted-gateway.ts';
import type { ScriptedRequest } from '../../support/scripted-upstream.ts';
import { scriptLists } from '../scripted-lists.ts';

const watchedPage = ({ query }: ScriptedRequest) => ({
  json: {
    Items: Array.from({ length: Number(query.get('count')) - 1 }, (_, at) => ({
      PKID: at + 1,
      Title: `Listing ${at}`,
    })),
    TotalResults: 500,
  },
});

const detail = { json: { PKID: 1, Url: 'https://example.com/1' } };

const urls = 'query Urls($first: Int!) { viewer { watchedListings(first: $first) { nodes { title url } } } }';

const start = async (maxCalls: number, mode: 'enforce' | 'measure' = 'enforce') => {
  const gateway = await startScriptedGateway({ callLimit: { maxCalls, mode } });
  gateway.upstream.on('GET', '/v1/user/watchedlistings', watchedPage);
  gateway.upstream.on('GET', '/v1/listings/{id}', detail);
  return gateway;
};

describe('An operation that may cost more calls than the limit', () => {
  it('is refused before the first call: the error has both figures and names what costs most', async () => {
    await using gateway = await start(50);
    const answer = await gateway.ask(urls, { first: 50 });
    expect(answer.status).toBe(400);
    expect(answer.body).not.toHaveProperty('data');
    expect(answer.errors).toEqual([
      {
        message:
          'This may cause up to 51 calls to the service, and the limit is 50. What costs most: ' +
          'viewer.watchedListings.nodes.url up to 50; viewer.watchedListings up to 1. ' +
          'Request fewer entries, or fewer fields of each.',
        path: undefined,
        extensions: {
          code: 'OPERATION_TOO_COMPLEX',
          retryable: false,
          limit: 50,
          planned: 51,
          exceeded: 'upstreamCalls',
          requestId: answer.headers.get('x-request-id'),
        },
      },
    ]);
    expect(gateway.upstream.count()).toBe(0);
  });

  it('is judged by its variables each time, though its text is the same', async () => {
    await using gateway = await start(10);
    expect(listAt(await gateway.ask(urls, { first: 9 }), 'viewer.watchedListings.nodes')).toHaveLength(9);
    expect(codesOf(await gateway.ask(urls, { first: 10 }))).toEqual(['OPERATION_TOO_COMPLEX']);
    expect(listAt(await gateway.ask(urls, { first: 2 }), 'viewer.watchedListings.nodes')).toHaveLength(2);
  });

  it('is refused without all of it being planned when that would take long: the error says that there is more', async () => {
    await using gateway = await start(10);
    const names = Array.from({ length: 20 }, (_, at) => `ids${at}`);
    const lists = names.map(
      (name) =>
        `${name}: nodes(ids: $${name}) { ... on Listing { url preview { title url } premiumOptions { option } } }`,
    );
    const variables = Object.fromEntries(
      names.map((name, at) => [name, Array.from({ length: 50 }, (_, id) => `Listing:${at * 50 + id}`)]),
    );
    const text = `query (${names.map((name) => `$${name}: [ID!]!`).join(' ')}) { ${lists.join(' ')} }`;
    const { errors } = await gateway.ask(text, variables);
    expect(errors[0]?.message).toMatch(/^This may cause more than \d+ calls to the service, and the limit is 10\./);
    expect(errors[0]?.extensions).toMatchObject({ code: 'OPERATION_TOO_COMPLEX', limit: 10 });
    expect(gateway.upstream.count()).toBe(0);
  });

  it('cannot be made to look cheap by a number below zero', async () => {
    await using gateway = await start(10);
    const answer = await gateway.ask(
      `{ viewer { watchedListings(first: 90) { nodes { url } } } listing(id: 7) { related(first: -100000) { url } } }`,
    );
    expect(codesOf(answer)).toEqual(['OPERATION_TOO_COMPLEX']);
    expect(gateway.upstream.count()).toBe(0);
  });

  it('runs where the limit only measures', async () => {
    await using gateway = await start(5, 'measure');
    const answer = await gateway.query(urls, {
      variables: { first: 8 },
      token: CALLER_TOKEN,
      headers: { 'x-upstream-trace': 'true' },
    });
    expect(listAt(answer, 'viewer.watchedListings.nodes')).toHaveLength(8);
    expect(answer.body).toMatchObject({ extensions: { upstream: { planned: 9, calls: 9 } } });
  });
});

describe('An operation that meets more than its plan could know', () => {
  const sectionsOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ SectionID: at + 1, SectionName: `Section ${at + 1}` }));
  const categories = '{ sections { label categories { label } } }';

  it('sends no call more than the limit, and keeps what it has', async () => {
    await using gateway = await startScriptedGateway({ callLimit: { maxCalls: 30, mode: 'enforce' } });
    const { upstream } = gateway;
    upstream.on('GET', '/v1/sections', { json: sectionsOf(40) });
    upstream.on('GET', '/v1/properties/categories/{id}', { json: [{ Id: 1, Item: 'One' }] });
    const answer = await gateway.ask(categories);
    expect(upstream.count()).toBe(30);
    expect(listAt(answer, 'sections')).toHaveLength(40);
    expect(valueAt(answer, 'sections.0')).toEqual({ label: 'Section 1', categories: [{ label: 'One' }] });
    expect(valueAt(answer, 'sections.39')).toEqual({ label: 'Section 40', categories: null });
    expect(codesOf(answer)).toEqual(Array.from({ length: 11 }, () => 'OPERATION_TOO_COMPLEX'));
    expect(answer.errors[0]?.message).toBe(
      'This part would have taken more than 30 calls to the service. Request fewer entries, or fewer fields of each.',
    );
  });

  it.each([1, 4, 40])('costs the same, cold and warm, of a service with %d sections', async (count) => {
    await using gateway = await startScriptedGateway({ callLimit: { maxCalls: 50, mode: 'enforce' } });
    gateway.upstream.on('GET', '/v1/sections', { json: sectionsOf(count) });
    gateway.upstream.on('GET', '/v1/properties/categories/{id}', { json: [{ Id: 1, Item: 'One' }] });
    for (const _time of ['cold', 'warm']) {
      const answer = await gateway.query(categories, {
        token: CALLER_TOKEN,
        headers: { 'x-upstream-trace': 'true' },
      });
      expect(listAt(answer, 'sections')).toHaveLength(count);
      expect(answer.body).toMatchObject({ extensions: { upstream: { planned: 11 } } });
    }
  });

  it('is refused, cold and warm, where the sections that every gateway prices are over the limit', async () => {
    await using gateway = await startScriptedGateway({ callLimit: { maxCalls: 10, mode: 'enforce' } });
    gateway.upstream.on('GET', '/v1/sections', { json: sectionsOf(4) });
    for (const _time of ['cold', 'warm']) {
      const answer = await gateway.ask(categories);
      expect(answer.errors[0]?.extensions).toMatchObject({ code: 'OPERATION_TOO_COMPLEX', planned: 11 });
      dataOf(await gateway.ask('{ sections { key } }'));
    }
    expect(gateway.upstream.count()).toBe(1);
  });

  it('has no such limit where that only measures', async () => {
    await using gateway = await startScriptedGateway({ callLimit: { maxCalls: 1, mode: 'measure' } });
    scriptLists(gateway.upstream);
    dataOf(await gateway.ask(categories));
    expect(gateway.upstream.count()).toBe(3);
  });
});

describe('A service that reports other than it was asked', () => {
  const figuresOf = async (gateway: ScriptedGateway, text: string) => {
    const answer = await gateway.query(text, { token: CALLER_TOKEN, headers: { 'x-upstream-trace': 'true' } });
    const { planned, calls } = Object(Object(Object(answer.body).extensions).upstream);
    return { data: dataOf(answer), planned, calls };
  };

  it('of a category without its section causes no search through all sections', async () => {
    await using gateway = await startScriptedGateway();
    scriptLists(gateway.upstream);
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, CategoryId: 201, CategoryName: 'Coupés' } });
    const text = '{ listing(id: 7) { category { label section { label } photoSpecs { maxCount } } } }';
    const { data, planned, calls } = await figuresOf(gateway, text);
    expect(data).toEqual({ listing: { category: { label: 'Coupés', section: null, photoSpecs: null } } });
    expect(calls).toBe(2);
    expect(planned).toBeGreaterThanOrEqual(2);
  });

  it('of places in another country costs what is planned, and they are found again where they were', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/properties/localities', {
      json: [{ Id: 5, Name: 'Town', CountryId: 125, RegionId: 3 }],
    });
    gateway.upstream.on('GET', '/v1/properties/regions', { json: [{ Id: 3, Name: 'Region', CountryId: 125 }] });
    const text = '{ lookups { localities(countryId: 39) { id countryId region { id localities { id } } } } }';
    const { data, planned, calls } = await figuresOf(gateway, text);
    const [id, region] = ['Locality:39/5', 'Region:39/3'];
    expect(data).toEqual({
      lookups: { localities: [{ id, countryId: 125, region: { id: region, localities: [{ id }] } }] },
    });
    expect(calls).toBe(2);
    expect(planned).toBeGreaterThanOrEqual(calls);
    const again = await gateway.ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: [id, region] });
    expect(dataOf(again)).toEqual({ nodes: [{ id }, { id: region }] });
  });
});
