/** Work that would hold the event loop if all of it were done at once: a piece in each of its turns, so that whatever is short goes in between. */

/** Creates turns of their own: what they are given is done in the order in which it came, one piece in each turn of the event loop. It must not throw. */
export const createLoopTurns = (): ((work: () => void) => void) => {
  const waiting: (() => void)[] = [];
  const doNext = (): void => {
    waiting[0]?.();
    waiting.shift();
    if (waiting.length > 0) setImmediate(doNext);
  };
  return (work) => {
    if (waiting.push(work) === 1) setImmediate(doNext);
  };
};
