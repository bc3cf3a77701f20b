/** A worker's side of the talk with its supervisor. */
import cluster from 'node:cluster';
import { printMerged } from '../gateway/merged-metrics.ts';
import type { Metrics } from '../gateway/metrics.ts';
import { type Order, type Report, readOrder } from './messages.ts';

/** The supervisor as a worker sees it. */
export interface SupervisorLink {
  /** Resolves with what to begin with. */
  readonly begin: Promise<Extract<Order, { kind: 'begin' }>>;
  /** Resolves when the worker is to stop. */
  readonly stopAsked: Promise<void>;
  tell(report: Report): void;
  /** Makes of the metrics of this worker those of all, which it asks the supervisor for. */
  shareMetrics(metrics: Metrics): Metrics;
  /** Leaves, so that the process can end. */
  leave(): void;
}

/** How long the supervisor may take to tell the metrics of all, in milliseconds; then a worker tells its own. */
const METRICS_LIMIT_MS = 2000;

/**
 * Links this worker to its supervisor.
 *
 * @throws Error when this process is no worker
 */
export const linkToSupervisor = (): SupervisorLink => {
  const { worker } = cluster;
  if (worker === undefined) throw new Error('This is no worker: start the program by dist/main.js.');
  const tell = (report: Report): void => {
    if (worker.isConnected()) worker.send(report);
  };

  const listeners = new Set<(order: Order) => void>();
  process.on('message', (message) => {
    const order = readOrder(message);
    if (order !== null) for (const listener of listeners) listener(order);
  });
  const begin = new Promise<Extract<Order, { kind: 'begin' }>>((resolve) => {
    listeners.add((order) => {
      if (order.kind === 'begin') resolve(order);
    });
  });
  const stopAsked = new Promise<void>((resolve) => {
    listeners.add((order) => {
      if (order.kind === 'stop') resolve();
    });
  });

  tell({ kind: 'here' });

  let lastId = 0;
  const collectAll = (): Promise<readonly object[] | null> =>
    new Promise((resolve) => {
      lastId += 1;
      const id = lastId;
      const end = (snapshots: readonly object[] | null): void => {
        clearTimeout(timer);
        listeners.delete(onOrder);
        resolve(snapshots);
      };
      const onOrder = (order: Order): void => {
        if (order.kind === 'measured' && order.id === id) end(order.snapshots);
      };
      const timer = setTimeout(end, METRICS_LIMIT_MS, null);
      listeners.add(onOrder);
      tell({ kind: 'measure all', id });
    });

  return {
    begin,
    stopAsked,
    tell,
    shareMetrics: (metrics) => {
      listeners.add((order) => {
        if (order.kind !== 'measure') return;
        void metrics.snapshot().then((snapshot) => {
          tell({ kind: 'own metrics', id: order.id, snapshot: snapshot.map((metric) => ({ ...metric })) });
        });
      });
      return {
        ...metrics,
        print: async () => {
          const snapshots = await collectAll();
          return snapshots === null ? metrics.print() : printMerged(snapshots);
        },
      };
    },
    leave: () => {
      worker.disconnect();
    },
  };
};
