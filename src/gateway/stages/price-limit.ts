/** The price limit: what an operation may cause is known, and refused, before anything of it runs. */
import type { ExecutionArgs, ExecutionResult, GraphQLError } from 'graphql';
import { fieldsWithFile } from '../documents/file-uses.ts';
import { fileUsedTwice } from '../errors/graphql-errors.ts';
import { type PlanCheckOptions, createPlanCheck } from '../execution/check-plan.ts';
import { variableErrors } from '../execution/variable-errors.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import { IncomingPhoto } from '../uploads/incoming-photo.ts';
import type { Documents } from './documents.ts';
import type { Stage } from './stage.ts';

/** Options of the stage. */
export interface PriceLimitOptions extends PlanCheckOptions {
  readonly operationOf: Documents['operationOf'];
  /** True if errors name nothing of the schema that the caller did not. */
  readonly hidesSchema: boolean;
}

/** Creates the stage. It stands after all that may put another document or other variables in the place of those of the request. */
export const priceLimit = ({ operationOf, hidesSchema, ...options }: PriceLimitOptions): Stage => {
  const checkPlan = createPlanCheck(options);

  const problemsOf = (execution: ExecutionArgs, scope: OperationScope): readonly GraphQLError[] => {
    const operation = operationOf(execution);
    scope.operation = operation;
    scope.execution = execution;
    scope.client.readToken();
    const withFile = scope.bringsFile ? fieldsWithFile(execution, (value) => value instanceof IncomingPhoto) : [];
    if (withFile.length > 1) return [fileUsedTwice(withFile)];
    const problem = checkPlan(operation, execution, scope);
    if (problem !== null) return [problem];
    return scope.plan === null ? variableErrors(execution, hidesSchema) : [];
  };

  return {
    onExecute: ({ args, context: { scope }, setResultAndStopExecution }) => {
      const { schema, document, operationName, variableValues }: ExecutionArgs = args;
      const execution = {
        schema,
        document,
        operationName: operationName ?? null,
        variableValues: variableValues ?? {},
      };
      const errors = problemsOf(execution, scope);
      const refused: ExecutionResult = { errors };
      const priced: ExecutionResult = { data: null };
      if (errors.length > 0) setResultAndStopExecution(refused);
      else if (scope.trace?.isPlanOnly === true) setResultAndStopExecution(priced);
    },
  };
};
