/** Results of mutations with an idempotency key: kept when they are finished, and read again for a repeat. */
import type { ExecutionResult } from 'graphql';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../json/json-object.ts';
import type { FinishedWrite } from '../operation/write-claim.ts';
import { DescribedError } from './finish-result.ts';

/** Header of a response that is that of an earlier request with the same key. */
export const replayedHeader = { 'Idempotency-Replayed': 'true' } as const;

/** A finished result as it is kept. The errors say no more that the same request may succeed, nor when: from now on it gets this response. */
export const finishedWriteOf = ({ data, errors = [] }: ExecutionResult): FinishedWrite => {
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
export const readKeptResult = (text: string): ExecutionResult => {
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
