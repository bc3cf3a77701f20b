/** Settings of normalised caches that follow from the schema: possible types of interfaces, and types without an id. */
import { type GraphQLObjectType, type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';

/** Writes `possibleTypes` for Apollo Client and `keys` for graphcache, as a block of TypeScript. */
export const cacheTypes = (schema: GraphQLSchema): string =>
  [
    '```ts',
    'const possibleTypes = {',
    ...[...possibleTypesOf(schema)].map(
      ([name, types]) => `  ${name}: [${types.map((type) => `'${type}'`).join(', ')}],`,
    ),
    '};',
    'const withoutId = [',
    ...inLines(typesWithoutId(schema).map((name) => `'${name}',`)),
    '];',
    'const keys = Object.fromEntries(withoutId.map((name) => [name, () => null]));',
    '```',
  ].join('\n');

/** The object types of every interface, by name. */
export const possibleTypesOf = (schema: GraphQLSchema): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Object.values(schema.getTypeMap())
      .filter(isInterfaceType)
      .map((type) => [
        type.name,
        schema
          .getPossibleTypes(type)
          .map(({ name }) => name)
          .toSorted(),
      ]),
  );

/** Object types that a cache cannot normalise, but for the roots. */
export const typesWithoutId = (schema: GraphQLSchema): readonly string[] =>
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter((type) => !type.name.startsWith('__') && !isRoot(schema, type) && !Object.hasOwn(type.getFields(), 'id'))
    .map(({ name }) => name)
    .toSorted();

const isRoot = (schema: GraphQLSchema, type: GraphQLObjectType): boolean =>
  type === schema.getQueryType() || type === schema.getMutationType();

const LINE = 120;

const inLines = (words: readonly string[]): readonly string[] =>
  words.reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < LINE) return [...lines.slice(0, -1), `${last} ${word}`];
    return [...lines, `  ${word}`];
  }, []);
