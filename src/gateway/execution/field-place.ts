/** Where a field stands: what its resolver, and that of its type, are told. */
import {
  defaultFieldResolver,
  defaultTypeResolver,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
  isObjectType,
  type OperationDefinitionNode,
  type ResponsePath,
  SchemaMetaFieldDef,
  type SelectionNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  visit,
} from 'graphql';
import type { SelectionSource } from '../collected-fields.ts';
import { chain, type MaybePromise } from '../maybe-promise.ts';
import type { Execution } from './completion.ts';

/** What a query is compiled from. */
export interface QuerySource extends SelectionSource {
  readonly operation: OperationDefinitionNode;
  /** Tells what `@skip` and `@include` leave. */
  readonly isSelected: (node: SelectionNode) => boolean;
}

/** A field of the schema. */
type Field = GraphQLField<unknown, unknown>;
type Resolve = NonNullable<Field['resolve']>;
type Arguments = Readonly<Record<string, unknown>>;

/** A field in a selection for objects of a type. */
export interface FieldPlace {
  readonly source: QuerySource;
  readonly parent: GraphQLObjectType;
  readonly field: Field;
  /** At least one; all ask for the same with the same arguments. */
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
}

/** Asks for the value of a field of an object. Throws what the resolver throws. */
export type AskForValue = (object: unknown, path: ResponsePath, execution: Execution) => unknown;

/** Finds a field of a type by its name. */
export const fieldOf = (parent: GraphQLObjectType, name: string): Field => {
  const metaFields = [TypeNameMetaFieldDef, SchemaMetaFieldDef, TypeMetaFieldDef];
  const field = parent.getFields()[name] ?? metaFields.find((known) => known.name === name);
  if (field === undefined) throw new Error(`There is no field ${parent.name}.${name}.`);
  return field;
};

const infoAt = (
  { source, parent, field, nodes }: FieldPlace,
  path: ResponsePath,
  execution: Execution,
): GraphQLResolveInfo => ({
  fieldName: field.name,
  fieldNodes: nodes,
  returnType: field.type,
  parentType: parent,
  path,
  schema: source.schema,
  fragments: Object.fromEntries(source.fragments),
  rootValue: undefined,
  operation: source.operation,
  variableValues: execution.variables,
});

const usesVariables = (node: FieldNode): boolean => {
  let found = false;
  for (const argument of node.arguments ?? []) {
    visit(argument, {
      Variable: () => {
        found = true;
      },
    });
  }
  return found;
};

const noArguments: Arguments = Object.freeze({});

/** Arguments that are the same whoever asks; null when they are not, or do not fit, which is the fault of each execution. */
const constantArguments = ({ field, nodes: [node] }: FieldPlace): Arguments | null => {
  if (field.args.length === 0) return noArguments;
  if (usesVariables(node)) return null;
  try {
    return Object.freeze(getArgumentValues(field, node));
  } catch {
    return null;
  }
};

/** A resolver names what it uses: one without a fourth parameter does not want to know where it is. */
const needsNoInfo = (resolve: Resolve): resolve is (object: unknown, given: Arguments, context: unknown) => unknown =>
  resolve.length < 4;

const propertyOf = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined;

/** Makes what asks for the values of a field. */
export const createAsker = (place: FieldPlace): AskForValue => {
  const { field, nodes, parent } = place;
  const { name, resolve } = field;
  if (field === TypeNameMetaFieldDef) return () => parent.name;
  const constant = constantArguments(place);
  const argumentsOf = ({ variables }: Execution): Arguments =>
    constant ?? getArgumentValues(field, nodes[0], variables);
  if (resolve === undefined) {
    return (object, path, execution) => {
      const property = propertyOf(object, name);
      return typeof property === 'function'
        ? defaultFieldResolver(object, argumentsOf(execution), execution.context, infoAt(place, path, execution))
        : property;
    };
  }
  if (needsNoInfo(resolve)) {
    return (object, _path, execution) => resolve(object, argumentsOf(execution), execution.context);
  }
  return (object, path, execution) =>
    resolve(object, argumentsOf(execution), execution.context, infoAt(place, path, execution));
};

/** Finds the type of a value where the field names an interface or a union. @throws when the value has no such type */
export const typeOfValue = (
  value: unknown,
  type: GraphQLAbstractType,
  place: FieldPlace,
  path: ResponsePath,
  execution: Execution,
): MaybePromise<GraphQLObjectType> => {
  const { schema } = place.source;
  const find = type.resolveType ?? defaultTypeResolver;
  const named: MaybePromise<string | undefined> = find(value, execution.context, infoAt(place, path, execution), type);
  return chain(named, (name) => {
    const found = name === undefined ? undefined : schema.getType(name);
    if (!isObjectType(found) || !schema.isSubType(type, found)) {
      throw new Error(`A value of "${type.name}" is of the type "${name}", which is none of its types.`);
    }
    return found;
  });
};
