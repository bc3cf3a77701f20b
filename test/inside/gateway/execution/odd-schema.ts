/** Random schemas whose resolvers do what resolvers may do, and seldom should. */
import {
  type GraphQLFieldResolver,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
} from 'graphql';
import { createSeededRandom, type SeededRandom } from '../../../support/random/seeded-random.ts';

type Resolver = GraphQLFieldResolver<unknown, unknown>;
type Make = (value: unknown) => Resolver | undefined;

/** A thenable that is no promise, as that of another library. */
export const thenable = (value: unknown, isGood = true): object => ({
  // oxlint-disable-next-line unicorn/no-thenable -- that it is one is the point
  then: (...given: Parameters<Promise<unknown>['then']>) =>
    (isGood ? Promise.resolve(value) : Promise.reject(value)).then(...given),
});

const seen = (args: object, info: GraphQLResolveInfo | undefined): string => {
  if (info === undefined) return 'nothing';
  const { fieldName, path, parentType, variableValues, fragments } = info;
  const keys = Object.keys(info).toSorted().join();
  return JSON.stringify([args, fieldName, path, parentType.name, variableValues, Object.keys(fragments), keys]);
};

/** What the value is: that of the field, or, of a text, all that the resolver is informed. */
const told = (value: unknown, args: object, info: GraphQLResolveInfo | undefined): unknown =>
  value === 'told' ? seen(args, info) : value;

class Holder {
  readonly #value: unknown;
  constructor(value: unknown) {
    this.#value = value;
  }
  resolve(args: object, info?: GraphQLResolveInfo): unknown {
    return told(this.#value, args, info);
  }
}

const odd = (message: string): Error => new Error(`Odd: ${message}`);

/** Resolvers by what is odd with them; undefined for none at all. */
export const resolvers: Readonly<Record<string, Make>> = {
  'a property': () => undefined,
  'a value': (value) => (_source, args, _context, info) => told(value, args, info),
  'rest parameters':
    (value) =>
    (...given) =>
      told(value, given[1], given[3]),
  'a default parameter':
    (value) =>
    (_source, args, _context = {}, info?: GraphQLResolveInfo) =>
      told(value, args, info),
  arguments: (value) =>
    function resolve(): unknown {
      // oxlint-disable-next-line prefer-rest-params -- that is the point
      return told(value, arguments[1], arguments[3]);
    },
  'a wrapper': (value) => {
    const inner: Resolver = (_source, args, _context, info) => told(value, args, info);
    return (...given) => inner(...given);
  },
  'a bound method': (value) => {
    const holder = new Holder(value);
    return (_source, args, _context, info) => holder.resolve(args, info);
  },
  'a proxy': (value) =>
    new Proxy((): unknown => value, { apply: (_target, _self, [, args, , info]) => told(value, args, info) }),
  'a promise': (value) => async (_source, args, _context, info) => told(value, args, info),
  'a thenable': (value) => (_source, args, _context, info) => thenable(told(value, args, info)),
  'a thenable that fails': () => () => thenable(odd('thenable'), false),
  'changed arguments': (value) => (_source, args: Record<string, unknown>, _context, info) => {
    const before = told(value, { ...args }, info);
    if (Object.keys(args).length > 0) args['changed'] = true;
    return before;
  },
  'an error': () => () => {
    throw odd('thrown');
  },
  'an error as value': () => () => odd('given'),
  'a rejection': () => () => Promise.reject(odd('rejected')),
  'no error': () => () => {
    // oxlint-disable-next-line no-throw-literal -- that is the point
    throw 'a text';
  },
  null: () => () => null,
  undefined: () => () => undefined,
};

/** A schema, and a query that fits it. */
export interface OddCase {
  readonly schema: GraphQLSchema;
  readonly text: string;
}

/** A field: its type, how it is resolved, and how a query asks for it. */
interface OddField {
  readonly type: GraphQLOutputType;
  readonly resolve: Resolver | undefined;
  readonly hasArguments: boolean;
  readonly asked: string;
  /** Name of the type that is selected from; null for a value. */
  readonly inner: string | null;
}

type Fields = Readonly<Record<string, OddField>>;

const args = {
  n: { type: GraphQLInt, defaultValue: 3 },
  list: { type: new GraphQLList(GraphQLInt) },
  must: { type: new GraphQLNonNull(GraphQLInt), defaultValue: 1 },
};

const givenArguments = ['', '(n: 5)', '(n: null)', '(list: [1, 2])', '(n: $n, list: [$n])', '(must: $n)', '(must: 2)'];

const propertyNames = ['a0', 'a1', 'b0', 'b1', 'kind'];

/** An object of a type, with properties of which some are functions. */
const objectOf = (random: SeededRandom, typename: string): object => ({
  ...(random.chance(0.8) ? { __typename: typename } : {}),
  type: typename,
  ...Object.fromEntries(
    propertyNames.map((name) => [
      name,
      random.pick([
        7,
        'text',
        null,
        thenable(7),
        (given: object, _context: unknown, info: GraphQLResolveInfo) => seen(given, info),
      ]),
    ]),
  ),
});

const valueOf = (random: SeededRandom, name: string): unknown => {
  if (name === 'Int') return random.pick([7, 'no number']);
  if (name === 'String') return random.pick(['told', 'told', 'text']);
  return objectOf(random, name === 'A' || name === 'B' ? name : random.pick(['A', 'B', 'A', 'B', 'Nothing']));
};

const listOf = (random: SeededRandom, name: string, isNeeded: boolean): unknown => {
  const items = [valueOf(random, name), thenable(valueOf(random, name)), Promise.resolve(valueOf(random, name))];
  if (random.chance(0.3)) items.push(null, odd('item'));
  if (random.chance(0.1)) return random.pick<unknown>(['no list', 3, {}]);
  // When an item that is needed fails at once, graphql-js leaves the rejections of those before it to nobody.
  const ready = isNeeded ? items.map((item) => Promise.resolve(item)) : items;
  return random.chance(0.2) ? new Set(ready) : ready;
};

const fieldOf = (random: SeededRandom, name: string, types: Readonly<Record<string, GraphQLOutputType>>): OddField => {
  let type = types[name] ?? GraphQLString;
  let value = valueOf(random, name);
  const isNeeded = random.chance(0.15);
  if (isNeeded) type = new GraphQLNonNull(type);
  if (random.chance(0.25)) {
    type = new GraphQLList(type);
    value = listOf(random, name, isNeeded);
    if (random.chance(0.15)) type = new GraphQLNonNull(type);
  }
  const hasArguments = random.chance(0.4);
  return {
    type,
    resolve: resolvers[random.pick(Object.keys(resolvers))]?.(value),
    hasArguments,
    asked: hasArguments ? random.pick(givenArguments) : '',
    inner: name === 'Int' || name === 'String' ? null : name,
  };
};

const select = (
  random: SeededRandom,
  fields: Readonly<Record<string, Fields>>,
  type: string,
  depth: number,
): string => {
  if (type === 'I' || type === 'U') {
    return `{ __typename ... on A ${select(random, fields, 'A', depth)} ... on B { kind ...OfB } }`;
  }
  const parts = Object.entries(fields[type] ?? {}).map(([key, { asked, inner }]) => {
    if (inner !== null && depth === 0) return '';
    const alias = random.chance(0.3) ? `alias_${key}: ` : '';
    return `${alias}${key}${asked} ${inner === null ? '' : select(random, fields, inner, depth - 1)}`;
  });
  return `{ __typename ${parts.join(' ')} }`;
};

/** Makes the case of a seed. Values that are made once are given again and again, as a cache gives them. */
export const oddCase = (seed: number): OddCase => {
  const random = createSeededRandom(seed);
  const fields: Record<string, Fields> = {};
  const configs = (name: string) =>
    Object.fromEntries(
      Object.entries(fields[name] ?? {}).map(([key, { type, resolve, hasArguments }]) => [
        key,
        { type, ...(hasArguments ? { args } : {}), ...(resolve === undefined ? {} : { resolve }) },
      ]),
    );
  const kind = { kind: { type: GraphQLString } };
  const I = new GraphQLInterfaceType({ name: 'I', fields: kind });
  const isOwn = (name: string) => (value: unknown) => Object(value).type === name;
  const objectType = (name: string) =>
    new GraphQLObjectType({
      name,
      interfaces: [I],
      fields: () => ({ ...configs(name), ...kind }),
      isTypeOf: random.pick([null, null, isOwn(name), async (value: unknown) => isOwn(name)(value), () => false]),
    });
  const [A, B] = [objectType('A'), objectType('B')];
  const resolveType = (value: unknown): string => Object(value).__typename;
  const U = new GraphQLUnionType({ name: 'U', types: [A, B], ...(random.chance(0.5) ? { resolveType } : {}) });
  const types = { Int: GraphQLInt, String: GraphQLString, A, B, I, U };
  const some = (letter: string, names: readonly string[]): Fields =>
    Object.fromEntries(
      Array.from({ length: random.integer(1, 4) }, (_, at) => [
        `${letter}${at}`,
        fieldOf(random, random.pick(names), types),
      ]),
    );
  fields['A'] = some('a', ['Int', 'String', 'String', 'B', 'I']);
  fields['B'] = some('b', ['Int', 'String', 'String', 'A', 'U']);
  fields['Query'] = some('q', ['Int', 'String', 'A', 'B', 'I', 'U']);
  const rootType = (name: string) => new GraphQLObjectType({ name, fields: () => configs('Query') });
  const root = random.pick(['Query', 'Query', 'Mutation']);
  return {
    schema: new GraphQLSchema({ query: rootType('Query'), mutation: rootType('Mutation'), types: [A, B] }),
    text: `${root.toLowerCase()} Odd($n: Int = 4) { ...All }
      fragment All on ${root} ${select(random, fields, 'Query', 3)}
      fragment OfB on B { kind b_kind: __typename }`,
  };
};
