import {
  buildSchema,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  getIntrospectionQuery,
  getOperationAST,
  isObjectType,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { compileOperation } from '../../../../../src/gateway/execution/compiler/execute-operation.ts';
import { ResponseSize } from '../../../../../src/gateway/execution/response-size.ts';

const schema = buildSchema(`
  type Query {
    text: String
    needed: String!
    number: Int
    person: Person
    neededUser: Person!
    people: [Person]
    neededUsers: [Person!]
    tags: [String!]!
    matrix: [[Int]]
    thing: Thing
    things: [Thing!]
    echo(text: String = "none", list: [Int!], input: Input): String
    where: String
  }
  type Mutation { set(to: Int!): Int, needed(to: Int): Int!, person: Person }
  input Input { a: Int = 7, b: String }
  interface Thing { id: ID! }
  type Person implements Thing { id: ID!, greet(text: String = "Hi", list: [Int]): String, name: String, needed: String!, friend: Person, neededFriend: Person! }
  type Place implements Thing { id: ID!, city: String }
`);

const later = async <Value>(value: Value): Promise<Value> => {
  await Promise.resolve();
  return value;
};

const fail = async (message: string): Promise<never> => {
  await Promise.resolve();
  throw new Error(message);
};

/** A thenable that is no promise, as that of another library. */
const thenable = (value: unknown, isGood = true): object => ({
  // oxlint-disable-next-line unicorn/no-thenable -- that it is one is the point
  then: (...given: Parameters<Promise<unknown>['then']>) =>
    (isGood ? Promise.resolve(value) : Promise.reject(value)).then(...given),
});

/** Both engines on a schema whose fields are resolved like this; fields without a resolver are properties. */
const enginesWith = (
  resolvers: Readonly<Record<string, Readonly<Record<string, GraphQLFieldResolver<unknown, unknown>>>>>,
) => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const resolve = resolvers[type.name]?.[field.name];
      if (resolve === undefined) delete field.resolve;
      else field.resolve = resolve;
    }
  }
  type Variables = Readonly<Record<string, unknown>>;
  const argsOf = (variableValues: Variables) => ({ variableValues, contextValue: { caller: 'Ann' } });
  const compile = async (text: string, variables: Variables = {}) => {
    const document = parse(text);
    const operation = getOperationAST(document);
    if (operation == null) throw new Error('There is no operation.');
    const size = new ResponseSize({ objects: 10_000, bytes: 1_000_000 }, 0, () => null);
    return compileOperation(schema, document, operation).execute(argsOf(variables), size);
  };
  const both = async (text: string, variables: Variables) => ({
    expected: written(await execute({ schema, document: parse(text), ...argsOf(variables) })),
    compiled: written(await compile(text, variables)),
  });
  return {
    compile,
    both,
    /** Takes the response, which is the same by both, to the order of its keys. */
    same: async (text: string, variables: Variables = {}): Promise<unknown> => {
      const { expected, compiled } = await both(text, variables);
      expect(compiled).toEqual(expected);
      expect(JSON.stringify(compiled)).toBe(JSON.stringify(expected));
      return compiled;
    },
  };
};

/** A result as clients see it. */
const written = (result: ExecutionResult): unknown => JSON.parse(JSON.stringify(result));

/** The data, and where errors are: the engines say some in words of their own. */
const nulledIn = (result: unknown): unknown => {
  const { data, errors = [] }: { data?: unknown; errors?: readonly { path?: unknown }[] } = Object(result);
  return { data, paths: errors.map(({ path }) => path) };
};

const ann = { __typename: 'Person', id: '1', name: 'Ann', needed: 'yes' };
const query = (fields: Readonly<Record<string, unknown>>) => ({
  Query: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, () => value])),
});

const cases: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
  ['values at hand', { text: 'a', number: 7, tags: ['x', 'y'] }, '{ text number tags }'],
  ['values that come later', { text: later('a'), person: later(ann) }, '{ text person { name id } }'],
  ['keys in the order of the query', { text: later('a'), number: 1 }, '{ text number again: text }'],
  ['aliases like names of objects', { text: 'a' }, '{ constructor: text toString: text hasOwnProperty: text }'],
  ['nothing', { text: null, person: undefined, people: [null, undefined] }, '{ text person { id } people { id } }'],
  ['an error', { text: new Error('Text failed.') }, '{ text number }'],
  ['an error that comes later', { text: fail('Text failed.').catch((error: unknown) => error) }, '{ text number }'],
  ['an error with a code', { text: new GraphQLError('No.', { extensions: { code: 'NO' } }) }, '{ text }'],
  ['a value that may not be null', { needed: null }, '{ text needed }'],
  ['one within an object', { person: { ...ann, needed: null } }, '{ text person { name needed } }'],
  ['one deep within', { person: { ...ann, neededFriend: { needed: null } } }, '{ person { neededFriend { needed } } }'],
  ['one within a needed object', { neededUser: { ...ann, needed: null } }, '{ text neededUser { needed } }'],
  ['one in a list', { people: [ann, { ...ann, needed: null }] }, '{ people { name needed } }'],
  ['one in a list of what is needed', { neededUsers: [ann, null, later(null)] }, '{ text neededUsers { name } }'],
  ['a list with failures', { people: [new Error('One.'), later(new Error('Two.')), ann] }, '{ people { name } }'],
  ['a list of promises', { people: [later(ann), later(null)] }, '{ people { name friend { name } } }'],
  ['a list within a list', { matrix: [[1, 2], null, [later(3), 'x']] }, '{ matrix }'],
  ['a set', { tags: new Set(['a', 'b']) }, '{ tags }'],
  ['a scalar that cannot be one', { number: 'many' }, '{ number text }'],
  ['a property that is a function', { person: { ...ann, name: () => 'By function' } }, '{ person { name } }'],
  ['an interface', { thing: ann, things: [ann, later({ __typename: 'Place', id: 2, city: 'Dunedin' })] }, things()],
  [
    'fragments',
    { person: ann },
    '{ person { ...A ... on Thing { id } ... { name } } } fragment A on Person { id name }',
  ],
  [
    'fields put together',
    { person: { ...ann, friend: ann } },
    '{ person { friend { id } } person { friend { name } } }',
  ],
  ['names of types', { person: ann, thing: ann }, '{ __typename person { __typename } thing { kind: __typename } }'],
];

function things(): string {
  return '{ thing { id ... on Person { name } } things { __typename id ... on Place { city } ...P } } fragment P on Person { needed }';
}

describe('A compiled operation gives the same response as graphql-js', () => {
  it.each(cases)('with %s', async (_what, fields, text) => {
    expect(await enginesWith(query(fields)).same(text)).toHaveProperty('data');
  });

  it('when several parts that are needed fail, at once and later', async () => {
    const { same } = enginesWith({
      Query: { person: () => ann, text: () => fail('Text.'), neededUser: () => ann },
      Person: {
        needed: () => fail('Needed.'),
        name: () => {
          throw new Error('Name.');
        },
        neededFriend: () => null,
      },
    });
    await same('{ text person { name needed neededFriend { id } } }');
    expect(await same('{ text neededUser { name needed neededFriend { id } } }')).toMatchObject({ data: null });
  });

  it('with arguments: constants, defaults and variables', async () => {
    const { compile, same } = enginesWith({ Query: { echo: (_source, args) => JSON.stringify(args) } });
    const text =
      'query ($n: Int = 3, $s: String, $list: [Int!]) { a: echo b: echo(text: null) c: echo(text: "x", list: 1, input: { b: "y" }) d: echo(text: $s, list: $list, input: { a: $n }) e: echo(list: [$n]) }';
    for (const variables of [
      { s: 'text', list: [1, 2], n: 9 },
      { s: null, n: null },
    ])
      await same(text, variables);
    expect(await same(text)).toMatchObject({ data: { a: '{"text":"none"}', d: '{"text":"none","input":{"a":3}}' } });
    const refused = written(await compile(text, { n: 'x', list: [null] }));
    expect(refused).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
    expect(refused).not.toHaveProperty('data');
  });

  it('when a resolver wants to know where it is, and whose response it makes', async () => {
    const { same } = enginesWith({
      Query: {
        where: (_source, _args, context, { fieldName, path, parentType, returnType, operation, variableValues }) =>
          JSON.stringify({
            context,
            fieldName,
            path,
            parentType,
            returnType,
            name: operation.name?.value,
            variableValues,
          }),
      },
    });
    expect(JSON.stringify(await same('query Where($n: Int = 2) { here: where }', { n: 4 }))).toContain('Ann');
  });

  const greetings: readonly (readonly [string, GraphQLFieldResolver<unknown, unknown>])[] = [
    ['takes them one by one', (...given) => JSON.stringify([given.length, given[1]])],
    [
      'changes its arguments',
      (_source, args: Record<string, unknown>) => {
        const before = JSON.stringify(args);
        args['text'] = 'changed';
        return before;
      },
    ],
    ['gives what is only like a promise', () => thenable('text')],
    ['gives what is only like a promise, and fails', () => thenable(new Error('Later.'), false)],
    ['gives nothing', () => undefined],
    [
      'throws what is no error',
      () => {
        // oxlint-disable-next-line no-throw-literal -- that is the point
        throw 'a text';
      },
    ],
  ];

  it.each(greetings)('by a resolver that %s', async (_how, greet) => {
    const { same } = enginesWith({ Query: { people: () => [ann, later(ann), ann] }, Person: { greet } });
    const text = 'query ($s: String = "s") { people { a: greet b: greet(text: "x") c: greet(text: $s, list: [1]) } }';
    expect(await same(text)).toHaveProperty('data.people');
  });

  it.each([() => true, () => false, async (value: unknown) => Object(value).id === '1'])(
    'of a type that wants to know what is its own: %s',
    async (isTypeOf) => {
      const person = schema.getType('Person');
      if (!isObjectType(person)) throw new Error('There is no Person.');
      const { both } = enginesWith(query({ person: ann, people: [ann, { ...ann, id: '2' }], thing: ann }));
      person.isTypeOf = isTypeOf;
      try {
        const { expected, compiled } = await both('{ person { id } people { name } thing { id } }', {});
        expect(nulledIn(compiled)).toEqual(nulledIn(expected));
      } finally {
        person.isTypeOf = undefined;
      }
    },
  );

  it('when the schema is asked for', async () => {
    const { same } = enginesWith({});
    expect(await same(getIntrospectionQuery())).toHaveProperty('data.__schema');
    const one = await same('{ __type(name: "Person") { name fields { name type { kind } } } }');
    expect(one).toHaveProperty('data.__type.name', 'Person');
  });
});

it('A compiled operation leaves no rejection to nobody when a list fails while its first items are still made', async () => {
  const { compile } = enginesWith({
    Query: { neededUsers: () => [{ ...ann, neededFriend: () => fail('Friend.') }, new Error('Person.')] },
  });
  // graphql-js leaves one, which would end this process.
  const { data, errors } = await compile('{ neededUsers { neededFriend { id } } }');
  expect(data).toEqual({ neededUsers: null });
  expect(errors?.map(({ message }) => message)).toEqual(['Person.']);
});

describe('A compiled operation is executed as graphql-js executes it', () => {
  it.each([
    ['{ text @skip(if: true) number }', {}],
    ['{ text @include(if: false) @skip(if: false) ... @include(if: true) { number } }', {}],
    ['query ($is: Boolean!) { text @include(if: $is) number @skip(if: $is) }', { is: true }],
    ['query ($is: Boolean = true) { text @include(if: $is) number @skip(if: $is) }', {}],
    ['query ($is: Boolean = true) { text @include(if: $is) number }', { is: null }],
    ['query ($is: Boolean = true) { person { name @include(if: $is) id } }', { is: null }],
    ['query ($is: Boolean!) { person { ...A @skip(if: $is) id } } fragment A on Person { name }', { is: false }],
  ])('where it is left to variables what is selected: %s', async (text, variables) => {
    const { same } = enginesWith(query({ text: 'a', number: 7, person: ann }));
    for (const given of [{ is: false }, { is: true }]) expect(await same(text, given)).toHaveProperty('data');
    await same(text, variables);
  });

  it('with a key that objects treat differently', async () => {
    const { same } = enginesWith(query({ text: 'a', person: ann }));
    const response = await same('{ __proto__: text person { __proto__: name id } }');
    expect(JSON.stringify(response)).toContain('"__proto__":"Ann"');
  });

  it.each([
    'mutation { a: set(to: 1) b: set(to: 2) c: set(to: 3) }',
    'mutation { a: set(to: 1) b: set(to: -1) c: set(to: 3) }',
    'mutation { a: set(to: 1) b: needed(to: -1) c: set(to: 3) }',
    'mutation { a: set(to: 1) b: needed c: set(to: 3) }',
    'mutation { a: set(to: 1) person { name friend { name } } }',
    'mutation { a: set(to: "x") }',
  ])('where it changes something, one change after the other: %s', async (text) => {
    const run = async (engine: 'expected' | 'compiled') => {
      const log: string[] = [];
      const change = async (_source: unknown, { to }: { readonly to?: number }) => {
        log.push(`begin ${to}`);
        await later(null);
        log.push(`end ${to}`);
        if (to !== undefined && to < 0) throw new Error('Too small.');
        return to;
      };
      const { both } = enginesWith({ Mutation: { set: change, needed: change, person: () => later(ann) } });
      const { [engine]: result } = await both(text, {});
      return { result, log };
    };
    expect(await run('compiled')).toEqual(await run('expected'));
  });

  it('in long lists, some of whose items are still to come', async () => {
    const people = Array.from({ length: 300 }, (_, at) => (at % 7 === 0 ? later(ann) : { ...ann, friend: ann }));
    const fields = { people, neededUsers: people, text: later('x'.repeat(5_000)), things: people };
    const text = `{ text people { name friend { name needed } } neededUsers { name friend { id } } ${things().slice(1)}`;
    expect(await enginesWith(query({ ...fields, thing: ann })).same(text)).not.toHaveProperty('errors');
    const failing = enginesWith(query({ ...fields, neededUsers: [...people, null] }));
    expect(await failing.same(text)).toHaveProperty('errors');
  });
});
