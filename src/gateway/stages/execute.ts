/** The compiled executor, in the place of the `execute` of graphql-js. */
import type { ExecutionResult } from 'graphql';
import { chain } from '../../concurrency/maybe-promise.ts';
import { createOperationExecutor } from '../execution/compiler/execute-operation.ts';
import type { ResponseLimits } from '../execution/compiler/response-size.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import { aroundExecution, type Stage } from './stage.ts';

/** Records the calls of a run, by which the next one is scheduled. */
const recordCalls = ({ operation, callsMade, scheduled }: OperationScope): void => {
  operation?.recordCalls(callsMade);
  // Of a run that needed nothing of that part no spread is known: without one the operation would never wait again.
  if (operation !== null && scheduled !== null && scheduled.made.size > 0) operation.lastCalls = scheduled.made;
};

/** Creates the stage. */
export const execute = (limits: ResponseLimits): Stage => {
  const run = createOperationExecutor(limits);
  return aroundExecution((_otherwise, { scope }, args) =>
    chain(run(args, scope.claim?.recordField ?? null), (result: ExecutionResult) => {
      // One that failed may have ended before its time.
      if (result.errors === undefined) recordCalls(scope);
      return result;
    }),
  );
};
