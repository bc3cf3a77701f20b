/** An operation of a document, with what can be known of it before it runs, as what of the schema it uses is deprecated. */
import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
  TypeInfo,
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
  separateOperations,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { isJsonObject } from '../../json/json-object.ts';

type GivenVariables = Readonly<Record<string, unknown>>;

/** Finds coordinates of what an operation asks for with its variables, each once. */
export type FindDeprecated = (variables: GivenVariables) => readonly string[];

/** Called with a coordinate, as the specification of GraphQL writes them: `Type.field`, `Type.field(argument:)`, `Enum.VALUE`, `@directive(argument:)`. */
type RecordCoordinate = (coordinate: string) => void;

interface Element {
  readonly name: string;
  readonly deprecationReason?: string | null | undefined;
}

const deprecatedIn = (elements: readonly Element[], coordinateOf: (name: string) => string): readonly string[] =>
  elements.flatMap(({ name, deprecationReason }) => (deprecationReason == null ? [] : [coordinateOf(name)]));

const deprecatedInType = (type: GraphQLNamedType): readonly string[] => {
  const inType = (name: string): string => `${type.name}.${name}`;
  if (isEnumType(type)) return deprecatedIn(type.getValues(), inType);
  if (isInputObjectType(type)) return deprecatedIn(Object.values(type.getFields()), inType);
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  const fields = Object.values(type.getFields());
  const inArguments = fields.flatMap(({ name, args }) => deprecatedIn(args, (arg) => `${inType(name)}(${arg}:)`));
  return [...deprecatedIn(fields, inType), ...inArguments];
};

const known = new WeakMap<GraphQLSchema, ReadonlySet<string>>();

/** Every coordinate of a schema that is deprecated. */
export const deprecatedCoordinates = (schema: GraphQLSchema): ReadonlySet<string> => {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
  const coordinates = new Set([
    ...types.flatMap(deprecatedInType),
    ...schema.getDirectives().flatMap(({ name, args }) => deprecatedIn(args, (arg) => `@${name}(${arg}:)`)),
  ]);
  known.set(schema, coordinates);
  return coordinates;
};

/** Records what stands in the text of an operation: a field of an interface is one of every type that this may turn out to be. */
const recordText = (schema: GraphQLSchema, document: DocumentNode, record: RecordCoordinate): void => {
  const info = new TypeInfo(schema);
  const recordInParents = (coordinate: string): void => {
    const parent = info.getParentType();
    const others = isAbstractType(parent) ? schema.getPossibleTypes(parent) : [];
    for (const type of [parent, ...others]) record(`${type?.name}.${coordinate}`);
  };
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: ({ name }) => recordInParents(name.value),
      Argument: ({ name }) => {
        const directive = info.getDirective();
        if (directive == null) recordInParents(`${info.getFieldDef()?.name}(${name.value}:)`);
        else record(`@${directive.name}(${name.value}:)`);
      },
      ObjectField: ({ name }) => record(`${getNamedType(info.getParentInputType())?.name}.${name.value}`),
      EnumValue: ({ value }) => record(`${getNamedType(info.getInputType())?.name}.${value}`),
    }),
  );
};

/** Returns whether a value of a type can hold something deprecated. */
const canContain = (type: GraphQLNamedType, seen: Set<GraphQLNamedType> = new Set()): boolean => {
  if (seen.has(type)) return false;
  seen.add(type);
  if (deprecatedInType(type).length > 0) return true;
  return (
    isInputObjectType(type) &&
    Object.values(type.getFields()).some((field) => canContain(getNamedType(field.type), seen))
  );
};

/** Records what stands in the value of a variable, which need not fit its type. */
const recordValue = (type: GraphQLInputType, value: unknown, record: RecordCoordinate): void => {
  if (isNonNullType(type)) return recordValue(type.ofType, value, record);
  if (isListType(type)) {
    for (const item of Array.isArray(value) ? value : [value]) recordValue(type.ofType, item, record);
    return;
  }
  if (isEnumType(type) && typeof value === 'string') record(`${type.name}.${value}`);
  if (!isInputObjectType(type) || !isJsonObject(value)) return;
  for (const field of Object.values(type.getFields())) {
    if (!Object.hasOwn(value, field.name)) continue;
    record(`${type.name}.${field.name}`);
    recordValue(field.type, value[field.name], record);
  }
};

/** Looks through an operation of a valid document, once. What is left to each run are variables that can hold something deprecated: of most operations none. */
export const findDeprecatedOf = (
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): FindDeprecated => {
  const deprecated = deprecatedCoordinates(schema);
  if (deprecated.size === 0) return () => [];
  const recordIn =
    (found: Set<string>): RecordCoordinate =>
    (coordinate) => {
      if (deprecated.has(coordinate)) found.add(coordinate);
    };
  const inText = new Set<string>();
  const own = separateOperations(document)[definition.name?.value ?? ''];
  if (own !== undefined) recordText(schema, own, recordIn(inText));
  const always = [...inText];
  const holders = (definition.variableDefinitions ?? []).flatMap(({ variable, type: node }) => {
    const type = typeFromAST(schema, node);
    return isInputType(type) && canContain(getNamedType(type)) ? [{ name: variable.name.value, type }] : [];
  });
  if (holders.length === 0) return () => always;
  return (variables) => {
    const found = new Set(always);
    for (const { name, type } of holders) {
      if (Object.hasOwn(variables, name)) recordValue(type, variables[name], recordIn(found));
    }
    return [...found];
  };
};

/** An operation that may run. */
export interface PreparedOperation {
  /** Null for an operation without a name. */
  readonly name: string | null;
  readonly isMutation: boolean;
  /** Tells it from every other operation that was prepared in this process. */
  readonly key: string;
  /** Those of some variables that it declares, in its order: it knows no others. */
  declaredOf(variables: GivenVariables): GivenVariables;
  /** Coordinates of what it asks for with these variables and the schema marks as deprecated, each once. */
  deprecatedIn(variables: GivenVariables): readonly string[];
}

let numberOfLast = 0;

/** Prepares an operation of a valid document. */
export const createPreparedOperation = (
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): PreparedOperation => {
  let findDeprecated: FindDeprecated | null = null;
  const declared = (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  numberOfLast += 1;
  return {
    name: definition.name?.value ?? null,
    isMutation: definition.operation === OperationTypeNode.MUTATION,
    key: String(numberOfLast),
    declaredOf: (variables) =>
      Object.fromEntries(
        declared.filter((name) => Object.hasOwn(variables, name)).map((name) => [name, variables[name]]),
      ),
    deprecatedIn: (variables) => {
      findDeprecated ??= findDeprecatedOf(schema, document, definition);
      return findDeprecated(variables);
    },
  };
};
