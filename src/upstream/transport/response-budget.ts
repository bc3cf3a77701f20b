/** Budget of the bytes of responses that a process holds, from their first byte until they are read: all calls together. */

/** Responses up to this size are never given up: as many of them as there are connections are a few megabytes. */
const SMALL_RESPONSE_BYTES = 64 * 1024;

/** Bytes that are held of one response. */
export interface BufferedBytes {
  /** Counts bytes more. False when the response is given up, now or before. */
  add(bytes: number): boolean;
  /** Counts it no more. Later calls do nothing. */
  release(): void;
}

/** Bytes that all responses together may take up. */
export type ResponseBudget = ReturnType<typeof createResponseBudget>;

/** Bytes that are not counted: their number is bounded in another way. */
export const uncounted: BufferedBytes = { add: () => true, release: () => {} };

/**
 * Creates a budget. Over it the largest responses are given up, so that those of usual size come through whatever stalls.
 *
 * @param maxBytes 0 for no limit
 */
export const createResponseBudget = (maxBytes: number) => {
  let held = 0;
  const large: CountedBytes[] = [];

  const largest = (): CountedBytes | null => {
    let found: CountedBytes | null = null;
    for (const each of large) if (found === null || each.bytes > found.bytes) found = each;
    return found;
  };

  const isOver = (): boolean => held > maxBytes && maxBytes > 0;

  const giveUpLargest = (): void => {
    while (isOver()) {
      const response = largest();
      if (response === null) return;
      response.giveUp();
    }
  };

  class CountedBytes implements BufferedBytes {
    bytes = 0;
    #isOver = false;
    readonly #onGiveUp: () => void;

    constructor(onGiveUp: () => void) {
      this.#onGiveUp = onGiveUp;
    }

    add(bytes: number): boolean {
      if (this.#isOver) return false;
      const wasSmall = this.bytes <= SMALL_RESPONSE_BYTES;
      this.bytes += bytes;
      held += bytes;
      if (wasSmall && this.bytes > SMALL_RESPONSE_BYTES) large.push(this);
      if (isOver()) giveUpLargest();
      return !this.#isOver;
    }

    release(): void {
      if (this.#isOver) return;
      this.#isOver = true;
      held -= this.bytes;
      if (this.bytes > SMALL_RESPONSE_BYTES) large.splice(large.indexOf(this), 1);
    }

    giveUp(): void {
      this.release();
      this.#onGiveUp();
    }
  }

  return {
    /** Bytes that are held. */
    get held(): number {
      return held;
    },
    /** Begins to count a response. `onGiveUp` is called when it is given up. */
    open: (onGiveUp: () => void): BufferedBytes => new CountedBytes(onGiveUp),
  };
};
