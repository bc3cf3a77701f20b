/** An operation for every root field of the schema, made from the schema itself. */
import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { schema } from '../../src/gateway/schema/schema.ts';

/** A root field with the least that it takes. */
export interface RootField {
  /** E.g. `Query.viewer`. */
  readonly coordinate: string;
  readonly name: string;
  readonly operation: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A literal of a type, of no more than must be given; a file is the variable `$file`. */
export const literalOf = (type: GraphQLInputType): string => {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return `[${literalOf(nullable.ofType)}]`;
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name ?? '';
  if (isInputObjectType(nullable)) {
    const fields = Object.values(nullable.getFields());
    const required = nullable.isOneOf ? fields.slice(0, 1) : fields.filter(isRequiredInputField);
    return `{ ${required.map((field) => `${field.name}: ${literalOf(field.type)}`).join(', ')} }`;
  }
  switch (getNamedType(type).name) {
    case 'ID':
      return '"7"';
    case 'String':
      return '"text"';
    case 'Boolean':
      return 'true';
    case 'Int':
    case 'Float':
      return '7';
    case 'Upload':
      return '$file';
    default:
      throw new Error(`No literal is known for ${String(type)}.`);
  }
};

const argumentsOf = (args: readonly GraphQLArgument[]): string => {
  const required = args.filter(isRequiredArgument);
  return required.length === 0 ? '' : `(${required.map((arg) => `${arg.name}: ${literalOf(arg.type)}`).join(', ')})`;
};

/** Arguments whose least value has to be of a certain form. */
const fixedArguments: Readonly<Record<string, string>> = {
  'Query.node': '(id: "Listing:7")',
  'Query.nodes': '(ids: ["Listing:7"])',
};

/** The first fields down to a leaf, e.g. `{ pageInfo { hasNextPage } }`, without those that are known at once. */
const selectionOf = (type: GraphQLOutputType): string => {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (!('getFields' in named)) return '{ __typename }';
  const fields = Object.values(named.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
  const field = fields.find(({ type: fieldType }) => isLeafType(getNamedType(fieldType))) ?? fields[0];
  return field === undefined ? '{ __typename }' : `{ ${field.name} ${selectionOf(field.type)} }`;
};

/** Fields that response without a call of their own, and what has to be selected to cause one. */
const deeperSelections: Readonly<Record<string, string>> = { 'Query.lookups': '{ fuels { key } }' };

/** Inputs that are taken from variables only. */
const variableInputs: Readonly<Record<string, object>> = {
  'Mutation.signIn': { username: 'text', password: 'text' },
  'Mutation.refreshSession': { refreshToken: 'text' },
  'Mutation.startClientSession': {},
};

/** Fields that no text alone can ask for: a file comes in a multipart request, whose tests are its own. */
const fileFields = new Set(['Mutation.uploadListingPhoto']);

/** Every field of `Query` and `Mutation` but those that take a file. */
export const rootFields: readonly RootField[] = [schema.getQueryType(), schema.getMutationType()].flatMap((type) => {
  if (!isObjectType(type)) return [];
  const keyword = type.name.toLowerCase();
  const fields = Object.values(type.getFields()).filter(({ name }) => !fileFields.has(`${type.name}.${name}`));
  return fields.map((field) => {
    const coordinate = `${type.name}.${field.name}`;
    const input = variableInputs[coordinate];
    const args = input === undefined ? (fixedArguments[coordinate] ?? argumentsOf(field.args)) : '(input: $input)';
    const head = input === undefined ? keyword : `${keyword} ($input: ${String(field.args[0]?.type)})`;
    const selection =
      deeperSelections[coordinate] ?? selectionOf(isNonNullType(field.type) ? field.type.ofType : field.type);
    return {
      coordinate,
      name: field.name,
      operation: `${head} { ${field.name}${args} ${selection} }`,
      variables: input === undefined ? {} : { input },
    };
  });
});
