/** Collects the metrics of all workers, for the one that serves them. */
import { startTimeout } from '../concurrency/timeout.ts';
import { mergeSnapshots } from '../gateway/observability/metrics/process.ts';
import type { Report } from './messages.ts';
import type { WorkerProcess } from './worker-process.ts';

type Snapshot = Extract<Report, { kind: 'own metrics' }>['snapshot'];

/** Time that a worker may take to report its metrics, in milliseconds; then its last report counts, and nobody waits for it again until it has responded. */
const LIMIT_MS = 500;

/** A question that a worker has not answered. */
interface Question {
  /** Resolves with the answer, or when that takes too long. */
  readonly over: Promise<void>;
  readonly end: () => void;
}

/** Returns the metrics that only grow: counts of a process are still true when it is gone, measurements are not. */
const countsOf = (snapshot: Snapshot): Snapshot =>
  snapshot.filter(({ type }) => type === 'counter' || type === 'histogram');

/** Creates a collector of the metrics of workers. What they have counted never becomes less, also when one of them dies. */
export const createMetricsCollector = (limitMs: number = LIMIT_MS) => {
  const questions = new Map<WorkerProcess, Question>();
  const reported = new Map<WorkerProcess, Snapshot>();
  let ofGone: Promise<Snapshot> = Promise.resolve([]);

  const ask = (worker: WorkerProcess): Promise<void> => {
    const open = questions.get(worker);
    if (open !== undefined) return open.over;
    let end = (): void => {};
    const over = new Promise<void>((resolve) => {
      const stopTimeout = startTimeout(resolve, limitMs);
      end = () => {
        stopTimeout();
        resolve();
      };
    });
    questions.set(worker, { over, end });
    worker.send({ kind: 'measure' });
    return over;
  };

  const endQuestion = (worker: WorkerProcess): void => {
    questions.get(worker)?.end();
    questions.delete(worker);
  };

  return {
    /** Asks workers, and resolves with what they say, and with what those counted that are gone. */
    collect: async (workers: Iterable<WorkerProcess>): Promise<Snapshot[]> => {
      const asked = [...workers];
      await Promise.all(asked.map(ask));
      // One that died meanwhile is among those that are gone.
      const ofLiving = asked.map((worker) => reported.get(worker) ?? []);
      return [await ofGone, ...ofLiving].filter((snapshot) => snapshot.length > 0);
    },
    /** Takes a report. One that comes late is as good as any other, for the next to ask. */
    take: (worker: WorkerProcess, snapshot: Snapshot): void => {
      reported.set(worker, snapshot);
      endQuestion(worker);
    },
    /** Keeps what a worker that is gone had counted at its last report: as it left, or when it was asked before it died. */
    keep: (worker: WorkerProcess): void => {
      const counts = countsOf(reported.get(worker) ?? []);
      reported.delete(worker);
      endQuestion(worker);
      if (counts.length > 0) ofGone = ofGone.then((before) => mergeSnapshots([before, counts]));
    },
  };
};
