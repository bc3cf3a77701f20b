/** Workers as processes of their own that share a port. */
import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { type Order, type Report, readReport } from './messages.ts';

/** End of a process. */
export interface WorkerExit {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
}

/** A worker as its supervisor sees it. */
export interface WorkerProcess {
  /** From 0 on; one that takes the place of another has its number. */
  readonly number: number;
  /** Of the process; null when it could not be started. */
  readonly pid: number | null;
  /** Resolves when it has ended. */
  readonly exited: Promise<WorkerExit>;
  /** Sends a message; one that comes too late is lost. */
  send(order: Order): void;
  /** Takes what it says. */
  onReport(listener: (report: Report) => void): void;
  /** Ends it at once. */
  kill(): void;
}

/** Starts a worker of a number. */
export type StartWorker = (number: number) => WorkerProcess;

/** Prepares this process to start workers. */
export const prepareWorkers = (): StartWorker => {
  const exec = fileURLToPath(new URL('../cli/worker.js', import.meta.url));
  return (number) => {
    // It reads its number from its arguments.
    cluster.setupPrimary({ exec, args: [String(number)], serialization: 'advanced' });
    const worker = cluster.fork();
    // It may end between two messages; its exit says how it ended.
    worker.on('error', () => {});
    return {
      number,
      pid: worker.process.pid ?? null,
      exited: new Promise((resolve) => {
        worker.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }));
      }),
      send: (order) => {
        if (worker.isConnected()) worker.send(order);
      },
      onReport: (listener) => {
        worker.on('message', (message: unknown) => {
          const report = readReport(message);
          if (report !== null) listener(report);
        });
      },
      kill: () => {
        worker.process.kill('SIGKILL');
      },
    };
  };
};
