/** Signal that something was cancelled, e.g. the calls of an operation for which nobody waits any more; an AbortSignal is one. */
export interface Cancellation {
  readonly aborted: boolean;
  /** The reason; undefined while it is not. */
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options: { readonly once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * Cancels once. Every operation has one and every call listens to it: an AbortController takes several times as long, and
 * outlives its operation in memory.
 */
export class Canceller implements Cancellation {
  aborted = false;
  reason: unknown;
  #listeners: (() => void)[] = [];

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const index = this.#listeners.indexOf(listener);
    if (index !== -1) this.#listeners.splice(index, 1);
  }

  /** Cancels, unless that was done before. */
  cancel(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }
}

/** Makes a promise that rejects with the reason of a signal once that says to leave; nobody has to wait for it. */
export const leaveBy = (signal: Cancellation): Promise<never> => {
  const left = new Promise<never>((_resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
  left.catch(() => {});
  return left;
};
