/** The place of a field: the arguments of its resolver, and of its type's. */
import {
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
import { asPromise, chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import type { SelectionSource } from '../../documents/selections.ts';
import type { Execution } from './complete-value.ts';

/** Context in which a query is compiled. */
export interface QuerySource extends SelectionSource {
  readonly operation: OperationDefinitionNode;
  /** Returns what `@skip` and `@include` leave. */
  readonly isSelected: (node: SelectionNode) => boolean;
  /** The fragments, as resolvers get them. */
  readonly fragmentsByName: GraphQLResolveInfo['fragments'];
}

type Field = GraphQLField<unknown, unknown>;
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
export type ReadValue = (object: unknown, path: ResponsePath, execution: Execution) => unknown;

/** Finds a field of a type by its name. */
export const fieldOf = (parent: GraphQLObjectType, name: string): Field => {
  const metaFields = [TypeNameMetaFieldDef, SchemaMetaFieldDef, TypeMetaFieldDef];
  const field = parent.getFields()[name] ?? metaFields.find((known) => known.name === name);
  if (field === undefined) throw new Error(`There is no field ${parent.name}.${name}.`);
  return field;
};

/** Written out for each value, as graphql-js does: whether a resolver uses it cannot be seen from outside. */
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
  fragments: source.fragmentsByName,
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

const isObjectLike = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/**
 * Creates the reader of the arguments of a field. Constant arguments are read once and copied for each resolver, which may change its copy;
 * only texts and numbers, because copies would share a list or an object.
 */
const createArgumentReader = ({ field, nodes: [node] }: FieldPlace): ((execution: Execution) => Arguments) => {
  if (field.args.length === 0) return () => noArguments;
  const readAgain = ({ variables }: Execution): Arguments => getArgumentValues(field, node, variables);
  if (usesVariables(node)) return readAgain;
  try {
    const constant: Arguments = getArgumentValues(field, node);
    return Object.values(constant).some(isObjectLike) ? readAgain : () => ({ ...constant });
  } catch {
    // Those that do not fit are the fault of each execution.
    return readAgain;
  }
};

/** Asks an object for a property, as graphql-js does for a field without a resolver. */
const createPropertyReader = (place: FieldPlace, argumentsOf: (execution: Execution) => Arguments): ReadValue => {
  const { name } = place.field;
  return (object, path, execution) => {
    const given = argumentsOf(execution);
    const property: unknown = isObjectLike(object) ? Reflect.get(object, name) : undefined;
    return typeof property === 'function'
      ? Reflect.apply(property, object, [given, execution.context, infoAt(place, path, execution)])
      : property;
  };
};

/** Creates the reader of the values of a field. */
export const createValueReader = (place: FieldPlace): ReadValue => {
  const { field, parent } = place;
  const { resolve } = field;
  if (field === TypeNameMetaFieldDef) return () => parent.name;
  const argumentsOf = createArgumentReader(place);
  if (resolve === undefined) return createPropertyReader(place, argumentsOf);
  if (field.args.length === 0) {
    return (object, path, execution) => resolve(object, noArguments, execution.context, infoAt(place, path, execution));
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
  const named = asPromise(find(value, execution.context, infoAt(place, path, execution), type));
  return chain(named, (name) => {
    const found = typeof name === 'string' ? schema.getType(name) : undefined;
    if (!isObjectType(found) || !schema.isSubType(type, found)) {
      throw new Error(`A value of "${type.name}" is of the type "${String(name)}", which is none of its types.`);
    }
    return found;
  });
};

/** Asks a type that wants to know whether a value is one of its own. @throws when it is none */
export const checkType = (
  value: unknown,
  type: GraphQLObjectType,
  place: FieldPlace,
  path: ResponsePath,
  execution: Execution,
): MaybePromise<void> =>
  chain(asPromise(type.isTypeOf?.(value, execution.context, infoAt(place, path, execution))), (isOwn) => {
    if (!isOwn) throw new Error(`A value of "${place.parent.name}.${place.field.name}" is no "${type.name}".`);
  });
