/** The compiled executor, in the place of the `execute` of graphql-js. */
import { createLoopTurns } from '../../concurrency/loop-turns.ts';
import { OBJECTS_PER_CALL, type RequestLimits } from '../admission/request-rates.ts';
import { createOperationExecutor } from '../execution/compiler/execute-operation.ts';
import type { ResponseLimits } from '../execution/compiler/response-size.ts';
import type { Around } from './stage.ts';

/** Creates the step. Objects of a response are paid like calls, and of large responses one is begun in each turn of the event loop. */
export const execute = (limits: ResponseLimits, countCalls: RequestLimits['countCalls']): Around => {
  const run = createOperationExecutor(limits);
  const inTurn = createLoopTurns();
  return (_otherwise, { scope }, args) => {
    const begin = () => run(args, scope.claim?.recordField ?? null);
    const calls = Math.floor(scope.plannedObjects / OBJECTS_PER_CALL);
    if (calls === 0) return begin();
    const refusal = countCalls(scope.client, calls);
    return refusal === null ? new Promise<void>(inTurn).then(begin) : { errors: [refusal] };
  };
};
