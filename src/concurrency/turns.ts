/** One piece of work at a time for each key, in the order in which they came. */

import type { Cancellation } from './cancellation.ts';
import { QueueFullError } from './queue-full.ts';

/** Work that takes turns. */
export interface Turns {
  /**
   * Does the work once all that came before it with this key is over. Work that is cancelled waits no longer: it runs at once, and has
   * to fail by the same cancellation.
   *
   * @throws QueueFullError when too many wait already
   */
  run<Result>(key: string, worker: TurnTaker, work: () => Promise<Result>): Promise<Result>;
}

/** Whoever takes a turn. */
export interface TurnTaker {
  readonly ending: Cancellation;
  /** Waits as its owner does for what others do. */
  readonly waitAside: (wait: () => Promise<void>) => Promise<void>;
}

/** Work that waits at a time: for one key, and for all. */
const MOST_WAITING_FOR_KEY = 64;
const MOST_WAITING = 256;

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
  const waitedFor: string[] = [];

  const waitFor = async (key: string, turn: Promise<void>, { ending, waitAside }: TurnTaker): Promise<void> => {
    waitedFor.push(key);
    try {
      await waitAside(() => untilCancelled(turn, ending));
    } finally {
      waitedFor.splice(waitedFor.indexOf(key), 1);
    }
  };

  return {
    run: (key, taker, work) => {
      const before = turns.find((turn) => turn.key === key);
      const waiting = waitedFor.filter((each) => each === key).length;
      if (before !== undefined && (waiting >= MOST_WAITING_FOR_KEY || waitedFor.length >= MOST_WAITING))
        return Promise.reject(new QueueFullError());
      const result = before === undefined ? work() : waitFor(key, before.isOver, taker).then(work);
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
