/** Idempotency keys: a mutation that is sent again with its key runs once, and each repeat gets the response of the first. */
import { finishedWriteOf, readKeptResult } from '../execution/kept-result.ts';
import { keyedOperation } from '../idempotency/fingerprint.ts';
import { readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import type { Idempotency } from '../idempotency/idempotency.ts';
import { isResult } from './result.ts';
import type { Around, Stage } from './stage.ts';

/** Creates the step that runs a mutation, or gives the response that is kept of it. */
export const onceForEachKey =
  (idempotency: Idempotency): Around =>
  (execute, { scope, params }) => {
    const key = scope.operation?.isMutation === true ? readIdempotencyKey(scope.idempotencyKey) : null;
    if (key === null) return execute();
    const claimed = idempotency.claim(scope, keyedOperation(key, params));
    return claimed.then((response) => (response === null ? execute() : readKeptResult(response)));
  };

/** Keeps the response of a mutation with a key. What it keeps is finished: it stands after what finishes results. */
export const keepResponses: Stage = {
  onResultProcess: ({ result, serverContext: { scope } }) =>
    isResult(result) ? scope.claim?.end(finishedWriteOf(result)) : undefined,
};
