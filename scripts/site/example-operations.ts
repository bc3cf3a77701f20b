/** Operations that show a type or a root field, made from the schema. */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** Values of arguments by their name, or by that of field and argument (`section.id`), as GraphQL writes them. */
export type ArgumentTexts = Readonly<Record<string, string>>;

type Field = GraphQLField<unknown, unknown>;

/** Fields from the root to a type. */
type FieldPath = readonly [Field, ...Field[]];

const MAX_DEPTH = 4;
const MAX_LEAVES = 10;

/** Queries that lead to objects of a type, the shortest first. */
export const queriesOf = (schema: GraphQLSchema, type: GraphQLObjectType, texts: ArgumentTexts): readonly string[] =>
  pathsTo(schema, type).flatMap((path) => {
    const query = writeQuery(path, selectionOf(type, texts), texts);
    return query === null ? [] : [query];
  });

/** The query of a root field. */
export const queryOf = (field: Field, texts: ArgumentTexts): string | null =>
  writeQuery([field], selectionOf(getNamedType(field.type), texts), texts);

/** The selection of the payload of a mutation: its values, and what tells its objects apart. */
export const selectionOf = (type: unknown, texts: ArgumentTexts): string => {
  if (!isObjectType(type)) return isLeafType(type) ? '' : '{ __typename id }';
  const fields = Object.values(type.getFields()).filter((field) => !hidden.has(field.name));
  const leaves = fields
    .filter(({ type: each }) => isLeafType(getNamedType(each)))
    .toSorted((one, other) => Number(keys.has(other.name)) - Number(keys.has(one.name)))
    .slice(0, MAX_LEAVES);
  const chosen = type.name.endsWith('Payload') || leaves.length === 0 ? fields : leaves;
  const selected = chosen.flatMap((field) => {
    const args = argumentsOf(field, texts);
    return args === null ? [] : [`${field.name}${args} ${keysOf(field.type)}`.trim()];
  });
  return `{ ${selected.join(' ')} }`;
};

/** Values that nobody reads in an example. */
const hidden: ReadonlySet<string> = new Set([
  'contentBase64',
  'validationData',
  'numericParams',
  'textParams',
  'userData',
  'companyData',
]);

/** First values of an object; of the objects of a list only their ids, which cost nothing. */
const keysOf = (outer: GraphQLOutputType): string => {
  const type = getNamedType(outer);
  if (String(outer).startsWith('[') && isObjectType(type) && type.getFields()['id'] !== undefined) return '{ id }';
  if (!isObjectType(type)) return isLeafType(type) ? '' : '{ __typename }';
  const leaves = Object.values(type.getFields()).filter(
    ({ name, args, type: each }) =>
      !hidden.has(name) && isLeafType(getNamedType(each)) && !args.some(isRequiredArgument),
  );
  const wanted = leaves.filter(({ name }) => keys.has(name));
  const names = (wanted.length > 0 ? wanted : leaves.slice(0, 3)).map(({ name }) => name);
  return names.length === 0 ? '{ __typename }' : `{ ${names.join(' ')} }`;
};

const keys: ReadonlySet<string> = new Set(['id', 'title', 'label', 'name', 'formatted', 'code', 'message', 'field']);

const pathsTo = (schema: GraphQLSchema, wanted: GraphQLObjectType): readonly FieldPath[] => {
  const found: FieldPath[] = [];
  let paths: readonly FieldPath[] = fieldsOf(schema.getQueryType()).map((field): FieldPath => [field]);
  for (let depth = 1; depth <= MAX_DEPTH; depth += 1) {
    found.push(...paths.filter((path) => getNamedType(path.at(-1)?.type) === wanted));
    paths = paths.flatMap((path) => {
      const type = getNamedType(path.at(-1)?.type);
      const isRepeated = path.slice(0, -1).some((field) => getNamedType(field.type) === type);
      if (type === wanted || isRepeated || !isObjectType(type)) return [];
      return fieldsOf(type).map((field): FieldPath => [...path, field]);
    });
  }
  return found;
};

const fieldsOf = (type: GraphQLObjectType | null | undefined): readonly Field[] =>
  Object.values(type?.getFields() ?? {}).filter(({ type: each }) => isObjectType(getNamedType(each)));

const writeQuery = (path: FieldPath, selection: string, texts: ArgumentTexts): string | null => {
  const parts = path.map((field) => {
    const args = argumentsOf(field, texts);
    return args === null ? null : `${field.name}${args}`;
  });
  if (parts.includes(null)) return null;
  return `{ ${parts.join(' { ')} ${selection}${' }'.repeat(path.length)}`;
};

/** The arguments that a field needs, and the length of a list; null when there is no value for one. */
const argumentsOf = ({ name, args }: Field, texts: ArgumentTexts): string | null => {
  const written = args
    .filter((arg) => isRequiredArgument(arg) || arg.name === 'first' || arg.name === 'sectionId')
    .map((arg) => {
      const text = texts[`${name}.${arg.name}`] ?? textOf(arg, texts);
      return text === null ? null : `${arg.name}: ${text}`;
    });
  if (written.includes(null)) return null;
  return written.length === 0 ? '' : `(${written.join(', ')})`;
};

const textOf = ({ name, type }: GraphQLArgument, texts: ArgumentTexts): string | null => {
  const named = getNamedType(type);
  const known = texts[name];
  if (known !== undefined) return known;
  const value = isEnumType(named) ? named.getValues().at(-1)?.name : undefined;
  if (value === undefined) return null;
  return String(type).startsWith('[') ? `[${value}]` : value;
};
