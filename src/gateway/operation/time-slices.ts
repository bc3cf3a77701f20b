/** Slices of time: what takes long is made in parts, so that nobody else waits for the whole of it. */
import { performance } from 'node:perf_hooks';

/** Work that is done in parts. */
export interface SlicedWork {
  /** Makes the next part. Tells whether there is another. */
  goOn(): boolean;
}

/** Shares the time of the process between large responses and everything else. */
export interface TimeSlices {
  /** Returns whether all that is made in this turn of the event loop has taken its time. */
  isOver(): boolean;
  /** Goes on with it in later turns of the event loop, until it has no part left: a part of each in turn. */
  later(work: SlicedWork): void;
}

/** Milliseconds that all work in one turn of the event loop may take. */
const SLICE_MS = 10;

/** @param now a clock in milliseconds that never goes back; `performance.now` unless given */
export const createTimeSlices = (now: () => number = () => performance.now()): TimeSlices => {
  /** When this turn's time is up; null before the first look in it. */
  let endsAt: number | null = null;
  const waiting: SlicedWork[] = [];

  const startSlice = (): void => {
    endsAt = now() + SLICE_MS;
    setImmediate(endSlice);
  };

  const isOver = (): boolean => {
    if (endsAt === null) startSlice();
    return endsAt !== null && now() >= endsAt;
  };

  const goOnWithNext = (): void => {
    const work = waiting.shift();
    if (work?.goOn() === true) waiting.push(work);
  };

  /** Runs when the turn's other work is done. */
  const endSlice = (): void => {
    endsAt = null;
    if (waiting.length === 0) return;
    startSlice();
    do goOnWithNext();
    while (waiting.length > 0 && !isOver());
  };

  return {
    isOver,
    later: (work) => {
      waiting.push(work);
      if (endsAt === null) startSlice();
    },
  };
};
