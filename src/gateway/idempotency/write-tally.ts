/** Counts what became of the calls of a mutation that may have changed something. */
import { isJsonObject } from '../../json/json-object.ts';
import type { Reply } from '../../upstream/call/call.ts';
import { failureKinds } from '../../upstream/call/failure-kinds.ts';
import { failureIn, kindOf } from '../../upstream/call/failure.ts';

/** Whether a failed call has certainly changed nothing: it was never sent, or the service refused it. */
const changedNothing = (error: unknown): boolean => {
  const failure = failureIn(error);
  return failure !== null && !failureKinds[failure.kind].mayHaveChanged;
};

/** Calls of one mutation. */
export class WriteTally {
  #changes = 0;

  /** Whether one of them may have changed something; one that is under way may have. */
  get mayHaveChanged(): boolean {
    return this.#changes > 0;
  }

  /** Counts a change. */
  add(): void {
    this.#changes += 1;
  }

  /** Follows a call, and the reading of its response, which may be a refusal. */
  async follow(call: Promise<Reply>): Promise<Reply> {
    this.#changes += 1;
    try {
      const reply = await call;
      return { read: (reader) => this.#followRead(() => reply.read(reader)) };
    } catch (error) {
      if (changedNothing(error)) this.#changes -= 1;
      throw error;
    }
  }

  #followRead<Result>(read: () => Result): Result {
    try {
      const result = read();
      if (isRefused(result)) this.#changes -= 1;
      return result;
    } catch (error) {
      if (kindOf(error) === 'rejected') this.#changes -= 1;
      throw error;
    }
  }
}

/** Whether a result says in words of the service that nothing was saved. */
const isRefused = (result: unknown): boolean => isJsonObject(result) && result['kind'] === 'refused';
