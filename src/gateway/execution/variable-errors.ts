/** Errors of the variables of an operation, reported without their values: one of them may be a password. */
import {
  coerceInputValue,
  type ExecutionArgs,
  GraphQLError,
  type GraphQLInputType,
  getNullableType,
  getOperationAST,
  isInputObjectType,
  isInputType,
  isLeafType,
  isListType,
  isNonNullType,
  isSpecifiedScalarType,
  print,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { badUserInput } from '../errors/graphql-errors.ts';

type Key = string | number;

/** Maximum of reported errors: variables may hold many thousand values, and each error costs what a small operation does. */
const MAX_PROBLEMS = 10;
const enough = Symbol('enough');

/** The type at a place within a variable. A value in the place of a list is its only item, and adds nothing to the path. */
const typeAt = (type: GraphQLInputType, path: readonly Key[]): GraphQLInputType => {
  const nullable = getNullableType(type);
  const [key, ...rest] = path;
  if (isListType(nullable)) return typeAt(nullable.ofType, typeof key === 'number' ? rest : path);
  const field = isInputObjectType(nullable) && typeof key === 'string' ? nullable.getFields()[key] : undefined;
  return field === undefined ? nullable : typeAt(field.type, rest);
};

/** Why a value is not acceptable. What graphql-js says of a scalar or an enum ends with the value, and what a scalar of ours says does not. */
const reasonOf = (type: GraphQLInputType, value: unknown, { message, extensions }: GraphQLError): string => {
  if (value === null || value === undefined || !isLeafType(type)) return message;
  const isOurs = extensions['code'] === 'BAD_USER_INPUT';
  if (isSpecifiedScalarType(type) && !isOurs) return `${message.slice(0, message.indexOf(':'))}.`;
  return isOurs ? message : `Expected type "${type.name}".`;
};

const placeOf = (name: string, path: readonly Key[]): string =>
  path.length === 0
    ? ''
    : ` at "${name}${path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')}"`;

/** Reports what is wrong with one variable, in messages. */
const findProblems = (
  { schema, variableValues }: ExecutionArgs,
  { variable, type: typeNode, defaultValue }: VariableDefinitionNode,
  hidesSchema: boolean,
  report: (message: string) => void,
): void => {
  const name = variable.name.value;
  const type = typeFromAST(schema, typeNode);
  if (!isInputType(type)) return;
  const values = variableValues ?? {};
  const isGiven = Object.hasOwn(values, name);
  if (isNonNullType(type) && (isGiven ? values[name] === null : defaultValue === undefined)) {
    report(`Variable "$${name}" of type "${print(typeNode)}" ${isGiven ? 'must not be null' : 'was not provided'}.`);
  } else if (isGiven) {
    coerceInputValue(
      values[name],
      type,
      (path, value, error) => {
        const said = `Variable "$${name}" got a value that is not acceptable${placeOf(name, path)}`;
        report(hidesSchema ? `${said}.` : `${said}: ${reasonOf(typeAt(type, path), value, error)}`);
      },
      hidesSchema,
    );
  }
};

/**
 * Says what is wrong with the variables that do not fit: which of them, and where in it, as the caller named that.
 *
 * @param hidesSchema whether messages name nothing of the schema that the caller did not
 */
export const variableErrors = (execution: ExecutionArgs, hidesSchema: boolean): readonly GraphQLError[] => {
  const { document, operationName } = execution;
  const errors: GraphQLError[] = [];
  try {
    for (const node of getOperationAST(document, operationName)?.variableDefinitions ?? []) {
      findProblems(execution, node, hidesSchema, (message) => {
        const { extensions } = badUserInput(message, { status: 400, spec: true });
        if (errors.push(new GraphQLError(message, { nodes: node, extensions })) === MAX_PROBLEMS) throw enough;
      });
    }
  } catch (error) {
    if (error !== enough) throw error;
  }
  return errors;
};
