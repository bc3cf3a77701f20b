/** One run of a piece of work at a time for each key, shared by everybody who asks for that key meanwhile. */

import type { Cancellation } from './cancellation.ts';
import { createJoinLimit, type JoinLimit } from './join-limit.ts';

/** Settings of a single flight. */
export interface SingleFlightOptions<Value> {
  /**
   * Called with the result of each flight, before anybody who waits for it goes on. Not called for a flight that was
   * forgotten while it was under way.
   */
  readonly onLand: (key: string, value: Value) => void;
  /** Called with the error of each flight that fails, likewise. */
  readonly onFail: (key: string, error: unknown) => void;
  /** Bounds those who wait for flights that take long; one of its own unless given. */
  readonly joinLimit?: JoinLimit;
}

/** End of a flight, for those who only waited for it. It says nothing of an error: that is the leader's own. */
type Landing<Value> = { readonly landed: true; readonly value: Value } | { readonly landed: false };

interface Flight<Value> {
  readonly key: string;
  readonly landing: Promise<Landing<Value>>;
  readonly startedAt: number;
}

/** @throws the reason of the signal, when the caller has left */
export const throwIfLeft = (signal: Cancellation | undefined): void => {
  if (signal?.aborted === true) throw signal.reason;
};

/** Waits for a promise until the signal says to leave, and leaves no listener behind. */
const untilAborted = async <Result>(promise: Promise<Result>, signal: Cancellation | undefined): Promise<Result> => {
  if (signal === undefined) return promise;
  let leave: () => void = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    await Promise.race([promise, left]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
  throwIfLeft(signal);
  return promise;
};

/** Creates a single flight. */
export const createSingleFlight = <Value>({
  onLand,
  onFail,
  joinLimit = createJoinLimit(),
}: SingleFlightOptions<Value>) => {
  /** An array: the tables of a `Map` that is filled and emptied keep what was in it alive. */
  const flights: Flight<Value>[] = [];

  const find = (key: string): Flight<Value> | undefined => flights.find((flight) => flight.key === key);

  const forget = (key: string): void => {
    const at = flights.findIndex((flight) => flight.key === key);
    if (at >= 0) flights.splice(at, 1);
  };

  const lead = (key: string, work: () => Promise<Value>): Promise<Value> => {
    const fly = async (): Promise<Value> => work();
    const land = async (flying: Promise<Value>): Promise<Value> => {
      try {
        const value = await flying;
        if (find(key) === flight) onLand(key, value);
        return value;
      } catch (error) {
        if (find(key) === flight) onFail(key, error);
        throw error;
      } finally {
        if (find(key) === flight) forget(key);
      }
    };
    const startedAt = joinLimit.startedAt();
    const landed = land(fly());
    const landing: Promise<Landing<Value>> = landed.then(
      (value) => ({ landed: true, value }),
      () => ({ landed: false }),
    );
    const flight = { key, landing, startedAt };
    flights.push(flight);
    return landed;
  };

  return {
    /** Returns whether work for this key is under way. */
    has: (key: string): boolean => find(key) !== undefined,
    /**
     * Does the work, or waits for the flight of this key that is under way.
     *
     * A failure belongs to the caller whose work it was: the next one in line then does its own work, and the others wait
     * for that. A caller who leaves by `signal` stops nothing: the flight goes on for the others.
     *
     * @throws what the caller's own work throws, the reason of `signal`, or TooManyJoinedError when too many wait for what takes long
     */
    run: async (key: string, work: () => Promise<Value>, signal?: Cancellation): Promise<Value> => {
      for (;;) {
        throwIfLeft(signal);
        const underWay = find(key);
        if (underWay === undefined) return untilAborted(lead(key, work), signal);
        const landing = await joinLimit.wait(underWay.startedAt, () => untilAborted(underWay.landing, signal));
        if (landing.landed) return landing.value;
      }
    },
    /** Lets go of the flight of this key: it goes on for those who wait for it, and nobody new joins it. */
    forget,
    /** Lets go of every flight. */
    forgetAll: (): void => {
      flights.length = 0;
    },
  };
};
