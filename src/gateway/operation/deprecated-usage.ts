/** Usage of deprecated parts of the schema by operations. */
import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  separateOperations,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { isJsonObject } from '../../json/json-object.ts';
import type { GivenVariables } from './graphql-request.ts';

/** Finds coordinates of what an operation asks for with its variables, each once. */
export type FindDeprecated = (variables: GivenVariables) => readonly string[];

/** Called with a coordinate, as the specification of GraphQL writes them: `Type.field`, `Type.field(argument:)`, `Enum.VALUE`, `@directive(argument:)`. */
type RecordCoordinate = (coordinate: string) => void;

interface Marked {
  readonly name: string;
  readonly deprecationReason?: string | null | undefined;
}

const recordMarked = (
  elements: Iterable<Marked>,
  coordinateOf: (name: string) => string,
  record: RecordCoordinate,
): void => {
  for (const { name, deprecationReason } of elements) if (deprecationReason != null) record(coordinateOf(name));
};

const recordType = (type: GraphQLNamedType, record: RecordCoordinate): void => {
  const inType = (name: string): string => `${type.name}.${name}`;
  if (isEnumType(type)) recordMarked(type.getValues(), inType, record);
  if (isInputObjectType(type)) recordMarked(Object.values(type.getFields()), inType, record);
  if (!isObjectType(type) && !isInterfaceType(type)) return;
  const fields = Object.values(type.getFields());
  recordMarked(fields, inType, record);
  for (const field of fields) recordMarked(field.args, (name) => `${inType(field.name)}(${name}:)`, record);
};

const known = new WeakMap<GraphQLSchema, readonly string[]>();

/** Every coordinate of a schema that is deprecated. */
export const deprecatedCoordinates = (schema: GraphQLSchema): readonly string[] => {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const coordinates: string[] = [];
  const record: RecordCoordinate = (coordinate) => void coordinates.push(coordinate);
  for (const type of Object.values(schema.getTypeMap())) if (!isIntrospectionType(type)) recordType(type, record);
  for (const { name, args } of schema.getDirectives()) recordMarked(args, (arg) => `@${name}(${arg}:)`, record);
  known.set(schema, coordinates);
  return coordinates;
};

/** The field that a selection means, in its type and in every type that this may turn out to be. */
const fieldsMeant = (
  schema: GraphQLSchema,
  parent: GraphQLNamedType | null | undefined,
  field: GraphQLField<unknown, unknown> | null | undefined,
): readonly (readonly [GraphQLNamedType, GraphQLField<unknown, unknown>])[] => {
  if (parent == null || field == null) return [];
  const others = isAbstractType(parent) ? schema.getPossibleTypes(parent) : [];
  return [
    [parent, field],
    ...others.flatMap((type) => {
      const same = type.getFields()[field.name];
      return same === undefined ? [] : [[type, same] as const];
    }),
  ];
};

/** Notes what stands in the text of an operation. */
const recordText = (schema: GraphQLSchema, document: DocumentNode, record: RecordCoordinate): void => {
  const info = new TypeInfo(schema);
  const meant = () => fieldsMeant(schema, info.getParentType(), info.getFieldDef());
  const recordArgument = ({ name }: GraphQLArgument): void => {
    const directive = info.getDirective();
    if (directive != null) {
      recordMarked(
        directive.args.filter((arg) => arg.name === name),
        () => `@${directive.name}(${name}:)`,
        record,
      );
      return;
    }
    for (const [type, field] of meant()) {
      const same = field.args.filter((arg) => arg.name === name);
      recordMarked(same, () => `${type.name}.${field.name}(${name}:)`, record);
    }
  };
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: () => {
        for (const [type, field] of meant()) recordMarked([field], (name) => `${type.name}.${name}`, record);
      },
      Argument: () => {
        const argument = info.getArgument();
        if (argument != null) recordArgument(argument);
      },
      ObjectField: (node) => {
        const type = getNamedType(info.getParentInputType());
        const field = isInputObjectType(type) ? type.getFields()[node.name.value] : undefined;
        if (type != null && field !== undefined) recordMarked([field], (name) => `${type.name}.${name}`, record);
      },
      EnumValue: () => {
        const [type, value] = [getNamedType(info.getInputType()), info.getEnumValue()];
        if (type != null && value != null) recordMarked([value], (name) => `${type.name}.${name}`, record);
      },
    }),
  );
};

/** Returns whether a value of a type can hold something deprecated. */
const canContain = (type: GraphQLNamedType, seen: Set<GraphQLNamedType> = new Set()): boolean => {
  if (seen.has(type)) return false;
  seen.add(type);
  let holds = false;
  recordType(type, () => {
    holds = true;
  });
  if (holds || !isInputObjectType(type)) return holds;
  return Object.values(type.getFields()).some((field) => canContain(getNamedType(field.type), seen));
};

/** Notes what stands in the value of a variable, which need not fit its type. */
const recordValue = (type: GraphQLInputType, value: unknown, record: RecordCoordinate): void => {
  if (isNonNullType(type)) return recordValue(type.ofType, value, record);
  if (isListType(type)) {
    for (const item of Array.isArray(value) ? value : [value]) recordValue(type.ofType, item, record);
    return;
  }
  const inType = (name: string): string => `${type.name}.${name}`;
  if (isEnumType(type))
    recordMarked(
      type.getValues().filter(({ name }) => name === value),
      inType,
      record,
    );
  if (!isInputObjectType(type) || !isJsonObject(value)) return;
  for (const field of Object.values(type.getFields())) {
    if (!Object.hasOwn(value, field.name)) continue;
    recordMarked([field], inType, record);
    recordValue(field.type, value[field.name], record);
  }
};

interface Holder {
  readonly name: string;
  readonly type: GraphQLInputType;
}

/** The variables whose values can hold something deprecated: of most operations none. */
const holdersOf = (schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode): readonly Holder[] =>
  variableDefinitions.flatMap(({ variable, type: node }) => {
    const type = typeFromAST(schema, node);
    return isInputType(type) && canContain(getNamedType(type)) ? [{ name: variable.name.value, type }] : [];
  });

/** Looks through an operation of a valid document, once. What is left to each run are variables that can hold something deprecated. */
export const findDeprecatedOf = (
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): FindDeprecated => {
  const inText = new Set<string>();
  if (deprecatedCoordinates(schema).length === 0) return () => [];
  const own = separateOperations(document)[definition.name?.value ?? ''];
  if (own !== undefined) recordText(schema, own, (coordinate) => void inText.add(coordinate));
  const always = [...inText];
  const holders = holdersOf(schema, definition);
  if (holders.length === 0) return () => always;
  return (variables) => {
    const found = new Set(always);
    for (const { name, type } of holders)
      recordValue(type, variables[name], (coordinate) => void found.add(coordinate));
    return [...found];
  };
};
