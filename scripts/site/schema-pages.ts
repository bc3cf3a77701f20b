/** Pages of the schema: one for each type, and one for all queries and all mutations. */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  astFromValue,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  print,
} from 'graphql';
import { describeNull, describeOrigin, describePrice, type Origins } from './field-facts.ts';

/** An operation that was run, and what came of it. */
export interface RunExample {
  readonly operation: string;
  /** Null when it has none. */
  readonly variables: string | null;
  readonly response: string;
  /** Calls to the service at most. */
  readonly price: number;
}

/** A page of the schema. */
export interface SchemaPage {
  /** E.g. `schema/Listing.md`. */
  readonly path: string;
  readonly title: string;
  readonly kind: 'Objects' | 'Interfaces' | 'Inputs' | 'Enums' | 'Scalars' | 'Operations';
  readonly text: string;
}

/** Facts that the schema itself does not have. */
export interface SchemaFacts {
  readonly origins: Origins;
  /** By type, or by coordinate for fields of `Query` and `Mutation`. */
  readonly examples: ReadonlyMap<string, RunExample>;
}

/** Makes the pages in the order of their names. */
export const makeSchemaPages = (schema: GraphQLSchema, facts: SchemaFacts): readonly SchemaPage[] =>
  Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
    .map((type) => makePage(schema, type, facts))
    .toSorted((one, other) => one.path.localeCompare(other.path));

/** Path of the page of a type; null for types that GraphQL itself has. */
export const schemaPathOf = (type: GraphQLNamedType): string | null =>
  isSpecifiedScalarType(type) ? null : `schema/${type.name}.md`;

const makePage = (schema: GraphQLSchema, type: GraphQLNamedType, facts: SchemaFacts): SchemaPage => {
  const title = titles[type.name] ?? type.name;
  const parts = [
    `# ${title}`,
    `${kindOf(type).replace(/s$/, '')}. ${prose(type.description)}`,
    ...bodyOf(schema, type, facts),
  ];
  return { path: `schema/${type.name}.md`, title, kind: kindOf(type), text: `${parts.join('\n\n')}\n` };
};

/** Titles of pages that are not the name of their type. */
const titles: Readonly<Record<string, string>> = { Query: 'All queries', Mutation: 'All mutations' };

const kindOf = (type: GraphQLNamedType): SchemaPage['kind'] => {
  if (Object.hasOwn(titles, type.name)) return 'Operations';
  if (isInterfaceType(type)) return 'Interfaces';
  if (isInputObjectType(type)) return 'Inputs';
  if (isEnumType(type)) return 'Enums';
  return isScalarType(type) ? 'Scalars' : 'Objects';
};

const bodyOf = (schema: GraphQLSchema, type: GraphQLNamedType, facts: SchemaFacts): readonly string[] => {
  const uses = usesOf(schema, type);
  const used = uses.length === 0 ? [] : [`## Used by`, uses.join(', ')];
  if (isEnumType(type)) {
    const values = type.getValues().map(({ name, description }) => `- \`${name}\`: ${prose(description)}`);
    return ['## Values', values.join('\n'), ...used];
  }
  if (isInputObjectType(type))
    return ['## Fields', ...Object.values(type.getFields()).map(inputSection(type, facts)), ...used];
  if (isScalarType(type)) {
    return type.specifiedByURL == null ? used : [`Specified by <${type.specifiedByURL}>.`, ...used];
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return used;
  const implemented = type.getInterfaces().map(linkOf);
  const members = isInterfaceType(type) ? schema.getPossibleTypes(type).map(linkOf) : [];
  return [
    ...(implemented.length === 0 ? [] : [`Implements ${implemented.join(', ')}.`]),
    ...(members.length === 0 ? [] : [`Implemented by ${members.join(', ')}.`]),
    ...exampleSection('## Example', facts.examples.get(type.name)),
    '## Fields',
    ...Object.values(type.getFields()).map((field) => fieldSection(type.name, field, facts)),
    ...used,
  ];
};

const fieldSection = (typeName: string, field: GraphQLField<unknown, unknown>, facts: SchemaFacts): string => {
  const coordinate = `${typeName}.${field.name}`;
  const nullReason = describeNull(coordinate, field, facts.origins);
  return [
    `### ${field.name}`,
    `${linkOf(field.type)} · ${prose(field.description)}`,
    [
      ...(field.deprecationReason == null ? [] : [`- **Deprecated:** ${prose(field.deprecationReason)}`]),
      ...field.args.map(argumentLine),
      `- **Price:** ${describePrice(field)}`,
      `- **Origin:** ${describeOrigin(coordinate, facts.origins)}`,
      `- **Null:** ${nullReason === null ? 'never' : nullReason}`,
    ].join('\n'),
    ...exampleSection('**Example**', facts.examples.get(coordinate)),
  ].join('\n\n');
};

const inputSection =
  ({ name: typeName }: GraphQLNamedType, { origins }: SchemaFacts) =>
  (field: GraphQLInputField): string =>
    [
      `### ${field.name}`,
      `${linkOf(field.type)}${defaultOf(field)} · ${prose(field.description)}`,
      `- **Goes to:** ${
        origins
          .fieldsOf(`${typeName}.${field.name}`)
          .map((name) => `\`${name}\``)
          .join(', ') || 'the mutation or query that takes it'
      }`,
    ].join('\n\n');

const argumentLine = (arg: GraphQLArgument): string =>
  `- **Argument** \`${arg.name}\`: ${linkOf(arg.type)}${defaultOf(arg)}. ${prose(arg.description)}`;

const defaultOf = ({ defaultValue, type }: GraphQLArgument | GraphQLInputField): string => {
  const node = defaultValue === undefined ? null : astFromValue(defaultValue, type);
  return node == null ? '' : `, default \`${print(node)}\``;
};

const exampleSection = (heading: string, example: RunExample | undefined): readonly string[] =>
  example === undefined
    ? []
    : [
        heading,
        `\`\`\`graphql\n${example.operation}\n\`\`\``,
        ...(example.variables === null ? [] : ['With the variables', `\`\`\`json\n${example.variables}\n\`\`\``]),
        `Its price is ${example.price === 1 ? '1 call' : `${example.price} calls`}. The response for \`seller\` with the demo data, where \`…\` stands for more entries or a token:`,
        `\`\`\`json\n${example.response}\n\`\`\``,
      ];

/** A type as code, which leads to its page. */
const linkOf = (type: GraphQLType): string => {
  const path = schemaPathOf(getNamedType(type));
  return path === null ? `\`${String(type)}\`` : `[\`${String(type)}\`](/${path})`;
};

/** A description as Markdown, whose only marks are those of code. */
const prose = (text: string | null | undefined): string =>
  (text ?? '')
    .replaceAll('\n', ' ')
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('');

/** Fields and arguments of a type. */
const usesOf = (schema: GraphQLSchema, wanted: GraphQLNamedType): readonly string[] =>
  Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type))
    .flatMap((type) => {
      if (isInputObjectType(type)) {
        return Object.values(type.getFields())
          .filter((field) => getNamedType(field.type) === wanted)
          .map(({ name }) => coordinateLink(type, name));
      }
      if (!isObjectType(type) && !isInterfaceType(type)) return [];
      return Object.values(type.getFields())
        .filter((field) => [field, ...field.args].some((each) => getNamedType(each.type) === wanted))
        .map(({ name }) => coordinateLink(type, name));
    });

const coordinateLink = ({ name: typeName }: GraphQLNamedType, field: string): string =>
  `[\`${typeName}.${field}\`](/schema/${typeName}.md#${field.toLowerCase()})`;
