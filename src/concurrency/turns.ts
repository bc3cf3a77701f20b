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
  /** When all work so far with a key is over. An array: the tables of a `Map` that is filled and emptied keep what was in it alive. */
  const turns: { readonly key: string; readonly isOver: Promise<void> }[] = [];
  return {
    run: (key, ending, work) => {
      const before = turns.find((turn) => turn.key === key);
      const result = before === undefined ? work() : untilCancelled(before.isOver, ending).then(work);
      const ended = result.then(
        () => {},
        () => {},
      );
      const turn = { key, isOver: before === undefined ? ended : before.isOver.then(() => ended) };
      if (before === undefined) turns.push(turn);
      else turns[turns.indexOf(before)] = turn;
      void turn.isOver.then(() => {
        const at = turns.indexOf(turn);
        if (at >= 0) turns.splice(at, 1);
      });
      return result;
    },
  };
};
