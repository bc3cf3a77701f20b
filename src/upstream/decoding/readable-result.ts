/** Responses to writes whose result may be unreadable, because the request already says what was done. */
import type { BodyReader, Reply } from '../call/call.ts';
import { UnreadableResultError } from '../call/errors.ts';
import { checkNotRefused } from './refusal.ts';

/**
 * Reads the response to a write, which counts as done unless its body is a refusal.
 *
 * Assumption: R7.
 *
 * @returns null when the body cannot be read
 * @throws UpstreamRejectedError when the body is a refusal
 */
export const readIfReadable = <Result>(reply: Reply, reader: BodyReader<Result>): Result | null => {
  try {
    return reply.read((json, drift, text) => {
      checkNotRefused(json);
      return reader(json, drift, text);
    });
  } catch (error) {
    if (error instanceof UnreadableResultError) return null;
    throw error;
  }
};
