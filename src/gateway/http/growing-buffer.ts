/** Bytes that come in pieces, kept in one buffer: they cost what they are, or twice that, however small their pieces. */
export class GrowingBuffer {
  #buffer: Buffer = Buffer.alloc(0);
  #size = 0;

  /** Number of bytes that were appended. */
  get size(): number {
    return this.#size;
  }

  /** Takes a piece that is all there will be: it is not copied. */
  take(only: Buffer): void {
    this.#buffer = only;
    this.#size = only.length;
  }

  /** Copies a piece to the end. */
  append(piece: Buffer): void {
    const needed = this.#size + piece.length;
    if (needed > this.#buffer.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#buffer.length));
      this.#buffer.copy(grown, 0, 0, this.#size);
      this.#buffer = grown;
    }
    piece.copy(this.#buffer, this.#size);
    this.#size = needed;
  }

  /** What was appended, not copied. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size);
  }
}
