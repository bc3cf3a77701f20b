/** Work of which only so much may go on at a time. */
import { Refusal } from './refusal.ts';

/**
 * Runs a task when its turn has come.
 *
 * @throws Refusal 503 when too many wait already, and whatever the task throws
 */
export type RunTask = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Creates what runs tasks in the order in which they came, at most so many at a time, while at most so many wait. */
export const createTaskLimiter = (mostRunning: number, mostWaiting: number): RunTask => {
  const waiting: (() => void)[] = [];
  let running = 0;
  const enter = async (): Promise<void> => {
    if (running < mostRunning) {
      running += 1;
      return;
    }
    if (waiting.length >= mostWaiting) throw new Refusal(503, 'The service is busy.', { 'Retry-After': '1' });
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  };
  return async (task) => {
    await enter();
    try {
      return await task();
    } finally {
      // The place of a task that ended goes to the one that waited longest.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
