/** The compiled executor, in the place of the `execute` of graphql-js. */
import { chain, type MaybePromise } from '../../concurrency/maybe-promise.ts';
import { createOperationExecutor } from '../execution/compiler/execute-operation.ts';
import type { WritableResult } from '../execution/shared-list-json.ts';
import { createWrittenLists } from '../execution/written-lists.ts';
import type { LargeResponses } from '../operation/large-responses.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import type { PreparedOperation } from '../operation/prepared-operation.ts';
import { type ResponseLimits, ResponseSize } from '../operation/response-size.ts';
import { createTimeSlices } from '../operation/time-slices.ts';
import { aroundExecution, type Stage } from './stage.ts';

/** Options of the stage. */
export interface ExecuteOptions {
  readonly responseLimits: ResponseLimits;
  readonly largeResponses: readonly LargeResponses[];
}

/** Records the calls of a run, by which the next one is scheduled. */
const recordCalls = (operation: PreparedOperation, { callsMade, scheduled }: OperationScope): void => {
  operation.recordCalls(callsMade);
  // Of a run that needed nothing of that part no spread is known: without one the operation would never wait again.
  if (scheduled !== null && scheduled.made.size > 0) operation.lastCalls = scheduled.made;
};

/** Creates the stage. */
export const execute = ({ responseLimits, largeResponses }: ExecuteOptions): Stage => {
  const readWrittenLists = createWrittenLists();
  const run = createOperationExecutor();
  const slices = createTimeSlices();
  return aroundExecution((_otherwise, context, args): MaybePromise<WritableResult> => {
    const { scope } = context;
    const { operation, signal, claim } = scope;
    if (operation === null) throw new Error('An operation was not prepared.');
    const size = new ResponseSize(responseLimits, slices, { stages: largeResponses, ending: signal });
    scope.size = size;
    const listed = readWrittenLists(operation, args, context, size);
    const executing = chain(size.awaitPlace(), () => run(listed.execution, size, claim?.recordField ?? null));
    return chain(executing, (result) => {
      // One that failed may have ended before its time.
      if (result.errors === undefined) recordCalls(operation, scope);
      return listed.finish(result);
    });
  });
};
