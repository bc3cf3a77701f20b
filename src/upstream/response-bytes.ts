/** The bytes of responses: put together from the pieces that the HTTP client gives, without a stream, and bounded for all calls together. */

/** A body is larger than its limit, as sent or once inflated. */
export class BodyTooLargeError extends Error {
  constructor() {
    super('The body is too large.');
    this.name = 'BodyTooLargeError';
  }
}

/** A body was given up: all that are held together are too large, and it was the largest. */
export class BodyGivenUpError extends Error {
  constructor() {
    super('The body was given up.');
    this.name = 'BodyGivenUpError';
  }
}

/** A buffer of its own costs more than a hundred bytes, so a body that comes in crumbs is put together on the way. */
const MOST_PIECES = 256;

/** Pieces of a body. */
export class BodyPieces {
  /** Pieces that have been put together. */
  #parts: Buffer[] = [];
  #pieces: Buffer[] = [];

  /** Adds the next piece. */
  push(piece: Buffer): void {
    if (this.#pieces.push(piece) < MOST_PIECES) return;
    this.#parts.push(Buffer.concat(this.#pieces));
    this.#pieces = [];
  }

  /** Takes the body in one piece. */
  take(): Buffer {
    const [first] = this.#pieces;
    const bytes =
      first !== undefined && this.#pieces.length === 1 && this.#parts.length === 0
        ? first
        : Buffer.concat([...this.#parts, ...this.#pieces]);
    this.#parts = [];
    this.#pieces = [];
    return bytes;
  }
}

/** Responses up to this size are never given up: as many of them as there are connections are a few megabytes. */
const SMALL_RESPONSE_BYTES = 64 * 1024;

/** Bytes that are held of one response. */
export interface BufferedBytes {
  /** Counts bytes more. False when the response is given up, now or before. */
  add(bytes: number): boolean;
  /** Counts it no more. Later calls do nothing. */
  release(): void;
}

/** Bytes that all responses of a process may take up together, from their first byte until they are read. */
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
