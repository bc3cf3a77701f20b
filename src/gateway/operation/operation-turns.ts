/**
 * When operations of many calls run. All at once they would wait for the same connections, each holding what it has got so far:
 * in turn they are done sooner, and take a fraction of the memory.
 */
import { performance } from 'node:perf_hooks';
import type { Cancellation } from '../../upstream/cancellation.ts';

/** The turn of an operation. It ends with the last of the calls that were expected, or with `leave`. */
export interface Turn {
  /** One of its calls is over. */
  endCall(): void;
  /** It is done: calls that it did not make are not waited for. */
  leave(): void;
}

/** There was no turn for an operation in the time that it may wait. Nothing of it was run. */
export class NoTurnError extends Error {
  override readonly name = 'NoTurnError';
}

/** How many calls may be under way, and how long operations wait. */
export interface TurnLimits {
  /** An operation of many calls starts while those before it will still make fewer than this. */
  readonly calls: number;
  /** Milliseconds that an operation waits at most. */
  readonly maxWaitMs: number;
}

/** Gives operations their turns. */
export interface OperationTurns {
  /** Operations that wait. */
  readonly waiting: number;
  /**
   * Gives an operation its turn, at once when there is room for its calls; null for one of few calls, which needs none. Of those
   * that wait the one with the fewest calls is next, but who has waited for a quarter of the longest wait goes before.
   *
   * @param calls how many it will make, as far as that is known
   * @throws NoTurnError after the longest wait; the reason of `ending`, when that ends it before
   */
  take(calls: number, ending: Cancellation): Turn | Promise<Turn> | null;
}

/** Calls of an operation that neither waits nor is waited for: a plain screen, and neither a list nor many screens in one. */
const FEW_CALLS = 4;
/** Which part of the longest wait one may be overtaken for. */
const PATIENCE = 1 / 4;

/** An operation that waits. */
interface Waiter {
  readonly calls: number;
  readonly sinceMs: number;
  readonly start: () => void;
}

/** What turns are given by. */
export interface OperationTurnsOptions {
  readonly limits: TurnLimits;
  /** Told of each operation that has waited for too long. */
  readonly onRefusal?: () => void;
  /** A clock in milliseconds that never goes back; `performance.now` unless given. */
  readonly now?: () => number;
}

/** Creates turns for the operations of one process. */
export const createOperationTurns = ({
  limits: { calls: maxCalls, maxWaitMs },
  onRefusal = () => {},
  now = () => performance.now(),
}: OperationTurnsOptions): OperationTurns => {
  const waiting: Waiter[] = [];
  /** Calls that those whose turn it is will still make. */
  let expected = 0;

  const createTurn = (calls: number): Turn => {
    let left = calls;
    expected += calls;
    const end = (count: number): void => {
      left -= count;
      expected -= count;
      if (count > 0) startNext();
    };
    return { endCall: () => end(Math.min(left, 1)), leave: () => end(left) };
  };

  const next = (): Waiter | undefined => {
    const [oldest] = waiting;
    if (oldest === undefined || now() - oldest.sinceMs >= maxWaitMs * PATIENCE) return oldest;
    return waiting.reduce((best, one) => (one.calls < best.calls ? one : best), oldest);
  };

  const remove = (waiter: Waiter): void => {
    waiting.splice(waiting.indexOf(waiter), 1);
  };

  const startNext = (): void => {
    const waiter = expected < maxCalls ? next() : undefined;
    if (waiter === undefined) return;
    remove(waiter);
    waiter.start();
    startNext();
  };

  const wait = (calls: number, ending: Cancellation): Promise<Turn> =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        ending.removeEventListener('abort', end);
      };
      const giveUp = (reason: unknown): void => {
        stop();
        remove(waiter);
        reject(reason);
      };
      const end = (): void => giveUp(ending.reason);
      const refuse = (): void => {
        onRefusal();
        giveUp(new NoTurnError('There was no turn in time.'));
      };
      const timer = setTimeout(refuse, maxWaitMs).unref();
      const start = (): void => {
        stop();
        resolve(createTurn(calls));
      };
      const waiter: Waiter = { calls, sinceMs: now(), start };
      waiting.push(waiter);
      ending.addEventListener('abort', end, { once: true });
    });

  return {
    get waiting() {
      return waiting.length;
    },
    take: (calls, ending) => {
      if (calls <= FEW_CALLS) return null;
      return expected < maxCalls ? createTurn(calls) : wait(calls, ending);
    },
  };
};
