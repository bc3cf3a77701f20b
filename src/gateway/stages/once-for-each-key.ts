/** Idempotency keys in the engine: claims the key of a mutation before it runs, and keeps its response. What a claim is: `idempotency.ts`. */
import { finishedWriteOf, readKeptResult } from '../execution/http-result.ts';
import { keyedOperation, readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import type { Idempotency } from '../idempotency/idempotency.ts';
import type { FinishedWrite } from '../operation/write-claim.ts';
import { type Around, type Stage, isResult } from './stage.ts';

/** What there is to record of a mutation that did not begin: a plugin answered while it waited for its key. */
const nothingDone: FinishedWrite = { text: '', isUnknown: false };

/** Creates the step that runs a mutation, or gives the response that is kept of it. */
export const onceForEachKey =
  (idempotency: Idempotency): Around =>
  (execute, { scope, params }) => {
    const key = scope.operation?.isMutation === true ? readIdempotencyKey(scope.idempotencyKey) : null;
    if (key === null) return execute();
    const claimed = idempotency.claim(scope, keyedOperation(key, params));
    return claimed.then((response) => {
      if (response !== null) return readKeptResult(response);
      if (!scope.isAnswered) return execute();
      void scope.claim?.end(nothingDone);
      return {};
    });
  };

/** Keeps the response of a mutation with a key. What it keeps is finished: it stands after what finishes results. */
export const keepResponses: Stage = {
  onResultProcess: ({ result, serverContext: { scope } }) => {
    scope.isAnswered = true;
    return isResult(result) ? scope.claim?.end(finishedWriteOf(result)) : undefined;
  },
};
