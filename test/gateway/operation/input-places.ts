/** Every place of the schema that takes a value, made from the schema itself: arguments, and the fields of input objects in them. */
import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { schema } from '../../../src/gateway/schema/schema.ts';

/** An argument of a field, with an operation that gives it a variable. */
export interface ArgumentPlace {
  /** E.g. `User.listings(sort)`. */
  readonly coordinate: string;
  readonly type: GraphQLInputType;
  readonly hasDefault: boolean;
  /**
   * Writes an operation.
   *
   * @param value what the argument is given, e.g. `$v`
   * @param definitions of the variables in it, e.g. `$v: Int`
   */
  readonly write: (value: string, definitions: string) => string;
  /** Values of further variables of that operation: other arguments that are required. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** How objects are come by whose fields take arguments. */
const parents: Readonly<Record<string, readonly [before: string, after: string]>> = {
  Query: ['query', ''],
  Mutation: ['mutation', ''],
  Listing: ['query { listing(id: 7)', '}'],
  Lookups: ['query { lookups', '}'],
  User: ['query { viewer', '}'],
  Money: ['query { listing(id: 7) { price', '} }'],
  UserSection: ['query { viewer { sections', '} }'],
};

/** Some value of a type, as JSON. */
export const sampleOf = (type: GraphQLInputType): unknown => {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [sampleOf(nullable.ofType)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (isInputObjectType(nullable)) {
    const required = Object.values(nullable.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(required.map((field) => [field.name, sampleOf(field.type)]));
  }
  const samples: Readonly<Record<string, unknown>> = { ID: '7', String: 'text', Boolean: true, Int: 7, Float: 7 };
  return samples[getNamedType(type).name] ?? null;
};

/** Every argument of every field. */
export const argumentPlaces: readonly ArgumentPlace[] = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
  .flatMap((type) => (isObjectType(type) ? Object.values(type.getFields()).map((field) => ({ type, field })) : []))
  .flatMap(({ type, field }) =>
    field.args.map((argument): ArgumentPlace => {
      const [before, after] = parents[type.name] ?? [];
      if (before === undefined) throw new Error(`How is a ${type.name} come by?`);
      const others = field.args.filter((other) => other !== argument && isRequiredArgument(other));
      const given = others.map((other) => `, ${other.name}: $${other.name}`).join('');
      const selection = isCompositeType(getNamedType(field.type)) ? ' { __typename }' : '';
      return {
        coordinate: `${type.name}.${field.name}(${argument.name})`,
        type: argument.type,
        hasDefault: argument.defaultValue !== undefined,
        variables: Object.fromEntries(others.map((other) => [other.name, sampleOf(other.type)])),
        write: (value, definitions) => {
          const all = [definitions, ...others.map((other) => `$${other.name}: ${String(other.type)}`)].join(', ');
          const asked = `${field.name}(${argument.name}: ${value}${given})${selection}`;
          const [operation = '', ...inner] = before.split(' ');
          return `${operation} (${all}) ${inner.join(' ')} { ${asked} } ${after}`;
        },
      };
    }),
  );
