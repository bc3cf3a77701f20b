/** The body of an answer, as it comes from the HTTP client. */
import { batchByTurn } from './turn-batch.ts';

/** A body is larger than its limit, as sent or once inflated. */
export class BodyTooLargeError extends Error {
  constructor() {
    super('The body is too large.');
    this.name = 'BodyTooLargeError';
  }
}

/** A body that is still to come. Whoever gets it says at once what is to be done with it. */
export interface ResponseBody {
  /** Takes it in one piece. @throws BodyTooLargeError, or the error of the connection */
  collect(maxBytes: number): Promise<Buffer>;
  /** Reads it away, so that its connection can be used again; ends a larger one. Resolves in either case. */
  drain(maxBytes: number): Promise<void>;
  /** Ends it, and its connection. */
  abandon(): void;
}

interface CollectedBody {
  readonly resolve: (bytes: Buffer) => void;
  readonly bytes: Buffer;
}

const deliver = batchByTurn(({ resolve, bytes }: CollectedBody): void => resolve(bytes));

/** A body that is put together from the pieces that the HTTP client gives, without a stream. */
export class ReceivedBody implements ResponseBody {
  readonly #endRequest: () => void;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  // Nothing is taken of a body that nobody wants.
  #maxBytes = 0;
  #isKept = false;
  #settle: (error: Error | null) => void = () => {};

  /** @param endRequest closes the connection */
  constructor(endRequest: () => void) {
    this.#endRequest = endRequest;
  }

  collect(maxBytes: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#isKept = true;
      this.#maxBytes = maxBytes;
      this.#settle = (error) => {
        const [first] = this.#chunks;
        if (error !== null) reject(error);
        else
          deliver({
            resolve,
            bytes: this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks, this.#size),
          });
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
    if (this.#size > this.#maxBytes) {
      this.#settle(new BodyTooLargeError());
      this.#endRequest();
    } else if (this.#isKept) {
      this.#chunks.push(chunk);
    }
  }

  /** Takes the end; null when it is complete. */
  end(error: Error | null): void {
    this.#settle(error);
  }
}
