/** Objects of a response of which some fields have to be waited for. */
import type { ResponsePath } from 'graphql';
import { completeNow, type Execution, failAt, type ValuePosition } from './complete-value.ts';

/** A field that is waited for. */
interface PendingField {
  readonly key: string;
  readonly position: ValuePosition;
  readonly path: ResponsePath;
}

/**
 * An object that is there when its last field is. It counts them itself: with a promise of each field, and one of all, a wait would
 * take several times the memory, which is held for as long as the service takes to respond.
 */
export class PendingObject {
  /** The object with all its fields. Rejects when the position around it is to be null. */
  readonly done: Promise<Record<string, unknown>>;
  readonly #object: Record<string, unknown>;
  readonly #execution: Execution;
  #left = 0;
  #resolve: (object: Record<string, unknown>) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  /** @param object gets its fields as they come; those that are available are put into it by its owner */
  constructor(object: Record<string, unknown>, execution: Execution) {
    this.#object = object;
    this.#execution = execution;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Waits for a value that a resolver gave, and completes it. */
  awaitValue(value: Promise<unknown>, field: PendingField): void {
    this.#left += 1;
    value.then(
      (later) => this.#complete(later, field),
      (cause: unknown) => this.#fail(cause, field),
    );
  }

  /** Waits for a value that is being completed. */
  awaitCompleted(completed: Promise<unknown>, field: PendingField): void {
    this.#left += 1;
    this.#fillLater(completed, field);
  }

  #complete(value: unknown, field: PendingField): void {
    let completed: unknown;
    try {
      completed = completeNow(value, field.position, field.path, this.#execution);
    } catch (error) {
      this.#reject(error);
      return;
    }
    if (completed instanceof Promise) this.#fillLater(completed, field);
    else this.#fill(field.key, completed);
  }

  #fillLater(completed: Promise<unknown>, field: PendingField): void {
    completed.then(
      (value) => this.#fill(field.key, value),
      (cause: unknown) => this.#fail(cause, field),
    );
  }

  #fail(cause: unknown, { key, position, path }: PendingField): void {
    try {
      this.#fill(key, failAt(cause, position, path, this.#execution));
    } catch (error) {
      this.#reject(error);
    }
  }

  #fill(key: string, value: unknown): void {
    this.#object[key] = value;
    this.#left -= 1;
    if (this.#left === 0) this.#resolve(this.#object);
  }
}
