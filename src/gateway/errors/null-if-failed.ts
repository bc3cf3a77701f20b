/** One thing that cannot be read is missing alone (ruling R50). */
import { OperationCancelledError, UpstreamError, UpstreamUnauthenticatedError } from '../../upstream/call/errors.ts';

/** Null in the place of what a call failed to read. @throws what ends the operation, and a refused token, which says something of all */
export const nullIfFailed = (error: unknown): null => {
  if (!(error instanceof UpstreamError)) throw error;
  if (error instanceof OperationCancelledError || error instanceof UpstreamUnauthenticatedError) throw error;
  return null;
};
