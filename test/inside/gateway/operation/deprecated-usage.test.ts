import { buildSchema, getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { deprecatedCoordinates, findDeprecatedOf } from '../../../../src/gateway/operation/prepared-operation.ts';

const schema = buildSchema(/* GraphQL */ `
  directive @shown(as: String @deprecated(reason: "Use style."), style: String) on FIELD
  interface Item { id: ID! title: String @deprecated(reason: "Use name.") }
  type Car implements Item { id: ID! title: String wheels: Int @deprecated(reason: "Four.") }
  type Boat implements Item { id: ID! @deprecated(reason: "Use key.") title: String @deprecated(reason: "Use name.") }
  enum Order { NEWEST OLDEST @deprecated(reason: "Nobody wants it.") }
  input Range { from: Int to: Int @deprecated(reason: "Use length.") length: Int }
  input Filter { range: Range orders: [Order!] not: Filter }
  input Plain { text: String not: Plain }
  type Query {
    items(filter: Filter, order: Order, page: Int @deprecated(reason: "Use first."), first: Int): [Item]
    car: Car
    found(plain: Plain): Item
    old: Int @deprecated(reason: "It is old.")
  }
`);

const every = [
  'Item.title',
  'Car.wheels',
  'Boat.id',
  'Boat.title',
  'Order.OLDEST',
  'Range.to',
  'Query.old',
  'Query.items(page:)',
  '@shown(as:)',
];

const usedBy = (text: string, variables: Readonly<Record<string, unknown>> = {}, name: string | null = null) => {
  const document = parse(text);
  const definition = getOperationAST(document, name);
  if (definition == null) throw new Error('The operation was not found.');
  return findDeprecatedOf(schema, document, definition)(variables).toSorted();
};

it('deprecatedCoordinates lists fields, arguments, input fields, enum values, and arguments of directives', () => {
  expect([...deprecatedCoordinates(schema)].toSorted()).toEqual(every.toSorted());
  expect([...deprecatedCoordinates(buildSchema('type Query { a: Int }'))]).toEqual([]);
});

describe('findDeprecatedOf', () => {
  it.each([
    ['nothing', '{ car { id title } items(first: 3, order: NEWEST) { __typename } }', []],
    ['a field', '{ old car { wheels } again: car { wheels } }', ['Car.wheels', 'Query.old']],
    ['an argument', '{ items(page: 2) { __typename } }', ['Query.items(page:)']],
    ['an enum value', '{ items(order: OLDEST) { __typename } }', ['Order.OLDEST']],
    ['a field of an input', '{ items(filter: { not: { range: { to: 3 } } }) { __typename } }', ['Range.to']],
    ['an enum value in an input', '{ items(filter: { orders: [NEWEST, OLDEST] }) { __typename } }', ['Order.OLDEST']],
    ['an argument of a directive', '{ car { id @shown(as: "x") } }', ['@shown(as:)']],
    ['a default of a variable', 'query ($o: Order = OLDEST) { items(order: $o) { __typename } }', ['Order.OLDEST']],
    ['a fragment', '{ car { ...F } } fragment F on Car { ...G } fragment G on Car { wheels }', ['Car.wheels']],
    ['an inline fragment', '{ items { ... on Boat { id } } }', ['Boat.id']],
    ['an interface, which may be what has it', '{ items { id title } }', ['Boat.id', 'Boat.title', 'Item.title']],
    ['what may be left out', 'query ($s: Boolean!) { old @skip(if: $s) }', ['Query.old']],
  ])('finds it in %s', (_what, text, expected) => {
    expect(usedBy(text)).toEqual(expected);
  });

  it.each([
    ['an enum value', { f: { orders: ['OLDEST'] } }, ['Order.OLDEST']],
    ['an item in the place of a list', { f: { orders: 'OLDEST' } }, ['Order.OLDEST']],
    ['a field, however deep', { f: { not: { not: { range: { to: null } } } } }, ['Range.to']],
    ['several', { f: { range: { to: 1 }, orders: ['OLDEST'] } }, ['Order.OLDEST', 'Range.to']],
    ['nothing', { f: { orders: ['NEWEST'], range: { from: 1 } } }, []],
    ['nothing, for it is not there', {}, []],
    ['nothing, for it does not fit', { f: ['OLDEST', 7, null, { range: 'to', orders: { OLDEST: 1 } }] }, []],
  ])('finds %s in the values of variables', (_what, variables, expected) => {
    expect(usedBy('query ($f: Filter) { items(filter: $f) { __typename } }', variables)).toEqual(expected);
  });

  it('does not look at variables that can hold nothing of the kind, however large they are', () => {
    const document = parse('query ($p: Plain) { old found(plain: $p) { __typename } }');
    const definition = getOperationAST(document);
    if (definition == null) throw new Error('There is no operation.');
    const find = findDeprecatedOf(schema, document, definition);
    const variables = new Proxy({}, { get: () => expect.unreachable('It was looked at.') });
    expect(find(variables)).toEqual(['Query.old']);
  });
});
