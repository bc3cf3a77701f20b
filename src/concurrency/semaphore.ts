/** A fixed number of permits, given out in the order in which they are asked for, with a queue that is bounded. */

import type { Cancellation } from './cancellation.ts';
import { startTimeout } from './timeout.ts';

/** A wait for a permit ended because its request did. */
export class WaitCancelledError extends Error {
  constructor() {
    super('The wait for a permit was cancelled.');
    this.name = 'WaitCancelledError';
  }
}

/** There is no permit, and too many wait for one already, or the wait was too long. */
export class QueueFullError extends Error {
  constructor() {
    super('There is no permit.');
    this.name = 'QueueFullError';
  }
}

/** Limits of the queue for permits. */
export interface QueueLimits {
  /** Number of those who may wait at a time. */
  readonly maxWaiting: number;
  /** Longest wait of each, in milliseconds. */
  readonly maxWaitMs: number;
}

/** A permit that is taken. */
export interface Permit {
  /** Gives it back, once, to one of the waiters. */
  release(): void;
}

/** Permits of which only so many are taken at a time. */
export interface Semaphore<Taker = { readonly ending: Cancellation }> {
  /** Permits that are taken. */
  readonly taken: number;
  /** Number of those who wait for a permit. */
  readonly waiting: number;
  /**
   * Takes a permit, or waits for one.
   *
   * @throws WaitCancelledError, at once, when the request is ended; no permit is taken then
   * @throws QueueFullError at once when the queue is full, or after the longest wait; no permit is taken then
   */
  take(taker: Taker): Permit | Promise<Permit>;
}

/** A wait for a permit. */
export interface PermitWait {
  /** Ends it with a permit. */
  enter(permit: Permit): void;
}

/** Waits for a permit in a queue. */
export interface WaitOptions {
  readonly ending: Cancellation;
  readonly maxWaitMs: number;
  readonly join: (wait: PermitWait) => void;
  readonly leave: (wait: PermitWait) => void;
  /** Called when half of the longest wait is over. */
  readonly onHalf?: () => void;
}

/** Waits for a permit in a queue. @throws WaitCancelledError, QueueFullError */
export const waitForPermit = ({ ending, maxWaitMs, join, leave, onHalf }: WaitOptions): Promise<Permit> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      ending.removeEventListener('abort', end);
      stopTimeout();
    };
    const giveUp = (error: Error): void => {
      leave(wait);
      stop();
      reject(error);
    };
    const end = (): void => giveUp(new WaitCancelledError());
    const expire = (): void => giveUp(new QueueFullError());
    const reachHalf = (): void => {
      stopTimeout = startTimeout(expire, maxWaitMs / 2, false);
      onHalf?.();
    };
    const wait = {
      enter: (permit: Permit): void => {
        stop();
        resolve(permit);
      },
    };
    let stopTimeout =
      onHalf === undefined ? startTimeout(expire, maxWaitMs, false) : startTimeout(reachHalf, maxWaitMs / 2, false);
    join(wait);
    ending.addEventListener('abort', end, { once: true });
  });

/** Creates `count` permits. */
export const createSemaphore = (count: number, { maxWaiting, maxWaitMs }: QueueLimits): Semaphore => {
  let taken = 0;
  const waiting: PermitWait[] = [];
  const join = (wait: PermitWait): void => void waiting.push(wait);
  const leave = (wait: PermitWait): void => void waiting.splice(waiting.indexOf(wait), 1);

  const permit: Permit = {
    release: () => {
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next.enter(permit);
    },
  };

  return {
    get taken() {
      return taken;
    },
    get waiting() {
      return waiting.length;
    },
    take: ({ ending }) => {
      if (taken < count) {
        taken += 1;
        return permit;
      }
      if (waiting.length >= maxWaiting) return Promise.reject(new QueueFullError());
      return waitForPermit({ ending, maxWaitMs, join, leave });
    },
  };
};

/** Runs an action while it holds a permit. @throws WaitCancelledError, QueueFullError */
export const withPermit = async <Taker, Result>(
  semaphore: Pick<Semaphore<Taker>, 'take'>,
  taker: Taker,
  action: () => Promise<Result>,
): Promise<Result> => {
  const taken = semaphore.take(taker);
  const permit = taken instanceof Promise ? await taken : taken;
  try {
    return await action();
  } finally {
    permit.release();
  }
};
