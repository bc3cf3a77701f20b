/** Responses that say there is nothing: 204, a body without content, and `null` (ruling R7). */
import { type EndpointName, operationOf } from '../../contract/endpoints.ts';
import type { BodyReader, PublicCall } from '../call/call.ts';
import { UpstreamNotFoundError } from '../call/errors.ts';

/**
 * Makes the reader of one thing that is asked for by id: where the service returns nothing, there is none.
 *
 * Assumption: R7. It throws UpstreamNotFoundError then, as for a 404.
 */
export const oneOrNotFound =
  <Result>(name: EndpointName, reader: BodyReader<Result>): BodyReader<Result> =>
  (json, drift, text) => {
    if (json === null || json === undefined) throw new UpstreamNotFoundError({ operation: operationOf(name) });
    return reader(json, drift, text);
  };

/**
 * Makes a call that finds nothing where the service returns nothing, as where it responds with 404.
 *
 * Assumption: R7.
 */
export const nothingIsNotFound =
  (call: PublicCall): PublicCall =>
  async (name, inputs) => {
    const reply = await call(name, inputs);
    return { read: (reader) => reply.read(oneOrNotFound(name, reader)) };
  };
