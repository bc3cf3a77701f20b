import { describe, expect, it } from 'vitest';
import { sampled } from '../../../support/effort.ts';
import { codesOf, dataOf, valueAt } from '../../../support/graphql-client.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../../support/scripted-gateway.ts';
import { scriptLists } from '../../scripted-lists.ts';

it('Category.section is found in the list of a section, whatever the order of all categories, and null in none', async () => {
  await using gateway = await startScriptedGateway();
  scriptLists(gateway.upstream);
  const response = await gateway.ask('{ categories { label section { label } } }');
  expect(dataOf(response)).toEqual({
    categories: [
      { label: 'Baking', section: { label: 'Jobs' } },
      { label: 'Coupés', section: { label: 'Cars & Parts' } },
      { label: 'Nowhere', section: null },
    ],
  });
  expect(gateway.upstream.requests.map(({ path }) => path).toSorted()).toEqual([
    '/v1/properties/categories',
    '/v1/properties/categories/2',
    '/v1/properties/categories/4',
    '/v1/sections',
  ]);
});

describe('Query.section', () => {
  const script = async (): Promise<ScriptedGateway> => {
    const gateway = await startScriptedGateway();
    scriptLists(gateway.upstream);
    return gateway;
  };

  it('costs no call when the list of all sections is cached and has it', async () => {
    await using gateway = await script();
    await gateway.ask('{ sections { key } }');
    const response = await gateway.ask('{ section(id: 4) { label type } missing: section(id: 5) { label } }');
    expect(dataOf(response)).toEqual({ section: { label: 'Jobs', type: 'Jobs' }, missing: null });
    expect(gateway.upstream.requests.map(({ path }) => path)).toEqual(['/v1/sections', '/v1/sections/5']);
  });

  it('asks for its own endpoint otherwise, and null is no error', async () => {
    await using gateway = await script();
    const response = await gateway.ask('{ section(id: 4) { label } }');
    expect(dataOf(response)).toEqual({ section: null });
    expect(gateway.upstream.requests.map(({ path }) => path)).toEqual(['/v1/sections/4']);
  });

  it('sections(type:) passes the type on, encoded', async () => {
    await using gateway = await script();
    await gateway.ask('{ sections(type: "Cars & Parts/é") { key } }');
    expect(gateway.upstream.requests.map(({ query }) => query.get('type'))).toEqual(['Cars & Parts/é']);
  });

  it.each(sampled(3, ['Listing:2', 'two', '2.5', '', 'Section:2/3', 'Section:%zz', '9223372036854775808'] as const))(
    'refuses the id "%s" without a call',
    async (id) => {
      await using gateway = await script();
      const response = await gateway.ask('query ($id: ID!) { section(id: $id) { label } }', { id });
      expect(response.data).toEqual({ section: null });
      expect(codesOf(response)).toEqual(['BAD_USER_INPUT']);
      expect(response.errors[0]?.message).toContain('"id" takes the id of a Section');
      expect(gateway.upstream.count()).toBe(0);
    },
  );
});

it('Labels of sections and categories are the keys where the lists lack them, and 0 is no key', async () => {
  await using gateway = await startScriptedGateway();
  scriptLists(gateway.upstream);
  gateway.upstream.on('GET', '/v1/user/watchedlistings', {
    json: {
      Items: [
        { PKID: 1, SectionId: 8, CategoryId: 888 },
        { PKID: 2, SectionId: 0, CategoryId: 0 },
      ],
    },
  });
  const response = await gateway.ask(
    '{ viewer { watchedListings { nodes { section { key label type } category { key label section { key } } } } } }',
  );
  expect(valueAt(response, 'viewer.watchedListings.nodes')).toEqual([
    {
      section: { key: '8', label: '8', type: null },
      category: { key: '888', label: '888', section: { key: '8' } },
    },
    { section: null, category: null },
  ]);
});
