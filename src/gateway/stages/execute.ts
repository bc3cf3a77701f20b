/** The compiled executor, in the place of the `execute` of graphql-js. */
import { createOperationExecutor } from '../execution/compiler/execute-operation.ts';
import type { ResponseLimits } from '../execution/compiler/response-size.ts';
import { aroundExecution, type Stage } from './stage.ts';

/** Creates the stage. */
export const execute = (limits: ResponseLimits): Stage => {
  const run = createOperationExecutor(limits);
  return aroundExecution((_otherwise, { scope }, args) => run(args, scope.claim?.recordField ?? null));
};
