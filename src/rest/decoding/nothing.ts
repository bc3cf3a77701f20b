/** Responses about one thing that is asked for: nothing where there is none (assumption R7), and never another one (assumption R45). */
import type { Int64 } from '../../json/int64.ts';
import type { BodyReader, PublicCall } from '../call/call.ts';
import { UnreadableBodyError } from './unwrap.ts';

/** A body says that there is no such thing. */
export class NothingFoundError extends Error {
  override readonly name = 'NothingFoundError';
}

/**
 * Makes the reader of one thing that is asked for by id: where the service returns nothing, there is none.
 *
 * Assumption: R7. It is `not_found` then, as for a 404.
 */
export const oneOrNotFound =
  <Result>(reader: BodyReader<Result>): BodyReader<Result> =>
  (json, ...rest) => {
    if (json === null || json === undefined) throw new NothingFoundError();
    return reader(json, ...rest);
  };

/**
 * Makes the reader of one thing that is asked for by an id, which it has itself.
 *
 * Assumption: R45. A response about another one is none. One whose id cannot be read is taken to be about the one that was asked for.
 *
 * @param idOf the id in what was read; null where it cannot be read
 */
export const oneById = <Result>(
  id: Int64,
  reader: BodyReader<Result>,
  idOf: (result: Result) => string | null,
): BodyReader<Result> =>
  oneOrNotFound((...body) => {
    const result = reader(...body);
    const given = idOf(result);
    if (given !== null && given !== id) throw new UnreadableBodyError('thing that was asked for');
    return result;
  });

/**
 * Makes a call that finds nothing where the service returns nothing, as where it responds with 404.
 *
 * Assumption: R7.
 */
export const nothingIsNotFound =
  (call: PublicCall): PublicCall =>
  (name, inputs, reader) =>
    call(name, inputs, oneOrNotFound(reader));
