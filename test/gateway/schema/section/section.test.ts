import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codesOf, columnAt, dataOf, listAt, textAt, valueAt } from '../../../support/graphql-client.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../../support/scripted-gateway.ts';
import { startWorld, type World } from '../../../support/world.ts';
import { scriptLists } from '../../scripted-lists.ts';

const sectionFields = '{ id key label type }';

describe('Section and Category, of the demo data', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('sections, sections(type:), section by id or key, and node agree', async () => {
    const all = await world.query(`{ sections ${sectionFields} }`);
    expect(columnAt(all, 'sections', 'label')).toEqual(['Classifieds', 'Cars & Parts', 'Properties', 'Jobs']);
    for (const section of listAt(all, 'sections')) {
      const { id, key, type } = Object(section);
      const response = await world.query(
        `query ($id: ID!, $key: ID!, $type: String!) {
          sections(type: $type) ${sectionFields}
          byId: section(id: $id) ${sectionFields}
          byKey: section(id: $key) ${sectionFields}
          node(id: $id) { ... on Section ${sectionFields} }
        }`,
        { variables: { id, key, type } },
      );
      expect(dataOf(response)).toEqual({ sections: [section], byId: section, byKey: section, node: section });
    }
  });

  it('every category is in the section that lists it', async () => {
    const response = await world.query(`{
      sections { id categories { id section { id } } }
      categories { id label section { id } }
    }`);
    dataOf(response);
    const listed = new Map(
      columnAt(response, 'sections', 'id').flatMap((section, at) =>
        columnAt(response, `sections.${at}.categories`, 'id').map((category) => [category, section]),
      ),
    );
    const categories = columnAt(response, 'categories', 'id');
    expect(categories.length).toBeGreaterThan(20);
    expect(new Map(categories.map((id, at) => [id, textAt(response, `categories.${at}.section.id`)]))).toEqual(listed);
  });

  it('categories(sectionId:) takes the global id or the key of a section', async () => {
    const response = await world.query(`{
      section(id: 2) { categories { id label } }
      byId: categories(sectionId: "Section:2") { id label }
      byKey: categories(sectionId: 2) { id label }
    }`);
    const categories = listAt(response, 'section.categories');
    expect(categories.length).toBeGreaterThan(1);
    expect(dataOf(response)).toEqual({ section: { categories }, byId: categories, byKey: categories });
  });

  it('is null when there is none', async () => {
    const response = await world.query(`{
      section(id: 987) { id }
      nodes(ids: ["Section:987", "Category:987654"]) { id }
    }`);
    expect(dataOf(response)).toEqual({ section: null, nodes: [null, null] });
  });
});

describe('Category.section', () => {
  it('is found in the list of a section, whatever the order of all categories, and null in none', async () => {
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
});

describe('Section, in every form in which the service may write it', () => {
  const expected = { id: 'Section:2', key: '2', label: 'Cars & Parts', type: 'Cars' };
  const forms = {
    'plain values': { SecType: 'Cars', SectionID: 2, SectionName: 'Cars & Parts' },
    'a number as text': { SecType: 'Cars', SectionID: '2', SectionName: 'Cars & Parts' },
    'objects with Id and Name': {
      SecType: { Id: 9, Name: 'Cars' },
      SectionID: { Id: 2, Name: 'Cars & Parts' },
      SectionName: { Id: 2, Name: 'Cars & Parts' },
    },
    'one object for both': { SecType: 'Cars', SectionID: { Id: 2, Name: 'Cars & Parts' }, SectionName: null },
  };

  it.each(Object.entries(forms))('%s', async (_form, section) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/sections', { json: [section] });
    expect(dataOf(await gateway.ask(`{ sections ${sectionFields} }`))).toEqual({ sections: [expected] });
  });

  it.each([
    ['an object', forms['plain values']],
    ['an array of one', [forms['plain values']]],
    ['a wrapper', { section: forms['plain values'] }],
  ])('section(id:) takes %s', async (_form, json) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/sections/2', { json });
    expect(dataOf(await gateway.ask(`{ section(id: 2) ${sectionFields} }`))).toEqual({ section: expected });
  });
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

  it.each(['Listing:2', 'two', '2.5', '', 'Section:2/3', 'Section:%zz', '9223372036854775808'])(
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

describe('Labels of sections and categories', () => {
  it('are the keys where the lists lack them, and 0 is no key', async () => {
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
});
