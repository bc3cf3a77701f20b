/** Slices of time: what takes long is made in parts, so that nobody else waits for the whole of it. */
import { performance } from 'node:perf_hooks';

/** Shares the time of the process between large responses and everything else. */
export interface TimeSlices {
  /** Whether all that is made in this turn of the event loop has taken its time. */
  isOver(): boolean;
  /** Goes on in a later turn of the event loop. What came last goes first: it is part of what came before. */
  later(goOn: () => void): void;
}

/** How long all that is made in one turn of the event loop may take, in milliseconds. */
const SLICE_MS = 10;

/** @param now a clock in milliseconds that never goes back; `performance.now` unless given */
export const createTimeSlices = (now: () => number = () => performance.now()): TimeSlices => {
  /** When this turn's time is up; null before the first look in it. */
  let endsAt: number | null = null;
  const waiting: (() => void)[] = [];

  const startSlice = (): void => {
    endsAt = now() + SLICE_MS;
    setImmediate(endSlice);
  };

  const isOver = (): boolean => {
    if (endsAt === null) startSlice();
    return endsAt !== null && now() >= endsAt;
  };

  /** Runs when the turn's other work is done. */
  const endSlice = (): void => {
    endsAt = null;
    if (waiting.length === 0) return;
    startSlice();
    do waiting.pop()?.();
    while (waiting.length > 0 && !isOver());
  };

  return {
    isOver,
    later: (goOn) => {
      waiting.push(goOn);
      if (endsAt === null) startSlice();
    },
  };
};
