/** Asking all workers for their metrics, for the one that was asked for those of all. */
import type { Report } from './messages.ts';
import type { WorkerProcess } from './worker-process.ts';

type Snapshot = Extract<Report, { kind: 'own metrics' }>['snapshot'];

/** How long a worker may take to tell its metrics, in milliseconds; it is left out then. */
const LIMIT_MS = 1000;

/** Collects metrics of workers. */
export interface MetricsCollector {
  /** Asks workers, and resolves with what those say that answer in time. */
  collect(workers: Iterable<WorkerProcess>): Promise<Snapshot[]>;
  /** Takes an answer. */
  take(worker: WorkerProcess, report: Extract<Report, { kind: 'own metrics' }>): void;
}

interface Collection {
  readonly missing: Set<WorkerProcess>;
  readonly snapshots: Snapshot[];
  readonly end: () => void;
}

/** Creates a collector. */
export const createMetricsCollector = (limitMs: number = LIMIT_MS): MetricsCollector => {
  const collections = new Map<number, Collection>();
  let lastId = 0;
  return {
    collect: (workers) =>
      new Promise((resolve) => {
        const missing = new Set(workers);
        const snapshots: Snapshot[] = [];
        lastId += 1;
        const id = lastId;
        const end = (): void => {
          clearTimeout(timer);
          collections.delete(id);
          resolve(snapshots);
        };
        const timer = setTimeout(end, limitMs);
        collections.set(id, { missing, snapshots, end });
        for (const worker of missing) worker.tell({ kind: 'measure', id });
        if (missing.size === 0) end();
      }),
    take: (worker, { id, snapshot }) => {
      const collection = collections.get(id);
      if (collection === undefined || !collection.missing.delete(worker)) return;
      collection.snapshots.push(snapshot);
      if (collection.missing.size === 0) collection.end();
    },
  };
};
