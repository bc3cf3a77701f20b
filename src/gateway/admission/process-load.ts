/** Load of the process. */
import { totalmem } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { collectGarbage } from './collect-garbage.ts';

/** Load of the process since the reading before. */
export interface ProcessLoad {
  /** By how much the event loop was late, in milliseconds: 99 of 100 times it was less. */
  readonly eventLoopMs: number;
  /** Share of the memory that is used: of the heap's limit, or of all that the process may have, whichever is more. */
  readonly memoryPercent: number;
}

/** Measures the process until it is disposed of. */
export interface LoadMeter extends Disposable {
  read(): ProcessLoad;
  /** Frees at once what nothing refers to; takes a good part of a second when there is much. */
  collect(): void;
}

const RESOLUTION_MS = 20;

/** Bytes that the container may have, or the machine; undefined, 0 and absurd figures of the platform stand for no limit. */
const memoryLimit = (): number => {
  const constrained: number | undefined = process.constrainedMemory();
  return constrained === undefined || constrained === 0 ? totalmem() : Math.min(constrained, totalmem());
};

/**
 * Creates a reader of the memory in use, in bytes. What is resident does not fall when memory is freed (by a third only, of 750 MB
 * that responses held, measured on Node 24), so that it would not show the end of a shortage; the sum of what is held does.
 */
const createMemoryCount = (): (() => number) => {
  const used = (): number => {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const { rss, heapTotal, arrayBuffers } = process.memoryUsage();
  // Code, stacks, and what the platform keeps for itself.
  const base = Math.max(0, rss - heapTotal - arrayBuffers);
  return () => base + used();
};

/**
 * Begins to measure.
 *
 * @param processes how many share the memory
 */
export const measureProcess = (processes = 1): LoadMeter => {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const limit = memoryLimit() / processes;
  const countMemory = createMemoryCount();
  let eventLoopMs = 0;
  return {
    read: () => {
      // The first turn after a reset only marks a time. So late is the loop then that there was no other: it still is.
      if (delay.count > 0) {
        // The platform counts its own wait between two turns as delay.
        eventLoopMs = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS);
        delay.reset();
      }
      const { used_heap_size, heap_size_limit } = getHeapStatistics();
      return { eventLoopMs, memoryPercent: 100 * Math.max(used_heap_size / heap_size_limit, countMemory() / limit) };
    },
    collect: collectGarbage,
    [Symbol.dispose]: () => {
      delay.disable();
    },
  };
};
