/** Where lines of the log go when nobody reads them from a terminal. */
import { type DestinationStream, pino } from 'pino';

/** An output that can be told to write at once what it holds, for lines after which the process may be gone. */
export interface LineOutput extends DestinationStream {
  flushSync(): void;
}

/** How long lines are held, in milliseconds. */
const HOLD_MS = 20;
/** So many characters are not held any longer. */
const FULL = 65_536;

/**
 * Creates an output to a file descriptor. What is logged within a moment is written in one piece: a line an operation, each
 * written by itself, would cost more than the rest of its bookkeeping. Nothing waits for whoever reads it, and what is held
 * is written when the process ends, unless that is killed.
 */
export const createLineOutput = (descriptor: number): LineOutput => {
  const output = pino.destination(descriptor);
  // The other one would begin to write, and leave it to a thread to go on with it.
  const outputAtOnce = pino.destination({ dest: descriptor, sync: true });
  let held = '';
  let timer: NodeJS.Timeout | null = null;
  const passTo = (destination: DestinationStream): void => {
    const lines = held;
    held = '';
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (lines !== '') destination.write(lines);
  };
  const pass = (): void => passTo(output);
  const flushSync = (): void => {
    if (held === '') return;
    output.flushSync();
    passTo(outputAtOnce);
  };
  process.once('exit', flushSync);
  return {
    write: (line) => {
      held += line;
      if (held.length >= FULL) pass();
      else timer ??= setTimeout(pass, HOLD_MS);
    },
    flushSync,
  };
};
