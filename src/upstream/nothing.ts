/** Answers that say there is nothing: 204, a body without content, and `null` (ruling R7). */
import { operationOf } from '../contract/endpoints.ts';
import type { PublicCall } from './call.ts';
import { UpstreamNotFoundError } from './errors.ts';

/**
 * A call whose answer is not found where the service answers with nothing, as it is where the service answers 404.
 *
 * Assumption: R7.
 */
export const nothingIsNotFound =
  (call: PublicCall): PublicCall =>
  async (name, inputs) => {
    const answer = await call(name, inputs);
    return {
      read: (reader) =>
        answer.read((json, drift, text) => {
          if (json === null || json === undefined) throw new UpstreamNotFoundError({ operation: operationOf(name) });
          return reader(json, drift, text);
        }),
    };
  };
