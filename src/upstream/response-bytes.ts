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

/** Responses up to this size are never given up: as many of them as there are connections are a few megabytes. */
const SMALL_RESPONSE_BYTES = 64 * 1024;
/** A buffer of its own costs more than a hundred bytes, so a body that comes in crumbs is put together on the way. */
const MOST_PIECES = 256;

/** Whoever receives a response. */
export interface Receiver {
  /** Called when the response is given up. */
  giveUp(): void;
}

/** Bytes that all responses of a process may take up together, from their first byte until they are read. */
export class ResponseBudget {
  readonly #maxBytes: number;
  /** Those that may be given up. */
  readonly #large: ResponseBytes[] = [];
  /** Bytes that are held. */
  held = 0;

  /** @param maxBytes 0 for no limit; over it the largest responses are given up, so that those of usual size come through whatever stalls */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Counts bytes of a response more. */
  add(response: ResponseBytes, bytes: number): void {
    const wasSmall = response.size <= SMALL_RESPONSE_BYTES;
    response.size += bytes;
    this.held += bytes;
    if (wasSmall && response.size > SMALL_RESPONSE_BYTES) this.#large.push(response);
    while (this.held > this.#maxBytes && this.#maxBytes > 0 && this.#large.length > 0) {
      this.#large.reduce((largest, each) => (each.size > largest.size ? each : largest)).giveUp();
    }
  }

  /** Counts a response no more. */
  remove(response: ResponseBytes): void {
    this.held -= response.size;
    if (response.size > SMALL_RESPONSE_BYTES) this.#large.splice(this.#large.indexOf(response), 1);
  }
}

/** The bytes of one response. */
export class ResponseBytes {
  readonly #budget: ResponseBudget;
  readonly #receiver: Receiver;
  /** Bytes that are counted, for the budget alone. */
  size = 0;
  #isOver = false;
  #pieces: Buffer[] = [];
  /** Pieces that have been put together. */
  #parts: Buffer[] | null = null;

  constructor(budget: ResponseBudget, receiver: Receiver) {
    this.#budget = budget;
    this.#receiver = receiver;
  }

  /** Counts bytes more. False when the response is given up, now or before. */
  add(bytes: number): boolean {
    if (!this.#isOver) this.#budget.add(this, bytes);
    return !this.#isOver;
  }

  /** Counts and keeps the next piece. */
  push(piece: Buffer): void {
    if (!this.add(piece.length) || this.#pieces.push(piece) < MOST_PIECES) return;
    this.#parts ??= [];
    this.#parts.push(Buffer.concat(this.#pieces));
    this.#pieces = [];
  }

  /** Takes the body in one piece; it is counted until `release`. */
  take(): Buffer {
    const pieces = this.#pieces;
    const [first] = pieces;
    const isOne = first !== undefined && pieces.length === 1 && this.#parts === null;
    const bytes = isOne ? first : Buffer.concat([...(this.#parts ?? []), ...pieces]);
    this.#parts = null;
    this.#pieces = [];
    return bytes;
  }

  /** Counts it no more. Later calls do nothing. */
  release(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#budget.remove(this);
  }

  giveUp(): void {
    this.release();
    this.#receiver.giveUp();
  }
}
