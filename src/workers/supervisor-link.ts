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

type OrderOf<Kind extends Order['kind']> = Extract<Order, { kind: Kind }>;
type Answer = OrderOf<'measured' | 'counted'>;

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

  let ownMetrics: Metrics | null = null;
  const reportMetrics = async (metrics: Metrics): Promise<void> => {
    const snapshot = await metrics.snapshot();
    send({ kind: 'own metrics', snapshot: snapshot.map((metric) => ({ ...metric })) });
  };

  /** What waits for an answer of the supervisor, by the id of its question. */
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  /** Asks the supervisor; null when it does not answer in time. */
  const ask = (question: (id: number) => Report, limitMs: number): Promise<Answer | null> =>
    new Promise((resolve) => {
      lastId += 1;
      const id = lastId;
      const end = (answer: Answer | null): void => {
        stopTimeout();
        waiting.delete(id);
        resolve(answer);
      };
      const stopTimeout = startTimeout(() => end(null), limitMs);
      waiting.set(id, end);
      send(question(id));
    });

  let onBegin: (order: OrderOf<'begin'>) => void;
  let onStop: (order: OrderOf<'stop'>) => void;
  const begin = new Promise<OrderOf<'begin'>>((resolve) => {
    onBegin = resolve;
  });
  const stopAsked = new Promise<OrderOf<'stop'>>((resolve) => {
    onStop = resolve;
  });
  process.on('message', (message) => {
    const order = readOrder(message);
    switch (order?.kind) {
      case 'begin':
        onBegin(order);
        break;
      case 'stop':
        onStop(order);
        break;
      case 'measure':
        if (ownMetrics !== null) void reportMetrics(ownMetrics);
        break;
      case 'measured':
      case 'counted':
        waiting.get(order.id)?.(order);
        break;
      case undefined:
        break;
    }
  });
  send({ kind: 'here' });

  return {
    /** Resolves with what to begin with. */
    begin,
    /** Resolves when the worker is to stop. */
    stopAsked,
    report: send,
    /** Counts together with the other workers. */
    countTogether: (async ({ name, windowS }, key, points) => {
      const answer = await ask((id) => ({ kind: 'count', id, name, windowS, key, points }), COUNT_LIMIT_MS);
      if (answer?.kind !== 'counted') throw new Error('The supervisor does not count in time.');
      return answer.total;
    }) satisfies AddTogether,
    /** Makes of the metrics of this worker those of all, which it asks the supervisor for. */
    shareMetrics: (metrics: Metrics): Metrics => {
      ownMetrics = metrics;
      return {
        ...metrics,
        print: async () => {
          const answer = await ask((id) => ({ kind: 'measure all', id }), METRICS_LIMIT_MS);
          return answer?.kind === 'measured' ? printMerged(answer.snapshots) : metrics.print();
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
