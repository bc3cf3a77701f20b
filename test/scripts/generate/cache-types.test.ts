import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { cacheTypes, possibleTypesOf, typesWithoutId } from '../../../scripts/generate/cache-types.ts';
import { schema } from '../../../src/gateway/schema/schema.ts';

const small = buildSchema(`
  interface Node { id: ID! }
  type Query { node: Node, price: Money }
  type Listing implements Node { id: ID!, price: Money }
  type Money { amount: Float }
`);

describe('The settings of normalised caches', () => {
  it('name the object types of every interface', () => {
    expect([...possibleTypesOf(small)]).toEqual([['Node', ['Listing']]]);
    expect(possibleTypesOf(schema).get('Node')).toContain('Listing');
  });

  it('name the types without an id, but for the roots', () => {
    expect(typesWithoutId(small)).toEqual(['Money']);
    expect(typesWithoutId(schema)).toEqual(expect.arrayContaining(['Lookups', 'Money', 'Photo', 'Seller']));
    expect(typesWithoutId(schema)).not.toContain('Listing');
  });

  it('are a block of TypeScript', () => {
    expect(cacheTypes(small).split('\n')).toEqual([
      '```ts',
      'const possibleTypes = {',
      "  Node: ['Listing'],",
      '};',
      'const withoutId = [',
      "  'Money',",
      '];',
      'const keys = Object.fromEntries(withoutId.map((name) => [name, () => null]));',
      '```',
    ]);
  });
});
