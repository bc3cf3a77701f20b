/** A worker's number, and its link to its supervisor. */
import cluster from 'node:cluster';
import { startTimeout } from '../concurrency/timeout.ts';
import type { AddTogether } from '../gateway/admission/shared-counts.ts';
import type { Metrics } from '../gateway/observability/metrics/metrics.ts';
import { printMerged } from '../gateway/observability/metrics/process.ts';
import { type Order, type Report, readOrder } from './messages.ts';

/** The number of this process; null when it is no worker. */
export const ownWorkerNumber = (): number | null => (cluster.isWorker ? Number(process.argv[2] ?? 0) : null);

/** The supervisor as a worker sees it. */
export type SupervisorLink = ReturnType<typeof linkToSupervisor>;

/** Time that the supervisor may take to collect the metrics of all, in milliseconds; then a worker returns its own. */
const METRICS_LIMIT_MS = 2000;

/** Time that it may take to count, in milliseconds; then it counts as absent. */
const COUNT_LIMIT_MS = 1000;

/**
 * Links this worker to its supervisor.
 *
 * @throws Error when this process is no worker
 */
export const linkToSupervisor = () => {
  const { worker } = cluster;
  if (worker === undefined) throw new Error('This is no worker: start the program by dist/main.js.');
  const send = (report: Report): void => {
    // One whose supervisor has just ended is told so by the end of its connection.
    if (worker.isConnected()) worker.send(report, undefined, undefined, () => {});
  };

  const listeners = new Set<(order: Order) => void>();
  process.on('message', (message) => {
    const order = readOrder(message);
    if (order !== null) for (const listener of listeners) listener(order);
  });
  const orderOf = <Kind extends Order['kind']>(kind: Kind): Promise<Extract<Order, { kind: Kind }>> =>
    new Promise((resolve) => {
      const isAwaited = (order: Order): order is Extract<Order, { kind: Kind }> => order.kind === kind;
      listeners.add((order) => {
        if (isAwaited(order)) resolve(order);
      });
    });
  const begin = orderOf('begin');
  const stopAsked = orderOf('stop');

  send({ kind: 'here' });

  let lastId = 0;
  /** Sends a request to the supervisor; null when it does not respond in time. */
  const request = <Result>(
    message: (id: number) => Report,
    resultOf: (order: Order, id: number) => Result | null,
    limitMs: number,
  ): Promise<Result | null> =>
    new Promise((resolve) => {
      lastId += 1;
      const id = lastId;
      const end = (result: Result | null): void => {
        stopTimeout();
        listeners.delete(onOrder);
        resolve(result);
      };
      const onOrder = (order: Order): void => {
        const result = resultOf(order, id);
        if (result !== null) end(result);
      };
      const stopTimeout = startTimeout(() => end(null), limitMs);
      listeners.add(onOrder);
      send(message(id));
    });

  const collectAll = (): Promise<readonly object[] | null> =>
    request<readonly object[]>(
      (id) => ({ kind: 'measure all', id }),
      (order, id) => (order.kind === 'measured' && order.id === id ? order.snapshots : null),
      METRICS_LIMIT_MS,
    );

  let ownMetrics: Metrics | null = null;
  const reportMetrics = async (metrics: Metrics): Promise<void> => {
    const snapshot = await metrics.snapshot();
    send({ kind: 'own metrics', snapshot: snapshot.map((metric) => ({ ...metric })) });
  };

  return {
    /** Resolves with what to begin with. */
    begin,
    /** Resolves when the worker is to stop. */
    stopAsked,
    report: send,
    /** Counts together with the other workers. */
    countTogether: (async ({ name, windowS }, key, points) => {
      const total = await request(
        (id) => ({ kind: 'count', id, name, windowS, key, points }),
        (order, id) => (order.kind === 'counted' && order.id === id ? order.total : null),
        COUNT_LIMIT_MS,
      );
      if (total === null) throw new Error('The supervisor does not count in time.');
      return total;
    }) satisfies AddTogether,
    /** Makes of the metrics of this worker those of all, which it asks the supervisor for. */
    shareMetrics: (metrics: Metrics): Metrics => {
      listeners.add((order) => {
        if (order.kind === 'measure') void reportMetrics(metrics);
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
    /** Reports the last metrics and disconnects, so that the process can end. */
    leave: async (): Promise<void> => {
      if (ownMetrics !== null) await reportMetrics(ownMetrics);
      worker.disconnect();
    },
  };
};
