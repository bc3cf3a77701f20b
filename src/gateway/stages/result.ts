/** Results of operations as plugins may give them. */
import type { ExecutionResult } from 'graphql';

/** Returns whether a result is one response, and neither a batch nor a stream of them. */
export const isResult = (result: object): result is ExecutionResult =>
  !Array.isArray(result) && !(Symbol.asyncIterator in result);
