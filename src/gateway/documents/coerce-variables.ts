/** The variables of an operation, made into what its arguments take. */
import {
  coerceInputValue,
  type ExecutionArgs,
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromAST,
} from 'graphql';

const unfit = Symbol('unfit');

const stop = (): never => {
  throw unfit;
};

/**
 * Does what `getVariableValues` of graphql-js does, but ends at the first value that does not fit: that function prints the
 * whole variable into the message of each error, and 14,000 unknown fields would take 100 ms.
 *
 * @returns null when they do not fit
 */
export const coerceVariables = (
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  values: ExecutionArgs['variableValues'],
): Readonly<Record<string, unknown>> | null => {
  const coerced: Record<string, unknown> = {};
  for (const { variable, type: typeNode, defaultValue } of definitions) {
    const name = variable.name.value;
    const type = typeFromAST(schema, typeNode);
    if (!isInputType(type)) return null;
    if (values == null || !Object.hasOwn(values, name)) {
      if (defaultValue !== undefined) coerced[name] = valueFromAST(defaultValue, type);
      else if (isNonNullType(type)) return null;
      continue;
    }
    try {
      coerced[name] = coerceInputValue(values[name], type, stop, true);
    } catch (error) {
      if (error === unfit) return null;
      throw error;
    }
  }
  return coerced;
};
