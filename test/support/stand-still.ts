/** A process that stands still, as on a machine that is suspended, or while something else has the processor. */

/** Blocks this thread, its timers and its sockets for so many milliseconds. */
export const standStill = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
