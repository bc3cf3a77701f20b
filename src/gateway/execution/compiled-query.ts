/** Queries made ready to execute again and again. */
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  locatedError,
  type OperationDefinitionNode,
  OperationTypeNode,
  visit,
} from 'graphql';
import { fragmentsOf } from '../fragments.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import { compileSelection } from './compiled-selection.ts';
import { FieldErrors } from './field-errors.ts';

/** Executes a query. */
export type CompiledQuery = (
  args: Pick<ExecutionArgs, 'variableValues' | 'contextValue'>,
) => MaybePromise<ExecutionResult>;

/** As many as graphql-js reports of variables that do not fit. */
const MAX_VARIABLE_ERRORS = 50;

const noVariables = { coerced: Object.freeze({}), errors: undefined };

/** Which fields there are depends on variables, or a key is one that objects treat differently. */
const needsInterpreter = (document: DocumentNode): boolean => {
  let found = false;
  visit(document, {
    Directive: ({ name }) => {
      if (name.value === 'skip' || name.value === 'include') found = true;
    },
    Field: ({ alias }) => {
      if (alias?.value === '__proto__') found = true;
    },
  });
  return found;
};

/** Compiles a query of a valid document; null for what only graphql-js executes: changes, and selections that depend on variables. */
export const compileQuery = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): CompiledQuery | null => {
  const type = schema.getQueryType();
  if (operation.operation !== OperationTypeNode.QUERY || type == null || needsInterpreter(document)) return null;
  const fragments = fragmentsOf(document);
  const definitions = operation.variableDefinitions ?? [];
  const execute = compileSelection([operation.selectionSet], type, { schema, fragments, operation });

  return ({ variableValues, contextValue }) => {
    const variables =
      definitions.length === 0
        ? noVariables
        : getVariableValues(schema, definitions, variableValues ?? {}, { maxErrors: MAX_VARIABLE_ERRORS });
    if (variables.errors !== undefined) return { errors: variables.errors };
    const errors = new FieldErrors();
    const answer = (data: Record<string, unknown> | null): ExecutionResult =>
      errors.list.length === 0 ? { data } : { errors: errors.list, data };
    const fail = (cause: unknown): ExecutionResult => {
      errors.add(cause instanceof GraphQLError ? cause : locatedError(cause, undefined), undefined);
      return answer(null);
    };
    try {
      const data = execute(undefined, undefined, { context: contextValue, variables: variables.coerced, errors });
      return data instanceof Promise ? data.then(answer, fail) : answer(data);
    } catch (error) {
      return fail(error);
    }
  };
};
