import { describe, expect, it } from 'vitest';
import { type Detour, jsonResponse } from '../../support/detour.ts';
import { sampled } from '../../support/effort.ts';
import { dataOf, listAt } from '../../support/graphql-client.ts';
import { startWorld, startWorldForAll } from '../../support/world.ts';
import { type Asked, screenOperations, wholeOperations } from './asked.ts';
import { type DetouredGateway, startDetouredGateway } from './detoured-gateway.ts';

const straight: Detour = (request, forward) => forward(request);

const countOf = ({ proxy }: DetouredGateway, name: string): number =>
  proxy.requests.filter(({ endpoint }) => endpoint === name).length;

describe('The price of an operation', async () => {
  const world = await startWorldForAll();
  await Promise.all([world.signIn('seller'), world.signIn('agent')]);

  const plannedOf = async (gateway: DetouredGateway, { text, variables = {}, account }: Asked): Promise<unknown> => {
    const token = await world.signIn(account);
    const { body } = await gateway.query(text, { variables, token, headers: { 'x-upstream-trace': 'true' } });
    return Object(Object(body).extensions).upstream?.planned;
  };

  it.each(sampled(24, [...screenOperations, ...wholeOperations]))(
    'is the same before and after $name',
    async (asked) => {
      await using gateway = await startDetouredGateway(world, straight);
      const cold = await plannedOf(gateway, asked);
      expect(cold).toEqual(expect.any(Number));
      expect(await plannedOf(gateway, asked)).toBe(cold);
    },
  );

  const attributes = `id title locality { key label } vehicle { make { key } mileage fuel { code } }
    property { bedrooms { code } propertyType { label } }`;
  const cards: readonly (readonly [name: string, path: string, text: string, least: number])[] = [
    [
      'watched listings',
      'viewer.watchedListings.nodes',
      `{ viewer { watchedListings(first: 100) { nodes { ${attributes} } } } }`,
      20,
    ],
    [
      'own listings',
      'viewer.listings.nodes',
      `{ viewer { listings(sectionId: 2, first: 100) { nodes { ${attributes} } } } }`,
      20,
    ],
    ['similar listings', 'listing.related', `{ listing(id: 1514) { related(first: 50) { ${attributes} } } }`, 50],
  ];

  it.each(sampled(3, cards))(
    'leaves capacity for a hundred %s with what they are',
    async (_name, path, text, least) => {
      await using gateway = await startDetouredGateway(world, straight);
      const answer = await gateway.ask({ text, account: 'seller' });
      expect(dataOf(answer)).not.toBeNull();
      expect(listAt(answer, path).length).toBeGreaterThanOrEqual(least);
      expect(gateway.proxy.requests.length).toBeLessThanOrEqual(50);
    },
  );

  it.each(
    sampled(
      2,
      cards.filter(([name]) => name !== 'own listings'),
    ),
  )('has no definition of somebody else in it: %s that have no parameters', async (_name, path, text) => {
    const withoutParams: Detour = async (request, forward) => {
      const response = await forward(request);
      const isText = response.contentType.includes('json');
      const body = response.body.toString().replaceAll(/"(?:N|S)_Params":\{[^{}]*\}/g, '"N_Params":null');
      return isText ? { ...response, body: Buffer.from(body) } : response;
    };
    await using gateway = await startDetouredGateway(world, withoutParams);
    const answer = await gateway.ask({ text: text.replace(/first: \d+/, 'first: 15'), account: 'seller' });
    expect(answer.errors).toEqual([]);
    expect(listAt(answer, path)).toHaveLength(15);
    expect(countOf(gateway, 'getListingDefinition')).toBe(0);
  });
});

it('An aggregate of lookup lists that the service does not have is asked for once, whatever comes after', async () => {
  await using world = await startWorld();
  await using gateway = await startDetouredGateway(world, async (request, forward) =>
    request.endpoint === 'getProperties' ? jsonResponse({ Message: 'There is none.' }, 404) : forward(request),
  );
  const text = '{ lookups { fuels { key } doors { key } regions { key } localities { key region { key } } } }';
  for (let count = 0; count < 3; count += 1) {
    const answer = await gateway.ask({ text, account: 'seller' });
    expect(answer.errors).toEqual([]);
    expect(listAt(answer, 'lookups.fuels')).not.toEqual([]);
  }
  expect(countOf(gateway, 'getProperties')).toBe(1);
});
