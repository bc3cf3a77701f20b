/** The life of one operation: it ends early when the client is gone or its time is up. */
import { setMaxListeners } from 'node:events';
import type { ExecutionArgs } from 'graphql';

/** The operation took longer than it may. */
export class DeadlineExceededError extends Error {
  override readonly name = 'DeadlineExceededError';
}

/** The client closed its connection before the answer. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

/** The life of one operation. */
export class OperationScope {
  readonly requestId: string;
  /** What is executed; null until the document is parsed and valid. */
  execution: ExecutionArgs | null = null;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | null = null;

  constructor(requestId: string) {
    this.requestId = requestId;
    // Every call and every wait of the operation listens: many are no leak.
    setMaxListeners(0, this.#controller.signal);
  }

  /** Aborted when the operation ends early; the reason is one of the errors of this file. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts the clock. */
  startDeadline(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      this.#controller.abort(new DeadlineExceededError(`The operation took longer than ${milliseconds} ms.`));
    }, milliseconds);
  }

  /** Ends the operation because nobody waits for the answer. */
  abandon(): void {
    this.#controller.abort(new ClientGoneError('The client is gone.'));
  }

  /** Stops the clock: the answer is there. */
  finish(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
