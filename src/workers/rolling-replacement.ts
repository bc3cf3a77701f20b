/** Replaces workers one after the other at SIGHUP (`cli/supervise.ts`), so that new ones re-read their files and no request is lost. */
import type { Logger } from '../log/logger.ts';
import type { WorkerProcess } from './worker-process.ts';

/** Does something later, or again and again, and gives what calls it off. */
export type Later = (action: () => void, milliseconds: number) => () => void;

/** The timers of the platform. */
export const platformLater: Later = (action, milliseconds) => {
  const timer = setTimeout(action, milliseconds);
  return () => clearTimeout(timer);
};

export const platformEvery: Later = (action, milliseconds) => {
  const timer = setInterval(action, milliseconds);
  return () => clearInterval(timer);
};

/** Things to be done later, which can be called off all together. */
export const createTimers = (later: Later) => {
  const pending = new Set<() => void>();
  return {
    schedule: (action: () => void, milliseconds: number): void => {
      const callOff = later(() => {
        pending.delete(callOff);
        action();
      }, milliseconds);
      pending.add(callOff);
    },
    callOffAll: (): void => {
      for (const callOff of pending) callOff();
      pending.clear();
    },
  };
};

/** Options of a rolling replacement. */
interface RollingReplacementOptions {
  /** The workers that run now. */
  readonly running: ReadonlySet<WorkerProcess>;
  /** Starts one more. */
  readonly launch: () => WorkerProcess;
  /** Time that a worker may take to stop, in milliseconds. */
  readonly stopMs: number;
  readonly schedule: (action: () => void, milliseconds: number) => void;
  readonly log: Logger;
}

/** Time that a new worker may take until it serves, in milliseconds. */
const START_MS = 60_000;

/** Creates it. A new worker serves before an old one stops; the first new one that does not serve ends it, and all others go on. */
export const createRollingReplacement = (options: RollingReplacementOptions) => {
  const { running, launch, stopMs, schedule, log } = options;
  /** Those still to be replaced; null while nothing is. */
  let old: WorkerProcess[] | null = null;
  /** The new one that does not serve yet. */
  let fresh: WorkerProcess | null = null;
  /** Whether it was asked for since it began: the files may have been mended, so one that does not serve does not end it. */
  let isAskedAgain = false;
  const leaving = new Set<WorkerProcess>();
  /** Address that workers serve at. */
  let servedAt: string | null = null;

  const startNext = (): void => {
    old = old?.filter((worker) => running.has(worker)) ?? [];
    if (old.length === 0) {
      old = null;
      isAskedAgain = false;
      log.info('all workers are replaced');
      return;
    }
    const started = launch();
    fresh = started;
    schedule(() => {
      if (fresh === started) started.kill();
    }, START_MS);
  };

  const begin = (): void => {
    const isUnderWay = old !== null;
    // Whoever has started already, the new ones too, has read what the files said then.
    old = [...running].filter((worker) => !leaving.has(worker));
    log.info({ workers: old.length }, 'workers are replaced one after the other');
    if (isUnderWay) isAskedAgain = true;
    else startNext();
  };

  const retire = (worker: WorkerProcess): void => {
    leaving.add(worker);
    worker.send({ kind: 'stop', isReplaced: true });
    schedule(() => {
      if (!leaving.has(worker)) return;
      log.warn({ worker: worker.number }, 'a worker did not stop in time');
      worker.kill();
    }, stopMs);
  };

  return {
    /** Begins with the workers that run now; while others are being replaced, anew with all of them. */
    begin,
    /** To be called for each worker that serves from now on, with its address. */
    onServing: (worker: WorkerProcess, url: string): void => {
      servedAt ??= url;
      if (worker !== fresh) return;
      if (url !== servedAt) {
        log.error({ url, servedAt }, 'HOST or PORT was changed, which takes a restart');
        worker.kill();
        return;
      }
      fresh = null;
      // Where the last of them died meanwhile another has its place, and the new one is one too many.
      retire(old?.find((each) => running.has(each)) ?? worker);
    },
    /** To be called for each that has ended. True: that is part of a replacement, and no other is to take its place. */
    onExit: (worker: WorkerProcess, reason: string): boolean => {
      if (worker === fresh) {
        fresh = null;
        old = null;
        log.error({ worker: worker.number, reason }, 'a new worker did not serve; no further worker is replaced');
        if (isAskedAgain) {
          isAskedAgain = false;
          begin();
        }
        return true;
      }
      if (!leaving.delete(worker)) return false;
      startNext();
      return true;
    },
    /** True for a new one that does not serve yet. */
    isFresh: (worker: WorkerProcess): boolean => worker === fresh,
    /** True when a worker serves only what it has begun. */
    isLeaving: (worker: WorkerProcess): boolean => leaving.has(worker),
  };
};
