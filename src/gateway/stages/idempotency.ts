/** Idempotency keys: a mutation that is sent again with its key runs once, and each repeat gets the response of the first. */
import { finishedWriteOf, readKeptResult } from '../execution/kept-result.ts';
import { keyedOperation } from '../idempotency/fingerprint.ts';
import { readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import type { Idempotency } from '../idempotency/idempotency.ts';
import { isResult } from './result.ts';
import { aroundExecution, type Stage } from './stage.ts';

/** Creates the stage. What it keeps is finished: it stands after what finishes results. */
export const idempotencyKeys = (idempotency: Idempotency): Stage => ({
  ...aroundExecution((execute, { scope, params }) => {
    const key = scope.operation?.isMutation === true ? readIdempotencyKey(scope.idempotencyKey) : null;
    if (key === null) return execute();
    const claimed = idempotency.claim(scope, keyedOperation(key, params));
    return claimed.then((response) => (response === null ? execute() : readKeptResult(response)));
  }),
  onResultProcess: ({ result, serverContext: { scope } }) =>
    isResult(result) ? scope.claim?.end(finishedWriteOf(result)) : undefined,
});
