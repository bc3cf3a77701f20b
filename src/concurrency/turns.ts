/** One piece of work at a time for each key, in the order in which they came. */

import type { Cancellation } from './cancellation.ts';

/** Work that takes turns. */
export interface Turns {
  /**
   * Does the work once all that came before it with this key is over. Work that is cancelled waits no longer: it runs at once, and has
   * to fail by the same cancellation.
   */
  run<Result>(key: string, ending: Cancellation, work: () => Promise<Result>): Promise<Result>;
}

const untilCancelled = (turn: Promise<void>, ending: Cancellation): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      ending.removeEventListener('abort', end);
      resolve();
    };
    ending.addEventListener('abort', end, { once: true });
    void turn.then(end);
    if (ending.aborted) end();
  });

/** Creates turns. Nothing is kept of a key whose work is done. */
export const createTurns = (): Turns => {
  /** When the next one with a key has its turn. */
  const turns = new Map<string, Promise<void>>();
  return {
    run: (key, ending, work) => {
      const turn = turns.get(key);
      const result = turn === undefined ? work() : untilCancelled(turn, ending).then(work);
      const over = result.then(
        () => {},
        () => {},
      );
      const next = turn === undefined ? over : turn.then(() => over);
      turns.set(key, next);
      void next.then(() => {
        if (turns.get(key) === next) turns.delete(key);
      });
      return result;
    },
  };
};
