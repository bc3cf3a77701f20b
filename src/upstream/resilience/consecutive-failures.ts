/** Failures in a row: the sign of an outage at any rate of calls. */

/** A run of failures. All of it is 0 when the last failure is long ago. */
export type ConsecutiveFailures = ReturnType<typeof createConsecutiveFailures>;

/**
 * Creates a run.
 *
 * @param memoryMs how long after its last failure a run is forgotten
 * @param now a clock in milliseconds that never goes back
 */
export const createConsecutiveFailures = (memoryMs: number, now: () => number) => {
  const sinceResponse = { length: 0, firstAt: 0 };
  const sinceSent = { length: 0, firstAt: 0 };
  let lastAt = 0;
  /** Costs no look at the clock while all is well. */
  const isRemembered = (): boolean => sinceSent.length > 0 && now() - lastAt < memoryMs;
  return {
    /** Failures since the last response. */
    get length(): number {
      return isRemembered() ? sinceResponse.length : 0;
    },
    /** Milliseconds since the first of those. */
    get ageMs(): number {
      return isRemembered() && sinceResponse.length > 0 ? now() - sinceResponse.firstAt : 0;
    },
    /**
     * Failures since the last response to a call that was sent after the first of them: when a service goes down, it may still respond to
     * what it had before.
     */
    get lengthSinceSent(): number {
      return isRemembered() ? sinceSent.length : 0;
    },
    /** Counts a failure. */
    addFailure: (): void => {
      const isNew = !isRemembered();
      lastAt = now();
      for (const run of [sinceResponse, sinceSent]) {
        if (isNew) run.length = 0;
        if (run.length === 0) run.firstAt = lastAt;
        run.length += 1;
      }
    },
    /** Ends the run. @param sentAt when the call that got a response was sent */
    addResponse: (sentAt: number): void => {
      sinceResponse.length = 0;
      if (sentAt >= sinceSent.firstAt) sinceSent.length = 0;
    },
  };
};
