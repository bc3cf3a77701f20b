import { buildSchema, type ExecutionResult, execute, getOperationAST, isObjectType, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { compileOperation } from '../../../../src/gateway/execution/compiler/compiled-operation.ts';
import { type ResponseLimits, ResponseSize } from '../../../../src/gateway/operation/response-size.ts';
import { createTimeSlices } from '../../../../src/gateway/operation/time-slices.ts';
import { byEffort } from '../../../support/effort.ts';
import { createSeededRandom } from '../../../support/random/seeded-random.ts';

const schema = buildSchema(`
  interface Node { id: ID! }
  type Query { trees(n: Int!): [Tree!]! later(n: Int!): [Tree] nodes(n: Int!): [Node] texts(n: Int!): [String!]! }
  type Tree implements Node { id: ID! text: String trees(n: Int!): [Tree!]! later(n: Int!): [Tree] nodes(n: Int!): [Node] fails: Int parent: Tree }
  type Mutation { grow(n: Int!): [Tree!] }
`);

const tree = { __typename: 'Tree', id: '1', text: 'x' };
let resolved = 0;

const trees = (n: number): object[] => {
  resolved += 1;
  return Array.from({ length: n }, () => tree);
};
const treesLater = async (n: number): Promise<readonly Promise<object>[]> => {
  await Promise.resolve();
  return trees(n).map((one) => Promise.resolve(one));
};
const resolvers: Readonly<Record<string, (n: number) => unknown>> = {
  trees,
  later: treesLater,
  nodes: trees,
  grow: trees,
  texts: (n) => Array.from({ length: n }, () => '\u0001ü"'),
  fails: () => {
    throw new Error('It fails.');
  },
  parent: () => tree,
};
for (const type of Object.values(schema.getTypeMap())) {
  if (!isObjectType(type) || type.name.startsWith('__')) continue;
  for (const field of Object.values(type.getFields())) {
    const resolve = resolvers[field.name];
    if (resolve !== undefined) field.resolve = (_source, { n }) => resolve(n);
  }
}

const run = async (text: string, limits: Partial<ResponseLimits> = {}) => {
  const document = parse(text);
  const operation = getOperationAST(document);
  if (operation == null) throw new Error('There is no operation.');
  const size = new ResponseSize({ objects: 1_000_000, bytes: 100_000_000, ...limits }, createTimeSlices());
  const result = await compileOperation(schema, document, operation).execute({}, size);
  return { result, size };
};

const countObjects = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce((count: number, inner) => count + countObjects(inner), Array.isArray(value) ? 0 : 1);

/** Where its errors stand, in no order: that is left to which is there first. */
const placesOf = ({ errors = [] }: ExecutionResult): readonly string[] =>
  errors.map(({ path }) => JSON.stringify(path)).toSorted();

/** Selections of trees within trees, each available or later, some of which fail. */
const randomQuery = (seed: number): string => {
  const random = createSeededRandom(seed);
  const below = (levels: number): string => {
    const n = random.integer(0, 4);
    const lists = ['trees', 'later', 'nodes'].filter(() => random.chance(0.6));
    const inner = (name: string): string =>
      levels === 0 || name === 'nodes' ? `{ id ... on Tree { text } }` : `{ id ${below(levels - 1)} }`;
    return `__typename ${lists.map((name) => `${name}(n: ${n}) ${inner(name)}`).join(' ')} ${levels > 0 && random.chance(0.3) ? 'again: trees(n: 2) { fails parent { id } }' : ''}`;
  };
  return `{ ${below(random.integer(1, 4))} }`;
};

describe('The size of a response', () => {
  it('is counted while it is made: as many objects as it has, and no more bytes than it has', async () => {
    for (let seed = 0; seed < byEffort(60, 300); seed += 1) {
      const text = randomQuery(seed);
      const { result, size } = await run(text);
      const reference = await execute({ schema, document: parse(text) });
      const counted = { text, objects: size.objects, data: JSON.stringify(result.data) };
      expect(counted).toEqual({
        text,
        objects: countObjects(result.data),
        data: JSON.stringify(reference.data),
      });
      const places = placesOf(reference);
      expect(places).toEqual(expect.arrayContaining([...placesOf(result)]));
      expect(result.errors?.length ?? 0).toBe(Math.min(places.length, 100));
      const omitted = places.length > 100 ? { omittedErrors: places.length - 100 } : undefined;
      expect(result.extensions).toEqual(omitted);
      const { length: errors } = result.errors ?? [];
      expect(size.bytes - 400 * errors).toBeLessThanOrEqual(Buffer.byteLength(JSON.stringify(result)));
    }
  });

  it.each([
    ['at hand', '{ trees(n: 9) { id } }'],
    ['one by one', '{ later(n: 9) { id } }'],
    ['of an interface', '{ nodes(n: 9) { id } }'],
    ['deep within', '{ trees(n: 1) { later(n: 2) { parent { trees(n: 2) { id } } } } }'],
    ['beside each other', '{ a: trees(n: 3) { id } b: later(n: 3) { id } c: nodes(n: 3) { id } }'],
    ['of a mutation', 'mutation { grow(n: 9) { id } }'],
  ])('has so many objects at most, and not one more: %s', async (_what, text) => {
    const objects = countObjects((await run(text)).result.data);
    expect((await run(text, { objects })).result.errors).toBeUndefined();
    const { result } = await run(text, { objects: objects - 1 });
    expect(result).not.toHaveProperty('data');
    expect(result.errors).toHaveLength(1);
    expect(result.errors).toMatchObject([
      {
        extensions: { code: 'OPERATION_TOO_COMPLEX', exceeded: 'responseObjects', limit: objects - 1, figure: objects },
      },
    ]);
    const isMutation = text.startsWith('mutation');
    expect(result.errors?.[0]?.message.includes('may have been applied')).toBe(isMutation);
  });

  it.each(['{ texts(n: 60) }', '{ trees(n: 20) { id text } }', '{ later(n: 20) { longerThanTheValue: id } }'])(
    'has so many bytes of data at most, as it is written, and not one more: %s',
    async (text) => {
      const bytes = Buffer.byteLength(JSON.stringify((await run(text)).result.data));
      expect((await run(text, { bytes })).result.errors).toBeUndefined();
      const { result } = await run(text, { bytes: bytes - 1 });
      expect(result).not.toHaveProperty('data');
      expect(result.errors).toMatchObject([
        { extensions: { code: 'OPERATION_TOO_COMPLEX', exceeded: 'responseBytes', limit: bytes - 1, figure: bytes } },
      ]);
    },
  );

  it('counts errors, which take more memory than what they stand for', async () => {
    const { result } = await run('{ trees(n: 100) { fails } }', { bytes: 20_000 });
    expect(result.errors).toMatchObject([{ extensions: { exceeded: 'responseBytes' } }]);
    expect((await run('{ trees(n: 10) { fails } }', { bytes: 20_000 })).result.errors).toHaveLength(10);
  });

  it('is no error of a field: what stands beside it is not tried', async () => {
    const { result, size } = await run('{ nodes(n: 5000) { id } }', { objects: 1_000 });
    expect(result.errors).toHaveLength(1);
    expect(size.objects).toBe(1_001);
  });

  it.each(['trees', 'later'])('ends all work on it when it is too large: %s', async (name) => {
    const levels = 12;
    const text = `{ ${`${name}(n: 10) { `.repeat(levels)} id ${'}'.repeat(levels)} }`;
    resolved = 0;
    const { result, size } = await run(text, { objects: 1_000 });
    expect(result.errors).toHaveLength(1);
    // Ten to the power of twelve would never end. Of each of the objects that were made ten were waited for at most.
    expect(size.objects).toBeLessThan(11_000);
    expect(resolved).toBeLessThanOrEqual(1_000);
  });
});
