/** The compiled executor, in the place of the `execute` of graphql-js. */
import { createOperationExecutor } from '../execution/compiler/execute-operation.ts';
import type { ResponseLimits } from '../execution/compiler/response-size.ts';
import type { Around } from './stage.ts';

/** Creates the step. */
export const execute = (limits: ResponseLimits): Around => {
  const run = createOperationExecutor(limits);
  return (_otherwise, { scope }, args) => run(args, scope.claim?.recordField ?? null);
};
