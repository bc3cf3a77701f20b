import { afterAll, describe, expect, it } from 'vitest';
import { valueAt } from '../../support/graphql-client.ts';
import { startWorld } from '../../support/world.ts';

describe('The description of a field', async () => {
  const world = await startWorld();
  const token = await world.signIn('seller');
  afterAll(() => world[Symbol.asyncDispose]());

  const describeListing = async () => {
    const answer = await world.query('{ __type(name: "Listing") { description fields { name description } } }');
    return { type: String(valueAt(answer, '__type.description')), fields: valueAt(answer, '__type.fields') };
  };

  const planned = async (selection: string): Promise<unknown> => {
    const text = `{ viewer { watchedListings(first: 3) { nodes { ${selection} } } } }`;
    const { body } = await world.query(text, { token, headers: { 'x-upstream-trace': 'true' } });
    return (body as { extensions?: { upstream?: { planned?: number } } }).extensions?.upstream?.planned;
  };

  it('says which fields of a listing cost nothing in a list, and they do not', async () => {
    const { type } = await describeListing();
    const free = [...(/cost nothing: ([^.]+)\./.exec(type)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name);
    expect(free).toEqual(expect.arrayContaining(['title', 'price', 'thumbnailUrl', 'section']));
    expect(free).not.toContain('viewCount');
    const composite = /^(?:attributes|category|price|property|section|vehicle)$/;
    const selections = free.map((name = '') => (composite.test(name) ? `${name} { __typename }` : name));
    expect(await planned(selections.join(' '))).toBe(1);
  });

  it.each([
    ['viewCount', /Price: `GET \/v1\/listings\/\{id\}` for each\.$/, 'viewCount', 4],
    ['title', /Price: `GET \/v1\/listings\/\{id\}` for each; free in lists\.$/, 'title', 1],
    [
      'premiumOptions',
      /Price: `GET \/v1\/listings\/\{id\}\/premiumoptions` for each\.$/,
      'premiumOptions { __typename }',
      4,
    ],
  ])('says what %s costs, as it is planned', async (name, expected, selection, calls) => {
    const { fields } = await describeListing();
    expect(fields).toContainEqual({ name, description: expect.stringMatching(expected) });
    expect(await planned(selection)).toBe(calls);
  });
});
