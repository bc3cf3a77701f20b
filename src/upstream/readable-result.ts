/** Answers of writes whose requests alone tell what was done. */
import type { Answer, BodyReader } from './call.ts';
import { UnreadableResultError } from './errors.ts';

/**
 * Reads the answer of a write that was made whatever its body says.
 *
 * Assumption: R7.
 *
 * @returns null when the body cannot be read
 */
export const readIfReadable = <Result>(answer: Answer, reader: BodyReader<Result>): Result | null => {
  try {
    return answer.read(reader);
  } catch (error) {
    if (error instanceof UnreadableResultError) return null;
    throw error;
  }
};
