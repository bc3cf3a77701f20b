import * as fc from 'fast-check';
import {
  type ExecutionResult,
  execute,
  type GraphQLError,
  type GraphQLFieldResolver,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  getOperationAST,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { compileOperation } from '../../../../src/gateway/execution/compiler/compiled-operation.ts';
import { MAX_LISTED_ERRORS } from '../../../../src/gateway/execution/compiler/field-errors.ts';
import { byEffort } from '../../../support/effort.ts';
import { oddCase, resolvers, thenable } from './odd-schema.ts';

const RUNS = byEffort(100, 300);

const context = { caller: 'Ann' };

/** Executes an operation as compiled, as often as it is asked to. */
const compile = (schema: GraphQLSchema, text: string): (() => Promise<ExecutionResult>) => {
  const document = parse(text);
  const operation = getOperationAST(document);
  if (operation == null) throw new Error('There is no operation.');
  const compiled = compileOperation(schema, document, operation);
  return async () =>
    compiled.execute({ contextValue: context, variableValues: {} }, { objects: 10_000, bytes: 10_000_000 });
};

/** Keys down to what is null for an error: an error in a part that may not be null makes the whole null. */
const nulledBy = (data: unknown, { path = [] }: GraphQLError): string => {
  let value = data;
  const keys: (string | number)[] = [];
  for (const key of path) {
    if (typeof value !== 'object' || value === null) break;
    value = Reflect.get(value, key);
    keys.push(key);
  }
  return keys.join('.');
};

/**
 * What has to be the same. Of several errors in what is null as a whole, an executor may state any; those of a field that is null
 * alone it has to state in its words, where they are the resolver's own.
 */
const essenceOf = ({ data, errors = [], extensions = {} }: ExecutionResult) => ({
  data: JSON.parse(JSON.stringify(data ?? null)),
  nulled: [...new Set(errors.map((error) => nulledBy(data, error)))].toSorted(),
  told: errors
    .filter((error) => nulledBy(data, error) === error.path?.join('.') && /Odd|a text/.test(error.message))
    .map(({ path, message }) => `${path?.join('.')}: ${message}`)
    .toSorted(),
  omitted: Number(extensions['omittedErrors'] ?? 0),
});

type Essence = ReturnType<typeof essenceOf>;

const bothOf = async (schema: GraphQLSchema, text: string) => {
  const compiled = compile(schema, text);
  const expected = essenceOf(await execute({ schema, document: parse(text), contextValue: context }));
  const first = essenceOf(await compiled());
  const again = essenceOf(await compiled());
  return { expected, first, again };
};

/**
 * What is expected of a response that omits errors, or has to: those of graphql-js that it lists, and how many it omits at least. An error
 * counts once more where what it made null becomes part of something larger that is null.
 */
const expectedOf = (actual: Essence, all: Essence): Essence => {
  const omitted = Math.max(actual.omitted, all.nulled.length - MAX_LISTED_ERRORS);
  if (omitted <= 0) return all;
  return {
    data: all.data,
    nulled: all.nulled.filter((position) => actual.nulled.includes(position)),
    told: all.told.filter((line) => actual.told.includes(line)),
    omitted,
  };
};

const schemaWith = (resolve: GraphQLFieldResolver<unknown, unknown> | undefined, text = 'told'): GraphQLSchema => {
  const args = { n: { type: GraphQLInt, defaultValue: 3 }, must: { type: new GraphQLNonNull(GraphQLInt) } };
  const field = { type: GraphQLString, args, ...(resolve === undefined ? {} : { resolve }) };
  const holder = new GraphQLObjectType({ name: 'Holder', fields: { field, plain: { ...field, args: {} } } });
  const query = new GraphQLObjectType({
    name: 'Query',
    fields: {
      holder: { type: holder, resolve: () => ({ field: text, plain: (...given: unknown[]) => String(given.length) }) },
    },
  });
  return new GraphQLSchema({ query });
};

describe('A compiled query gives the same response as graphql-js, each time, by', () => {
  it.each(Object.entries(resolvers))('%s', async (_what, make) => {
    const schema = schemaWith(make('told'));
    for (const text of [
      '{ holder { field(must: 1) plain } }',
      'query Q($m: Int = 2) { holder { a: field(must: $m, n: null) b: field(must: $m) } }',
      // A variable that is null where nothing may be.
      'query Q($m: Int = null) { holder { field(must: $m) } }',
    ]) {
      const { expected, first, again } = await bothOf(schema, text);
      expect(first).toEqual(expected);
      expect(again).toEqual(expected);
    }
  });

  it('resolvers, values and types of random schemas', async () => {
    let nulled = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (seed) => {
        const { schema, text } = oddCase(seed);
        const { expected, first, again } = await bothOf(schema, text);
        nulled += expected.nulled.length;
        expect(first).toEqual(expectedOf(first, expected));
        expect(again).toEqual(expectedOf(again, expected));
      }),
      { numRuns: RUNS },
    );
    expect(nulled).toBeGreaterThan(RUNS);
  });

  it('more errors than are listed', async () => {
    const { schema, text } = oddCase(202_240_627);
    const { expected, first, again } = await bothOf(schema, text);
    for (const actual of [first, again]) {
      expect(actual.omitted).toBe(15);
      expect(actual.nulled).toHaveLength(MAX_LISTED_ERRORS);
      expect(actual).toEqual(expectedOf(actual, expected));
    }
  });

  it('a type that is found late', async () => {
    const named = new GraphQLInterfaceType({
      name: 'Named',
      fields: { name: { type: GraphQLString } },
      resolveType: async () => 'Person',
    });
    const person = new GraphQLObjectType({
      name: 'Person',
      interfaces: [named],
      fields: { name: { type: GraphQLString } },
    });
    const query = new GraphQLObjectType({
      name: 'Query',
      fields: { named: { type: named, resolve: () => thenable({ name: thenable('Ann') }) } },
    });
    const schema = new GraphQLSchema({ query, types: [person] });
    const { expected, first } = await bothOf(schema, '{ named { __typename name } }');
    expect(first).toEqual(expectedOf(first, expected));
    expect(first.data).toEqual({ named: { __typename: 'Person', name: 'Ann' } });
  });
});
