import { describe, expect, it } from 'vitest';
import { sampled } from '../../support/effort.ts';
import { dataOf } from '../../support/graphql-client.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';
import type { ScriptedResponse } from '../../support/scripted-upstream.ts';

const failures: readonly (readonly [string, ScriptedResponse])[] = [
  ['500', { status: 500 }],
  ['400', { status: 400 }],
  ['403', { status: 403 }],
  ['a page', { body: '<html></html>', headers: { 'content-type': 'text/html' } }],
];

const lists = {
  '/v1/sections': [{ SectionID: 2, SectionName: 'Cars' }],
  '/v1/properties/categories': [{ Id: 201, Item: 'Hatchbacks' }],
  '/v1/properties/localities': [{ Id: 11, Item: 'Sliema' }],
  '/v1/properties/fuel': [{ Id: 0, Item: 'Petrol' }],
};

/** A gateway of which everything but the endpoints named works. */
const start = async (failing: readonly string[], failure: ScriptedResponse) => {
  const gateway = await startScriptedGateway();
  const { upstream } = gateway;
  const definition = { PKID: 5, SectionId: 2, CategoryId: 201, LocalityId: 11, Fuel: 0 };
  upstream.on('GET', '/v1/listings/definition/{id}', { json: definition });
  upstream.on('GET', '/v1/properties', failure);
  for (const [path, json] of Object.entries(lists)) upstream.on('GET', path, { json });
  for (const path of failing) upstream.on('GET', path, failure);
  return gateway;
};

const DEFINITION = `{ listingDefinition(id: 5) {
  section { key label } category { key label } locality { key label } vehicle { fuel { key label } }
} }`;

describe('A service of which one thing fails', () => {
  const failing = [...Object.keys(lists).map((path) => [path]), Object.keys(lists)];

  it.each(
    sampled(
      5,
      failures.flatMap(([name, failure]) => failing.map((paths) => [name, paths, failure] as const)),
    ),
  )('labels by the key what the failing list would label: %s of %j', async (_name, paths, failure) => {
    await using gateway = await start(paths, failure);
    const lookup = (path: keyof typeof lists, key: string, label: string) => ({
      key,
      label: paths.includes(path) ? key : label,
    });
    expect(dataOf(await gateway.ask(DEFINITION))).toEqual({
      listingDefinition: {
        section: lookup('/v1/sections', '2', 'Cars'),
        category: lookup('/v1/properties/categories', '201', 'Hatchbacks'),
        locality: lookup('/v1/properties/localities', '11', 'Sliema'),
        vehicle: { fuel: lookup('/v1/properties/fuel', '0', 'Petrol') },
      },
    });
  });

  it.each(sampled(2, failures))(
    'calls a section and a category what the listing calls them: %s',
    async (_name, failure) => {
      await using gateway = await start(Object.keys(lists), failure);
      const named = { SectionId: 2, SectionName: 'Motors', CategoryId: 201, CategoryName: 'Small cars' };
      gateway.upstream.on('GET', '/v1/listings/5', { json: { PKID: 5, ...named } });
      const response = await gateway.ask(
        '{ listing(id: 5) { section { label } category { label section { label } } } }',
      );
      const section = { label: 'Motors' };
      expect(dataOf(response)).toEqual({ listing: { section, category: { label: 'Small cars', section } } });
    },
  );

  it('labels by the key what the listing calls by an empty text', async () => {
    await using gateway = await start(Object.keys(lists), { status: 503 });
    const named = { SectionId: 2, SectionName: '', CategoryId: 201, CategoryName: '' };
    gateway.upstream.on('GET', '/v1/listings/5', { json: { PKID: 5, ...named } });
    const response = await gateway.ask('{ listing(id: 5) { section { label } category { label } } }');
    expect(dataOf(response)).toEqual({ listing: { section: { label: '2' }, category: { label: '201' } } });
  });

  it.each(sampled(2, failures))(
    'has the section of a category without the list of another section: %s',
    async (_name, failure) => {
      await using gateway = await start([], failure);
      const { upstream } = gateway;
      upstream.on('GET', '/v1/sections', { json: [2, 3].map((SectionID) => ({ SectionID, SectionName: 'Cars' })) });
      upstream.on('GET', '/v1/properties/categories/2', failure);
      upstream.on('GET', '/v1/properties/categories/3', { json: [{ Id: 201, Item: 'Hatchbacks' }] });
      upstream.on('GET', '/v1/listings/photospecs', { json: { Max: 9 } });
      const text = '{ node(id: "Category:201") { ... on Category { section { key } photoSpecs { maxCount } } } }';
      expect(dataOf(await gateway.ask(text))).toEqual({ node: { section: { key: '3' }, photoSpecs: { maxCount: 9 } } });
    },
  );
});
