/** The body of a response, as it comes from the HTTP client. */

import { batchByTick } from '../../concurrency/tick-batch.ts';
import { type BufferedBytes, type ResponseBudget, uncounted } from './response-budget.ts';

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

/** A body that is still to come. Whoever gets it collects, drains or abandons it at once. */
export interface ResponseBody {
  /** Bytes that are held of it from `collect` on; whoever collects it releases them when it is read. */
  readonly held: BufferedBytes;
  /** Takes it in one piece. @throws BodyTooLargeError, BodyGivenUpError, or the error of the connection */
  collect(maxBytes: number): Promise<Buffer>;
  /** Reads it away, so that its connection can be used again; ends a larger one. Resolves in either case. */
  drain(maxBytes: number): Promise<void>;
  /** Ends it, and its connection. */
  abandon(): void;
}

/** A buffer of its own costs more than a hundred bytes, so a body that comes in crumbs is put together on the way. */
const MOST_PIECES = 256;

interface CollectedBody {
  readonly resolve: (bytes: Buffer) => void;
  readonly bytes: Buffer;
}

const deliver = batchByTick(({ resolve, bytes }: CollectedBody): void => resolve(bytes));

const joined = (pieces: readonly Buffer[]): Buffer => {
  const [first] = pieces;
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
};

/** A body that is put together from the pieces that the HTTP client gives, without a stream. */
export class ReceivedBody implements ResponseBody {
  held: BufferedBytes = uncounted;
  readonly #endRequest: () => void;
  readonly #budget: ResponseBudget;
  /** Pieces that have been put together. */
  #parts: Buffer[] = [];
  #pieces: Buffer[] = [];
  #size = 0;
  // Nothing is taken of a body that nobody wants.
  #maxBytes = 0;
  #isKept = false;
  #settle: (error: Error | null) => void = () => {};

  /** @param endRequest closes the connection */
  constructor(endRequest: () => void, budget: ResponseBudget) {
    this.#endRequest = endRequest;
    this.#budget = budget;
  }

  collect(maxBytes: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#isKept = true;
      this.#maxBytes = maxBytes;
      this.held = this.#budget.open(() => this.#fail(new BodyGivenUpError()));
      this.#settle = (error) => {
        const pieces = [...this.#parts, ...this.#pieces];
        this.#parts = [];
        this.#pieces = [];
        if (error === null) {
          deliver({ resolve, bytes: joined(pieces) });
          return;
        }
        this.held.release();
        reject(error);
      };
    });
  }

  drain(maxBytes: number): Promise<void> {
    return new Promise((resolve) => {
      this.#maxBytes = maxBytes;
      this.#settle = () => resolve();
    });
  }

  abandon(): void {
    this.#endRequest();
  }

  /** Takes the next piece. */
  push(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) this.#fail(new BodyTooLargeError());
    else if (this.#isKept && this.held.add(chunk.length)) this.#keep(chunk);
  }

  /** Takes the end; null when it is complete. */
  end(error: Error | null): void {
    this.#settle(error);
  }

  #keep(chunk: Buffer): void {
    if (this.#pieces.push(chunk) < MOST_PIECES) return;
    this.#parts.push(Buffer.concat(this.#pieces));
    this.#pieces = [];
  }

  #fail(error: Error): void {
    this.#settle(error);
    this.#endRequest();
  }
}
