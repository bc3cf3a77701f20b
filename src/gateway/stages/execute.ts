/** The compiled executor, in the place of the `execute` of graphql-js. */
import { createLoopTurns } from '../../concurrency/loop-turns.ts';
import { OBJECTS_PER_CALL, type RequestLimits } from '../admission/request-rates.ts';
import { createOperationExecutor } from '../execution/compiler/execute-operation.ts';
import { type ResponseLimits, ResponseSize } from '../execution/compiler/response-size.ts';
import type { Around } from './stage.ts';

/**
 * Creates the step. Objects of a response that were not planned are paid like calls as they are made, but not after a change. Of responses that
 * are large, or may be, one is begun in each turn of the event loop.
 */
export const execute = (limits: ResponseLimits, countCalls: RequestLimits['countCalls']): Around => {
  const run = createOperationExecutor();
  const inTurn = createLoopTurns();
  return (_otherwise, { scope }, args) => {
    const prepaid = Math.floor(scope.estimate.objects / OBJECTS_PER_CALL);
    const payCall = () => (scope.operation?.isMutation === true ? null : countCalls(scope.client, 1));
    const begin = () => run(args, new ResponseSize(limits, prepaid, payCall), scope.claim?.recordField ?? null);
    return prepaid === 0 && scope.estimate.isWhole ? begin() : new Promise<void>(inTurn).then(begin);
  };
};
