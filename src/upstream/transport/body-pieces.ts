/** The body of a response, put together from the pieces that the HTTP client gives, without a stream. */

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
