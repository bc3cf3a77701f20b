/** Asking all workers for their metrics, for the one that was asked for those of all. */
import { mergeSnapshots } from '../gateway/observability/merged-metrics.ts';
import type { Report } from './messages.ts';
import type { WorkerProcess } from './worker-process.ts';

type Snapshot = Extract<Report, { kind: 'own metrics' }>['snapshot'];

/** How long a worker may take to tell its metrics, in milliseconds; what it told last counts then, and nobody waits for it again until it has answered. */
const LIMIT_MS = 500;

/** Collects metrics of workers. What they have counted never becomes less, also when one of them dies. */
export interface MetricsCollector {
  /** Asks workers, and resolves with what they say, and with what those counted that are gone. */
  collect(workers: Iterable<WorkerProcess>): Promise<Snapshot[]>;
  /** Takes an answer. */
  take(worker: WorkerProcess, report: Extract<Report, { kind: 'own metrics' }>): void;
  /** Keeps what a worker that is gone had counted when it told that last: as it left, or when it was asked before it died. */
  keep(worker: WorkerProcess): void;
}

interface Collection {
  readonly missing: Set<WorkerProcess>;
  readonly end: () => void;
}

/** What only grows: what a process has counted is still true when it is gone, what it measured is not. */
const countsOf = (snapshot: Snapshot): Snapshot =>
  snapshot.filter(({ type }) => type === 'counter' || type === 'histogram');

/** Creates a collector. */
export const createMetricsCollector = (limitMs: number = LIMIT_MS): MetricsCollector => {
  const collections = new Map<number, Collection>();
  const told = new Map<WorkerProcess, Snapshot>();
  /** Workers that owe an answer. */
  const late = new Set<WorkerProcess>();
  let ofGone: Promise<Snapshot> = Promise.resolve([]);
  let lastId = 0;

  const ask = (workers: readonly WorkerProcess[]): Promise<void> =>
    new Promise((resolve) => {
      const missing = new Set(workers.filter((worker) => !late.has(worker)));
      lastId += 1;
      const id = lastId;
      const end = (): void => {
        clearTimeout(timer);
        collections.delete(id);
        resolve();
      };
      const timer = setTimeout(() => {
        for (const worker of missing) late.add(worker);
        end();
      }, limitMs);
      collections.set(id, { missing, end });
      for (const worker of missing) worker.tell({ kind: 'measure', id });
      if (missing.size === 0) end();
    });

  const noteAnswer = (worker: WorkerProcess, { missing, end }: Collection): boolean => {
    const wasMissing = missing.delete(worker);
    if (wasMissing && missing.size === 0) end();
    return wasMissing;
  };

  return {
    collect: async (workers) => {
      const asked = [...workers];
      await ask(asked);
      // One that died meanwhile is among those that are gone.
      const ofLiving = asked.map((worker) => told.get(worker) ?? []);
      return [await ofGone, ...ofLiving].filter((snapshot) => snapshot.length > 0);
    },
    take: (worker, { id, snapshot }) => {
      if (id === null) {
        told.set(worker, snapshot);
        return;
      }
      const collection = collections.get(id);
      // An answer that comes late is as good as any other, for the next to ask.
      if (late.delete(worker)) told.set(worker, snapshot);
      if (collection?.missing.has(worker) !== true) return;
      told.set(worker, snapshot);
      noteAnswer(worker, collection);
    },
    keep: (worker) => {
      const counts = countsOf(told.get(worker) ?? []);
      told.delete(worker);
      late.delete(worker);
      if (counts.length > 0) ofGone = ofGone.then((before) => mergeSnapshots([before, counts]));
      for (const collection of collections.values()) noteAnswer(worker, collection);
    },
  };
};
