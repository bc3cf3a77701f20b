/** Results of operations as plugins may give them. */
import type { WritableResult } from '../execution/shared-list-json.ts';

/** Returns whether a result is one response, and neither a batch nor a stream of them. */
export const isResult = (result: object): result is WritableResult =>
  !Array.isArray(result) && !(Symbol.asyncIterator in result);
