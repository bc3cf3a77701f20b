/** Work that would hold the event loop if all of it were done at once: a piece in each of its turns, so that whatever is short goes in between. */

type Work = () => void;

/** Those that have work, in the order of their turns. */
const waiting: Work[][] = [];

const doNext = (): void => {
  const [next] = waiting;
  // It stays where it is meanwhile: what it asks for comes after what waits already.
  next?.[0]?.();
  next?.shift();
  waiting.shift();
  if (next !== undefined && next.length > 0) waiting.push(next);
  if (waiting.length > 0) setImmediate(doNext);
};

/**
 * Creates turns for work of one kind: a piece is done in a turn of the event loop of its own, in the order in which they came. Kinds take turns, so
 * that none waits for all of another. The work must not throw.
 */
export const createLoopTurns = (): ((work: Work) => void) => {
  const pieces: Work[] = [];
  return (work) => {
    if (pieces.push(work) > 1) return;
    if (waiting.push(pieces) === 1) setImmediate(doNext);
  };
};
