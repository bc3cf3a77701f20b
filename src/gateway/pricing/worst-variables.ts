/** Values for the variables of an operation when nobody says what they are: those that make it cost most. */
import {
  GraphQLBoolean,
  type GraphQLInputType,
  GraphQLInt,
  type GraphQLLeafType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { MAX_PAGE_SIZE } from '../../upstream/endpoints/max-page-size.ts';
import { IncomingPhoto } from '../uploads/incoming-photo.ts';

/** Values of variables by name. */
type Variables = Readonly<Record<string, unknown>>;

/** More switches than this are not tried in all combinations. */
const MAX_SWITCHES = 6;

/** Entries of a list: as many as `nodes` takes. Longer input lists cost no more than what is over any limit already. */
const LIST_LENGTH = 50;

const someFile = new IncomingPhoto(false, () => {});

const worstValue = (type: GraphQLInputType, name: string): unknown => {
  if (isNonNullType(type)) return worstValue(type.ofType, name);
  if (isListType(type)) return Array.from({ length: LIST_LENGTH }, (_, at) => worstValue(type.ofType, `${name}${at}`));
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter(isRequiredInputField)
        .map((field) => [field.name, worstValue(field.type, `${name}.${field.name}`)]),
    );
  }
  if (type === GraphQLInt) return MAX_PAGE_SIZE;
  // An id of the costliest type; for texts it is as good as any. Other scalars take a number, an instant, or a file.
  return [`Listing:${name}`, 1, '2025-01-01T00:00:00Z', someFile].find((value) => isAccepted(type, value));
};

const isAccepted = (type: GraphQLLeafType, value: unknown): boolean => {
  try {
    return type.parseValue(value) !== undefined;
  } catch {
    return false;
  }
};

const isSwitch = (type: GraphQLInputType): boolean => (isNonNullType(type) ? type.ofType : type) === GraphQLBoolean;

/**
 * Variables that make an operation cost most, several sets where it has switches for `@skip` and `@include`.
 *
 * @param given values that are known
 */
export const worstVariables = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Variables,
): readonly Variables[] => {
  const fixed: Record<string, unknown> = { ...given };
  const switches: string[] = [];
  for (const { variable, type: typeNode } of variableDefinitions) {
    const name = variable.name.value;
    const type = typeFromAST(schema, typeNode);
    if (Object.hasOwn(given, name) || !isInputType(type)) continue;
    if (isSwitch(type) && switches.length < MAX_SWITCHES) switches.push(name);
    else fixed[name] = isSwitch(type) ? true : worstValue(type, name);
  }
  return Array.from({ length: 2 ** switches.length }, (_, combination) => ({
    ...fixed,
    ...Object.fromEntries(switches.map((name, at) => [name, ((combination >> at) & 1) === 1])),
  }));
};
