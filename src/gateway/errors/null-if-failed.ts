/** One thing that cannot be read is missing alone (ruling R50). */
import { failureIn, isCancelled } from '../../upstream/call/failure.ts';

/** Null in the place of what a call failed to read. @throws what ends the operation, and a refused token, which says something of all */
export const nullIfFailed = (error: unknown): null => {
  const failure = failureIn(error);
  if (failure === null || failure.code === 'UNAUTHENTICATED' || isCancelled(failure)) throw error;
  return null;
};
