/** Metrics of a supervisor and its process, and collection of those of all workers, for the one that serves them. */
import { Registry } from 'prom-client';
import { startTimeout } from '../concurrency/timeout.ts';
import { mergeSnapshots } from '../gateway/observability/merged-metrics.ts';
import {
  type WorkerNumbers,
  countWorkersIn,
  processRegistry,
  snapshotOfProcess,
} from '../gateway/observability/metrics/process.ts';
import type { Report } from './messages.ts';
import type { WorkerProcess } from './worker-process.ts';

/** Creates the metrics of a supervisor. */
export const createWorkerTally = (numbers: WorkerNumbers) => {
  const registry = new Registry();
  const ofProcess = processRegistry('supervisor');
  return {
    countReplacement: countWorkersIn(registry, numbers),
    /** Every metric, to be put together with those of workers. */
    snapshot: async (): Promise<Record<string, unknown>[]> => {
      const metrics = [...(await registry.getMetricsAsJSON()), ...(await snapshotOfProcess(ofProcess))];
      return metrics.map((metric) => ({ ...metric }));
    },
  };
};

type Snapshot = Extract<Report, { kind: 'own metrics' }>['snapshot'];

/** Time that a worker may take to report its metrics, in milliseconds; then its last report counts, and nobody waits for it again until it has responded. */
const LIMIT_MS = 500;

interface Collection {
  readonly missing: Set<WorkerProcess>;
  readonly end: () => void;
}

/** Returns the metrics that only grow: counts of a process are still true when it is gone, measurements are not. */
const countsOf = (snapshot: Snapshot): Snapshot =>
  snapshot.filter(({ type }) => type === 'counter' || type === 'histogram');

/** Creates a collector of the metrics of workers. What they have counted never becomes less, also when one of them dies. */
export const createMetricsCollector = (limitMs: number = LIMIT_MS) => {
  const collections = new Map<number, Collection>();
  const reported = new Map<WorkerProcess, Snapshot>();
  /** Workers whose report is overdue. */
  const late = new Set<WorkerProcess>();
  let ofGone: Promise<Snapshot> = Promise.resolve([]);
  let lastId = 0;

  const ask = (workers: readonly WorkerProcess[]): Promise<void> =>
    new Promise((resolve) => {
      const missing = new Set(workers.filter((worker) => !late.has(worker)));
      lastId += 1;
      const id = lastId;
      const end = (): void => {
        stopTimeout();
        collections.delete(id);
        resolve();
      };
      const stopTimeout = startTimeout(() => {
        for (const worker of missing) late.add(worker);
        end();
      }, limitMs);
      collections.set(id, { missing, end });
      for (const worker of missing) worker.send({ kind: 'measure', id });
      if (missing.size === 0) end();
    });

  const recordReport = (worker: WorkerProcess, { missing, end }: Collection): boolean => {
    const wasMissing = missing.delete(worker);
    if (wasMissing && missing.size === 0) end();
    return wasMissing;
  };

  return {
    /** Asks workers, and resolves with what they say, and with what those counted that are gone. */
    collect: async (workers: Iterable<WorkerProcess>): Promise<Snapshot[]> => {
      const asked = [...workers];
      await ask(asked);
      // One that died meanwhile is among those that are gone.
      const ofLiving = asked.map((worker) => reported.get(worker) ?? []);
      return [await ofGone, ...ofLiving].filter((snapshot) => snapshot.length > 0);
    },
    /** Takes a report. */
    take: (worker: WorkerProcess, { id, snapshot }: Extract<Report, { kind: 'own metrics' }>): void => {
      if (id === null) {
        reported.set(worker, snapshot);
        return;
      }
      const collection = collections.get(id);
      // A report that comes late is as good as any other, for the next to ask.
      if (late.delete(worker)) reported.set(worker, snapshot);
      if (collection?.missing.has(worker) !== true) return;
      reported.set(worker, snapshot);
      recordReport(worker, collection);
    },
    /** Keeps what a worker that is gone had counted at its last report: as it left, or when it was asked before it died. */
    keep: (worker: WorkerProcess): void => {
      const counts = countsOf(reported.get(worker) ?? []);
      reported.delete(worker);
      late.delete(worker);
      if (counts.length > 0) ofGone = ofGone.then((before) => mergeSnapshots([before, counts]));
      for (const collection of collections.values()) recordReport(worker, collection);
    },
  };
};
