/** Numbers of workers, from 0 on: in the log, in the metrics, and in the command line of the process. */
import cluster from 'node:cluster';

/** The lowest number that none of them has. */
export const lowestFreeNumber = (taken: readonly number[]): number => {
  let free = 0;
  while (taken.includes(free)) free += 1;
  return free;
};

/** Returns the arguments of a worker with a number. */
export const argumentsOfWorker = (number: number): string[] => [String(number)];

/** The number of this process; null when it is no worker. */
export const ownWorkerNumber = (): number | null => (cluster.isWorker ? Number(process.argv[2] ?? 0) : null);
