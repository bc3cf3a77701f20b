/** A fixed number of places, given out in the order in which they are asked for, with a queue that is bounded. */

import type { Cancellation } from './cancellation.ts';
import type { RouteGroup } from './route-group.ts';

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

/** A place that is taken. */
export interface Place {
  /** Gives it back, once, to one of those who wait. */
  release(): void;
}

/** What takes a place. */
export interface PlaceTaker {
  readonly group: RouteGroup;
  /** Ends it at once. */
  readonly ending: Cancellation;
  /** Ends it for others who need its place; null where that might do harm. */
  readonly recall: (() => void) | null;
}

/** Places of which only so many are taken at a time. */
export interface Slots {
  /** Places that are taken. */
  readonly taken: number;
  /** How many wait for a place. */
  readonly waiting: number;
  /**
   * Takes a place, or waits for one.
   *
   * @throws WaitEndedError, at once, when the request is ended; no place is taken then
   * @throws NoPlaceError at once when the queue is full, or after the longest wait; no place is taken then
   */
  take(taker: Pick<PlaceTaker, 'ending'>): Place | Promise<Place>;
}

/** A wait for a place. */
export interface PlaceWait {
  /** Ends it with a place. */
  enter(place: Place): void;
}

/** Waits for a place in a queue. */
export interface WaitOptions {
  readonly ending: Cancellation;
  readonly maxWaitMs: number;
  readonly join: (wait: PlaceWait) => void;
  readonly leave: (wait: PlaceWait) => void;
  /** Told when half of the longest wait is over. */
  readonly onHalf?: () => void;
}

/** Waits for a place in a queue. @throws WaitEndedError, NoPlaceError */
export const waitForPlace = ({ ending, maxWaitMs, join, leave, onHalf }: WaitOptions): Promise<Place> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      ending.removeEventListener('abort', end);
      clearTimeout(timer);
    };
    const giveUp = (error: Error): void => {
      leave(wait);
      stop();
      reject(error);
    };
    const end = (): void => giveUp(new WaitEndedError());
    const lapse = (): void => giveUp(new NoPlaceError());
    const pass = (): void => {
      timer = setTimeout(lapse, maxWaitMs / 2).unref();
      onHalf?.();
    };
    const wait = {
      enter: (place: Place): void => {
        stop();
        resolve(place);
      },
    };
    let timer = (onHalf === undefined ? setTimeout(lapse, maxWaitMs) : setTimeout(pass, maxWaitMs / 2)).unref();
    join(wait);
    ending.addEventListener('abort', end, { once: true });
  });

/** Creates `count` places. */
export const createSlots = (count: number, { maxWaiting, maxWaitMs }: QueueLimits): Slots => {
  let taken = 0;
  const waiting: PlaceWait[] = [];
  const join = (wait: PlaceWait): void => void waiting.push(wait);
  const leave = (wait: PlaceWait): void => void waiting.splice(waiting.indexOf(wait), 1);

  const place: Place = {
    release: () => {
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next.enter(place);
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
        return place;
      }
      if (waiting.length >= maxWaiting) return Promise.reject(new NoPlaceError());
      return waitForPlace({ ending, maxWaitMs, join, leave });
    },
  };
};

/** Does something while holding a place. @throws WaitEndedError, NoPlaceError */
export const holding = async <Taker>(
  slots: { take(taker: Taker): Place | Promise<Place> },
  taker: Taker,
  action: () => Promise<void>,
): Promise<void> => {
  const taken = slots.take(taker);
  const place = taken instanceof Promise ? await taken : taken;
  try {
    await action();
  } finally {
    place.release();
  }
};
