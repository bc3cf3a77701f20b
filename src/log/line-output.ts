/** Where lines of the log go when nobody reads them from a terminal. */
import { type DestinationStream, pino } from 'pino';

/** An output that can be told to write at once what it holds, for lines after which the process may be gone. */
export interface LineOutput extends DestinationStream {
  flushSync(): void;
}

/**
 * Creates an output to a file descriptor. What is logged in one turn of the event loop is written in one piece when that
 * ends: a line an operation, each written by itself, would cost more than the rest of its bookkeeping. Nothing waits for
 * whoever reads it, and what is held is written when the process ends, unless that is killed.
 */
export const createLineOutput = (descriptor: number): LineOutput => {
  const output = pino.destination(descriptor);
  let held = '';
  const pass = (): void => {
    const lines = held;
    held = '';
    if (lines !== '') output.write(lines);
  };
  const flushSync = (): void => {
    if (held === '') return;
    pass();
    output.flushSync();
  };
  process.once('exit', flushSync);
  return {
    write: (line) => {
      if (held === '') setImmediate(pass);
      held += line;
    },
    flushSync,
  };
};
