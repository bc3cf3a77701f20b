/** Which fields of a mutation are given the file of a request. */
import { type ExecutionArgs, getOperationAST, Kind, type ValueNode } from 'graphql';
import { coerceVariables } from './coerce-variables.ts';
import { collectFields, fragmentsOf, isSelected } from './selections.ts';

const usesOneOf = (names: ReadonlySet<string>, value: ValueNode): boolean => {
  if (value.kind === Kind.VARIABLE) return names.has(value.name.value);
  if (value.kind === Kind.LIST) return value.values.some((item) => usesOneOf(names, item));
  return value.kind === Kind.OBJECT && value.fields.some((field) => usesOneOf(names, field.value));
};

/**
 * Finds the fields of a mutation that are given a variable with a file, by their keys in the response.
 *
 * @param isFile tells the file among the values of variables
 */
export const fieldsWithFile = (
  { schema, document, operationName, variableValues }: ExecutionArgs,
  isFile: (value: unknown) => boolean,
): readonly string[] => {
  const operation = getOperationAST(document, operationName);
  const type = schema.getMutationType();
  if (operation == null || type == null) return [];
  const given = variableValues ?? {};
  const holdsFile = (value: unknown): boolean =>
    isFile(value) || (typeof value === 'object' && value !== null && Object.values(value).some(holdsFile));
  const names = new Set(Object.keys(given).filter((name) => holdsFile(given[name])));
  const coerced = coerceVariables(schema, operation.variableDefinitions ?? [], given);
  // Variables that cannot be read run nothing.
  if (coerced === null) return [];
  const fields = collectFields([operation.selectionSet], type, { schema, fragments: fragmentsOf(document) }, (node) =>
    isSelected(node, coerced),
  );
  return [...fields].flatMap(([key, [field]]) =>
    field.arguments?.some(({ value }) => usesOneOf(names, value)) === true ? [key] : [],
  );
};
