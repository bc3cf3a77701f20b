/** Ends a process whose event loop is blocked, so that its platform restarts it. */
import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Logger } from '../log/logger.ts';
import { BEAT_MS } from './missed-beats.ts';

/** Options of the watchdog. */
interface EventLoopWatchdogOptions {
  /** Time that the event loop may block, in seconds. */
  readonly limitS: number;
  readonly log: Logger;
  /** True when the log goes to a terminal. */
  readonly isTerminal: boolean;
}

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

const formOf = ({ log, isTerminal }: EventLoopWatchdogOptions): WatchdogData['lastLine'] => {
  if (!log.isLevelEnabled('fatal')) return 'none';
  return isTerminal ? 'text' : 'json';
};

/**
 * Watches over the event loop of this process as long as it lives: a thread of its own ends it with SIGKILL when the loop stood for
 * too long, with a last line in the log. Keeps no process alive.
 */
export const watchEventLoop = (options: EventLoopWatchdogOptions): void => {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const debugged = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const beat = (): void => {
    Atomics.store(debugged, 0, isDebugged() ? 1 : 0);
    Atomics.add(beats, 0, 1);
  };
  beat();
  const workerData: WatchdogData = { beats, debugged, limitS: options.limitS, lastLine: formOf(options) };
  const thread = new Worker(new URL('./watchdog-thread.js', import.meta.url), {
    name: 'event loop watchdog',
    workerData,
    resourceLimits,
    // What is loaded into the process by NODE_OPTIONS, such as agents, is not loaded into the thread.
    execArgv: [],
    env: {},
  });
  // Serving is worth more than being watched.
  thread.on('error', (error) => options.log.error({ err: error }, 'the event loop is not watched any more'));
  thread.unref();
  setInterval(beat, BEAT_MS).unref();
};

/** Returns whether a debugger may stop this process. */
export const isDebugged = (): boolean => inspector.url() !== undefined;
