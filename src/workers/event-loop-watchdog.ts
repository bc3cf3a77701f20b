/** Ends a process whose event loop is blocked, so that its platform restarts it. */
import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Logger } from '../log/logger.ts';

/** Count of the signs of life that did not come. */
export type MissedBeats = ReturnType<typeof createMissedBeats>;

/** Creates the count. `limit` is the number of looks. */
export const createMissedBeats = (limit: number) => {
  let missed = 0;
  let isDebugged = false;
  return {
    /**
     * Takes a sign of life.
     *
     * @param debugged whether a debugger may stop the loop from now on: then nothing is missed until the next sign says otherwise
     */
    beat: (debugged: boolean): void => {
      missed = 0;
      isDebugged = debugged;
    },
    /**
     * To be called at a steady pace. What is counted is how often the listener looked and found nothing, and not the time: while its
     * process was stopped too, or the machine was suspended, it did not look.
     *
     * @returns true once, when as many looks in a row found nothing as make it certain
     */
    look: (): boolean => {
      if (isDebugged) return false;
      missed += 1;
      return missed === limit;
    },
  };
};

/** Interval between two looks, in milliseconds. */
export const LOOK_MS = 1000;
/** Interval between two signs of a loop, in milliseconds: at least once between two looks, also when it is late. */
export const BEAT_MS = 500;

/** Input of the watchdog's thread. */
export interface WatchdogData {
  /** Counts the signs of life of the event loop. */
  readonly beats: Int32Array<SharedArrayBuffer>;
  /** 1 while a debugger may stop the loop. */
  readonly debugged: Int32Array<SharedArrayBuffer>;
  readonly limitS: number;
  /** Form of the last line of the log. */
  readonly lastLine: 'json' | 'text' | 'none';
}

/** Memory of a thread that has a timer and nothing else, in megabytes. */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, codeRangeSizeMb: 4 } as const;

const formOf = (log: Logger): WatchdogData['lastLine'] => {
  if (!log.isLevelEnabled('fatal')) return 'none';
  return process.stdout.isTTY ? 'text' : 'json';
};

/**
 * Watches over the event loop of this process as long as it lives: a thread of its own ends it with SIGKILL when the loop stood for
 * too long, with a last line in the log. Keeps no process alive.
 *
 * @param limitS time that it may stand, in seconds, the setting `EVENT_LOOP_WATCHDOG_S`; 0 for ever
 */
export const watchEventLoop = (limitS: number, log: Logger): void => {
  if (limitS === 0) return;
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const debugged = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const beat = (): void => {
    Atomics.store(debugged, 0, isDebugged() ? 1 : 0);
    Atomics.add(beats, 0, 1);
  };
  beat();
  const workerData: WatchdogData = { beats, debugged, limitS, lastLine: formOf(log) };
  const thread = new Worker(new URL('./watchdog-thread.js', import.meta.url), {
    name: 'event loop watchdog',
    workerData,
    resourceLimits,
    // What is loaded into the process by NODE_OPTIONS, such as agents, is not loaded into the thread.
    execArgv: [],
    env: {},
  });
  // Serving is worth more than being watched.
  thread.on('error', (error) => log.error({ err: error }, 'the event loop is not watched any more'));
  thread.unref();
  setInterval(beat, BEAT_MS).unref();
};

/** Returns whether a debugger may stop this process. */
export const isDebugged = (): boolean => inspector.url() !== undefined;
