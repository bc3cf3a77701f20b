/** One piece of work at a time for each key, in the order in which they came. */
import { type Cancellation, leaveBy } from './cancellation.ts';

/** There is no capacity, and too many wait for it already, or the wait was too long. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

/** Whoever takes a turn. */
interface TurnTaker {
  /** Whoever it works for; null for all who cannot be told apart. */
  readonly caller: string | null;
  readonly ending: Cancellation;
  /** Waits as its owner does for what others do. */
  readonly waitAside: (wait: () => Promise<void>) => Promise<void>;
}

/** Work of one caller that waits at a time, whatever the keys: nobody keeps others from their turns. */
const MOST_WAITING_OF_CALLER = 16;

/** Work of all callers that waits at a time, which bounds the memory. */
const MOST_WAITING = 4096;

/** Creates turns. Nothing is kept of a key whose work is done. */
export const createTurns = () => {
  /** When all work so far with a key is over. An array: the tables of a `Map` that is filled and emptied keep what was in it alive. */
  const turns: { readonly key: string; readonly isOver: Promise<void> }[] = [];
  /** The callers whose work waits, once for each. */
  const waiting: (string | null)[] = [];

  const waitFor = async (turn: Promise<void>, { caller, ending, waitAside }: TurnTaker): Promise<void> => {
    waiting.push(caller);
    try {
      await waitAside(() => Promise.race([turn, leaveBy(ending).catch(() => {})]));
    } finally {
      waiting.splice(waiting.indexOf(caller), 1);
    }
  };

  return {
    /**
     * Does the work once all that came before it with this key is over. Work that is cancelled waits no longer: it runs at once, and has
     * to fail by the same cancellation.
     *
     * @throws QueueFullError when too much work of its caller waits already
     */
    run: <Result>(key: string, taker: TurnTaker, work: () => Promise<Result>): Promise<Result> => {
      const before = turns.find((turn) => turn.key === key);
      const isFull =
        waiting.length >= MOST_WAITING ||
        waiting.filter((caller) => caller === taker.caller).length >= MOST_WAITING_OF_CALLER;
      if (before !== undefined && isFull) return Promise.reject(new QueueFullError());
      const result = before === undefined ? work() : waitFor(before.isOver, taker).then(work);
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

/** Work that takes turns. */
export type Turns = ReturnType<typeof createTurns>;
