/** A fixed number of places, given out in the order in which they are asked for. */

import type { Ending } from './ending.ts';

/** A wait for a place ended because its request did. */
export class WaitEndedError extends Error {
  constructor() {
    super('The wait for a place was ended.');
    this.name = 'WaitEndedError';
  }
}

/** Places of which only so many are taken at a time. */
export interface Slots {
  /** Places that are taken. */
  readonly taken: number;
  /** How many wait for a place. */
  readonly waiting: number;
  /**
   * Waits for a place.
   *
   * @throws WaitEndedError, at once, when the request is ended; no place is taken then
   */
  take(ending: Ending): Promise<void>;
  /** Gives a place back, to whoever has waited longest. */
  release(): void;
}

/** Creates `count` places. */
export const createSlots = (count: number): Slots => {
  let taken = 0;
  const waiting = new Set<() => void>();

  return {
    get taken() {
      return taken;
    },
    get waiting() {
      return waiting.size;
    },
    take: (ending) =>
      new Promise((resolve, reject) => {
        if (taken < count) {
          taken += 1;
          resolve();
          return;
        }
        const leave = (): void => {
          waiting.delete(enter);
          reject(new WaitEndedError());
        };
        const enter = (): void => {
          waiting.delete(enter);
          ending.off('abort', leave);
          resolve();
        };
        waiting.add(enter);
        ending.once('abort', leave);
      }),
    release: () => {
      const [next] = waiting;
      if (next === undefined) taken -= 1;
      else next();
    },
  };
};
