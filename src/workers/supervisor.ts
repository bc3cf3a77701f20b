/** Keeps a number of workers running: replaces those that die, and stops them all together. */
import { Registry } from 'prom-client';
import { createWindows, type Windows } from '../gateway/admission/rate-limit.ts';
import { countWorkersIn, processRegistry, snapshotOfProcess } from '../gateway/observability/metrics/process.ts';
import type { Logger } from '../log/logger.ts';
import { createMetricsCollector } from './all-metrics.ts';
import { createMissedBeats, LOOK_MS, type MissedBeats } from './event-loop-watchdog.ts';
import type { Order, Report } from './messages.ts';
import {
  type Later,
  createRollingReplacement,
  createTimers,
  platformEvery,
  platformLater,
} from './rolling-replacement.ts';
import type { StartWorker, WorkerExit, WorkerProcess } from './worker-process.ts';

/** Options of a supervisor. Times are in milliseconds. */
export interface SupervisorOptions {
  /** Number of workers. */
  readonly count: number;
  readonly startWorker: StartWorker;
  /** First message to each. */
  readonly begin: Omit<Extract<Order, { kind: 'begin' }>, 'isReplacement'>;
  /** Time that workers may take to stop; then the rest is killed. */
  readonly stopMs: number;
  /** Seconds for which a serving worker may give no sign of life before it is replaced; 0 for ever. */
  readonly silenceS: number;
  readonly log: Logger;
  /** Does something later, and gives what calls it off. The timers of the platform unless given. */
  readonly later?: Later;
  /** Does something again and again, and gives what calls it off. The timers of the platform unless given. */
  readonly every?: Later;
  /** A clock that never goes back. */
  readonly now?: () => number;
}

/** Message of the first worker that serves. */
export type Ready = Extract<Report, { kind: 'ready' }>;

/** Workers cannot be started. */
export class WorkersFailedError extends Error {
  /** Setting that users have to change; null when that is not known. */
  readonly advice: string | null;

  constructor(message: string, advice: string | null) {
    super(message);
    this.name = 'WorkersFailedError';
    this.advice = advice;
  }
}

/** Workers that are kept running. */
export type Supervisor = ReturnType<typeof superviseWorkers>;

/** Starts that fail one after the other, with no worker that serves, before it is given up. */
const MAX_FAILED_STARTS = 5;
/** Deaths within this time make the next start wait longer. */
const DEATHS_WINDOW_MS = 60_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;

const describe = ({ code, signal }: WorkerExit): string =>
  signal === null ? `it ended with exit code ${code}` : `${signal} ended it`;

/** The lowest number that none of them has. */
const lowestFreeNumber = (workers: Iterable<WorkerProcess>): number => {
  const taken = [...workers].map(({ number }) => number);
  let free = 0;
  while (taken.includes(free)) free += 1;
  return free;
};

/** Starts the workers, and keeps them running until they are stopped or cannot be started. */
export const superviseWorkers = ({
  count,
  startWorker,
  begin,
  stopMs,
  silenceS,
  log,
  later = platformLater,
  every = platformEvery,
  now = () => performance.now(),
}: SupervisorOptions) => {
  const running = new Set<WorkerProcess>();
  /** The workers that serve, each with the signs of life that did not come. */
  const serving = new Map<WorkerProcess, MissedBeats>();
  const stuck = new Set<WorkerProcess>();
  const metrics = createMetricsCollector();
  /** Attempts to sign in as all workers count them together, by the limit. */
  const signInCounts = new Map<string, Windows>();
  const ofInstance = new Registry();
  const ofProcess = processRegistry('supervisor');
  const countReplacement = countWorkersIn(ofInstance, { configured: count, countServing: () => countServing() });
  const { schedule, callOffAll } = createTimers(later);
  const countServing = (): number =>
    [...serving.keys()].filter((each) => !stuck.has(each) && !rolling.isLeaving(each)).length;
  let deaths: number[] = [];
  let failedStarts = 0;
  /** Why the last start failed. */
  let startReason = '';
  let hasServed = false;
  let isStopping = false;
  let endedWell = true;
  let failure: WorkersFailedError | null = null;

  let announceReady: (ready: Ready) => void;
  let failReady: (error: Error) => void;
  const ready = new Promise<Ready>((resolve, reject) => {
    announceReady = resolve;
    failReady = reject;
  });
  let resolveEnded: (well: boolean) => void;
  let rejectEnded: (error: Error) => void;
  const ended = new Promise<boolean>((resolve, reject) => {
    resolveEnded = resolve;
    rejectEnded = reject;
  });
  // Whoever waits for the one may never come to wait for the other.
  for (const promise of [ready, ended]) promise.catch(() => {});

  const endIfLast = (): void => {
    if (!isStopping || running.size > 0) return;
    callOffAll();
    if (failure === null) resolveEnded(endedWell);
    else rejectEnded(failure);
  };

  const killStuck = (): void => {
    for (const [worker, missed] of serving) {
      if (!missed.look()) continue;
      log.error({ worker: worker.number, pid: worker.pid, silenceS }, 'a worker does not respond; it is killed');
      stuck.add(worker);
      worker.kill();
    }
  };
  const stopWatching = silenceS === 0 ? () => {} : every(killStuck, LOOK_MS);

  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    // From now on workers have as long as a stop may take.
    stopWatching();
    for (const worker of running) worker.send({ kind: 'stop', isReplaced: false });
    callOffAll();
    const killTheRest = (): void => {
      for (const worker of running) {
        log.warn({ worker: worker.number }, 'a worker did not stop in time');
        worker.kill();
      }
    };
    schedule(killTheRest, stopMs);
    endIfLast();
  };

  const giveUp = (error: WorkersFailedError): void => {
    failure ??= error;
    failReady(failure);
    stop();
  };

  const measure = async (): Promise<Record<string, unknown>[][]> => {
    const ofWorkers = await metrics.collect(serving.keys());
    const own = [...(await ofInstance.getMetricsAsJSON()), ...(await snapshotOfProcess(ofProcess))];
    return [...ofWorkers, own.map((metric) => ({ ...metric }))];
  };

  const addToCount = ({ name, windowS, key, points }: Extract<Report, { kind: 'count' }>) => {
    const windows = signInCounts.get(name) ?? createWindows(windowS, now);
    signInCounts.set(name, windows);
    return windows.add(key, points);
  };

  const onReport = (worker: WorkerProcess, report: Report, recordReason: (reason: string) => void): void => {
    switch (report.kind) {
      case 'here':
        worker.send({ ...begin, isReplacement: rolling.isFresh(worker) });
        if (isStopping) worker.send({ kind: 'stop', isReplaced: false });
        break;
      case 'ready':
        serving.set(worker, createMissedBeats(silenceS));
        failedStarts = 0;
        hasServed = true;
        announceReady(report);
        log.info({ worker: worker.number, pid: worker.pid }, 'a worker serves');
        rolling.onServing(worker, report.url);
        break;
      case 'failed':
        recordReason(report.reason);
        if (report.advice !== null && serving.size === 0) giveUp(new WorkersFailedError(report.reason, report.advice));
        break;
      case 'alive':
        serving.get(worker)?.beat(report.debugged);
        break;
      case 'count':
        worker.send({ kind: 'counted', id: report.id, total: addToCount(report) });
        break;
      case 'own metrics':
        metrics.take(worker, report.snapshot);
        break;
      case 'measure all':
        void measure().then((snapshots) => worker.send({ kind: 'measured', id: report.id, snapshots }));
        break;
    }
  };

  const onExit = (worker: WorkerProcess, exit: WorkerExit, reason: string): void => {
    running.delete(worker);
    const wasServing = serving.delete(worker);
    const wasStuck = stuck.delete(worker);
    metrics.keep(worker);
    if (isStopping) {
      if (exit.code !== 0) endedWell = false;
      endIfLast();
      return;
    }
    if (rolling.onExit(worker, reason)) return;
    if (!wasServing) {
      failedStarts += 1;
      startReason = reason;
    }
    if (failedStarts >= MAX_FAILED_STARTS && serving.size === 0) {
      giveUp(new WorkersFailedError(`Workers keep dying at startup. Reason of the last one: ${startReason}`, null));
      endIfLast();
      return;
    }
    deaths = [...deaths.filter((at) => now() - at < DEATHS_WINDOW_MS), now()];
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (deaths.length - 1), MAX_PAUSE_MS);
    countReplacement(wasStuck ? 'stuck' : 'died');
    log.error({ worker: worker.number, ...exit, reason, pauseMs }, 'a worker died; another takes its place');
    schedule(launch, pauseMs);
  };

  const launch = (): WorkerProcess => {
    const worker = startWorker(lowestFreeNumber(running));
    let reason: string | null = null;
    running.add(worker);
    worker.onReport((report) =>
      onReport(worker, report, (said) => {
        reason = said;
      }),
    );
    void worker.exited.then((exit) => onExit(worker, exit, reason ?? describe(exit)));
    return worker;
  };

  const rolling = createRollingReplacement({ running, launch, stopMs, schedule, log });

  for (let started = 0; started < count; started += 1) launch();
  return {
    /**
     * Resolves when the first worker serves.
     *
     * @throws WorkersFailedError when none can
     */
    ready,
    /** Resolves when all have ended after `stop`: true when each of them ended well. Rejects likewise. */
    ended,
    /** Returns whether a worker serves, and no stop has begun. */
    isReady: (): boolean => !isStopping && countServing() > 0,
    /** Collects the metrics of all workers that serve, and what those counted that are gone. */
    measure,
    /** Stops all without losing a response. */
    stop,
    /** Replaces all one after the other, without losing a response; none before the first serves. */
    replaceAll: (): void => {
      if (!hasServed) log.warn('the workers do not serve yet; none is replaced');
      else if (!isStopping) rolling.begin();
    },
  };
};
