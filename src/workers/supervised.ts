/** A worker's side of the talk with its supervisor. */
import cluster from 'node:cluster';
import type { AddTogether } from '../gateway/admission/shared-counts.ts';
import { printMerged } from '../gateway/observability/merged-metrics.ts';
import type { Metrics } from '../gateway/observability/metrics/metrics.ts';
import { type Order, type Report, readOrder } from './messages.ts';

/** The supervisor as a worker sees it. */
export interface SupervisorLink {
  /** Resolves with what to begin with. */
  readonly begin: Promise<Extract<Order, { kind: 'begin' }>>;
  /** Resolves when the worker is to stop. */
  readonly stopAsked: Promise<Extract<Order, { kind: 'stop' }>>;
  tell(report: Report): void;
  /** Counts together with the other workers. */
  readonly countTogether: AddTogether;
  /** Makes of the metrics of this worker those of all, which it asks the supervisor for. */
  shareMetrics(metrics: Metrics): Metrics;
  /** Tells the last metrics and leaves, so that the process can end. */
  leave(): Promise<void>;
}

/** How long the supervisor may take to tell the metrics of all, in milliseconds; then a worker tells its own. */
const METRICS_LIMIT_MS = 2000;

/** How long it may take to count, in milliseconds; then it is as good as none. */
const COUNT_LIMIT_MS = 1000;

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
  const stopAsked = new Promise<Extract<Order, { kind: 'stop' }>>((resolve) => {
    listeners.add((order) => {
      if (order.kind === 'stop') resolve(order);
    });
  });

  tell({ kind: 'here' });

  let lastId = 0;
  /** Asks the supervisor something; null when it does not answer in time. */
  const ask = <Answer>(
    question: (id: number) => Report,
    answerOf: (order: Order, id: number) => Answer | null,
    limitMs: number,
  ): Promise<Answer | null> =>
    new Promise((resolve) => {
      lastId += 1;
      const id = lastId;
      const end = (answer: Answer | null): void => {
        clearTimeout(timer);
        listeners.delete(onOrder);
        resolve(answer);
      };
      const onOrder = (order: Order): void => {
        const answer = answerOf(order, id);
        if (answer !== null) end(answer);
      };
      const timer = setTimeout(end, limitMs, null);
      listeners.add(onOrder);
      tell(question(id));
    });

  const collectAll = (): Promise<readonly object[] | null> =>
    ask<readonly object[]>(
      (id) => ({ kind: 'measure all', id }),
      (order, id) => (order.kind === 'measured' && order.id === id ? order.snapshots : null),
      METRICS_LIMIT_MS,
    );

  let ownMetrics: Metrics | null = null;
  const tellMetrics = async (metrics: Metrics, id: number | null): Promise<void> => {
    const snapshot = await metrics.snapshot();
    tell({ kind: 'own metrics', id, snapshot: snapshot.map((metric) => ({ ...metric })) });
  };

  return {
    begin,
    stopAsked,
    tell,
    countTogether: async ({ name, windowS }, additions) => {
      const totals = await ask(
        (id) => ({
          kind: 'count',
          id,
          limit: { name, windowS },
          additions: additions.map(({ key, points }) => ({ key, points })),
        }),
        (order, id) => (order.kind === 'counted' && order.id === id ? order.totals : null),
        COUNT_LIMIT_MS,
      );
      if (totals === null) throw new Error('The supervisor does not count in time.');
      return totals;
    },
    shareMetrics: (metrics) => {
      listeners.add((order) => {
        if (order.kind === 'measure') void tellMetrics(metrics, order.id);
      });
      ownMetrics = metrics;
      return {
        ...metrics,
        print: async () => {
          const snapshots = await collectAll();
          return snapshots === null ? metrics.print() : printMerged(snapshots);
        },
      };
    },
    leave: async () => {
      if (ownMetrics !== null) await tellMetrics(ownMetrics, null);
      worker.disconnect();
    },
  };
};
