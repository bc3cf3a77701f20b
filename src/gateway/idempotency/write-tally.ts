/** Counts what became of the calls of a mutation that may have changed something. */
import { OperationCancelledError, ResultUnknownError, UpstreamError } from '../../upstream/call/errors.ts';

/** Whether a failed call has certainly changed nothing: it was never sent, or the service refused it. */
const changedNothing = (error: unknown, isCutOff: () => boolean): boolean => {
  if (!(error instanceof UpstreamError)) return isCutOff();
  if (error instanceof ResultUnknownError) return false;
  if (error instanceof OperationCancelledError) return !error.sent;
  if (error.status !== null) return error.status >= 400 && error.status < 500;
  // Without a status: what may be sent again without harm was not made, or does no harm when it is made twice.
  return error.retryable || error.reason === 'TOKEN_MISSING';
};

/** Calls of one mutation. */
export class WriteTally {
  #changes = 0;

  /** Whether one of them may have changed something; one that is under way may have. */
  get mayHaveChanged(): boolean {
    return this.#changes > 0;
  }

  /**
   * Follows a call.
   *
   * @param isCutOff whether it sends a file that did not come to its end, so that the service has a part of it at most
   */
  async follow<Result>(call: Promise<Result>, isCutOff: () => boolean): Promise<Result> {
    this.#changes += 1;
    try {
      return await call;
    } catch (error) {
      if (changedNothing(error, isCutOff)) this.#changes -= 1;
      throw error;
    }
  }
}
