/** Idempotency keys in the engine: claims the key of a mutation before it runs, and keeps its response. What a claim is: `idempotency.ts`. */
import type { ExecutionResult } from 'graphql';
import { z } from 'zod';
import { type JsonObject, isJsonObject } from '../../json/json-object.ts';
import { DescribedError } from '../errors/graphql-errors.ts';
import { keyedOperation, readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import type { Idempotency } from '../idempotency/idempotency.ts';
import type { FinishedWrite } from '../operation/write-claim.ts';
import { type Around, type Stage, isResult } from './engine.ts';

/** Header of a response that is that of an earlier request with the same key. */
export const replayedHeader = { 'Idempotency-Replayed': 'true' } as const;

/** A finished result as it is kept. The errors say no more that the same request may succeed, nor when: from now on it gets this response. */
const finishedWriteOf = ({ data, errors = [] }: ExecutionResult): FinishedWrite => {
  const kept = errors.map((error) => {
    const { http: _http, retryAfter: _retryAfter, ...extensions } = error.extensions;
    return { ...error.toJSON(), extensions: { ...extensions, retryable: false } };
  });
  return {
    text: JSON.stringify({ data, ...(kept.length === 0 ? {} : { errors: kept }) }),
    isUnknown: errors.some(({ extensions }) => extensions['code'] === 'RESULT_UNKNOWN'),
  };
};

const keptResult = z.object({
  // As it is: a copy would lose what a response key like `__proto__` holds.
  data: z.custom<JsonObject>(isJsonObject).nullish(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        locations: z.array(z.object({ line: z.number(), column: z.number() })).optional(),
        path: z.array(z.union([z.string(), z.number()])).optional(),
        extensions: z.record(z.string(), z.unknown()),
      }),
    )
    .optional(),
});

/** Reads a result that was kept, with the ids of the request that it was made for. */
const readKeptResult = (text: string): ExecutionResult => {
  const { data, errors } = keptResult.parse(JSON.parse(text));
  const described = errors?.map(
    ({ message, locations, path = null, extensions }) => new DescribedError(message, { path, extensions }, locations),
  );
  return {
    // In the order of the first response.
    ...(described === undefined ? {} : { errors: described }),
    ...(data === undefined ? {} : { data }),
    extensions: { http: { headers: replayedHeader } },
  };
};

/** What there is to record of a mutation that did not begin: a plugin answered while it waited for its key. */
const nothingDone: FinishedWrite = { text: '', isUnknown: false };

/** Creates the step that runs a mutation, or gives the response that is kept of it. */
export const onceForEachKey =
  (idempotency: Idempotency): Around =>
  (execute, { scope, params }) => {
    const key = scope.operation?.isMutation === true ? readIdempotencyKey(scope.idempotencyKey) : null;
    // A plugin may have an operation run again, under its claim.
    if (key === null || scope.claim !== null) return execute();
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
