/** A fixed number of places, given out in the order in which they are asked for, with a queue that is bounded. */

import type { Cancellation } from './cancellation.ts';

/** A wait for a place ended because its request did. */
export class WaitEndedError extends Error {
  constructor() {
    super('The wait for a place was ended.');
    this.name = 'WaitEndedError';
  }
}

/** There is no place, and too many wait for one already, or the wait was too long. */
export class NoPlaceError extends Error {
  constructor() {
    super('There is no place.');
    this.name = 'NoPlaceError';
  }
}

/** How long the queue for places may get. */
export interface QueueLimits {
  /** How many may wait at a time. */
  readonly maxWaiting: number;
  /** How long each may wait, in milliseconds. */
  readonly maxWaitMs: number;
}

/** Places of which only so many are taken at a time. */
export interface Slots {
  /** Places that are taken. */
  readonly taken: number;
  /** How many wait for a place. */
  readonly waiting: number;
  /**
   * Takes a place, or waits for one; null when it has it at once.
   *
   * @throws WaitEndedError, at once, when the request is ended; no place is taken then
   * @throws NoPlaceError at once when the queue is full, or after the longest wait; no place is taken then
   */
  take(ending: Cancellation): Promise<void> | null;
  /** Gives a place back, to whoever has waited longest. */
  release(): void;
}

/** Creates `count` places. */
export const createSlots = (count: number, { maxWaiting, maxWaitMs }: QueueLimits): Slots => {
  let taken = 0;
  const waiting: (() => void)[] = [];

  const wait = (ending: Cancellation): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (error: Error): void => {
        waiting.splice(waiting.indexOf(enter), 1);
        ending.removeEventListener('abort', end);
        clearTimeout(timer);
        reject(error);
      };
      const end = (): void => leave(new WaitEndedError());
      const enter = (): void => {
        ending.removeEventListener('abort', end);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => leave(new NoPlaceError()), maxWaitMs).unref();
      waiting.push(enter);
      ending.addEventListener('abort', end, { once: true });
    });

  return {
    get taken() {
      return taken;
    },
    get waiting() {
      return waiting.length;
    },
    take: (ending) => {
      if (taken < count) {
        taken += 1;
        return null;
      }
      return waiting.length < maxWaiting ? wait(ending) : Promise.reject(new NoPlaceError());
    },
    release: () => {
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next();
    },
  };
};

/** Does something while holding a place. @throws WaitEndedError, NoPlaceError */
export const holding = async (place: Slots, ending: Cancellation, action: () => Promise<void>): Promise<void> => {
  const wait = place.take(ending);
  if (wait !== null) await wait;
  try {
    await action();
  } finally {
    place.release();
  }
};
