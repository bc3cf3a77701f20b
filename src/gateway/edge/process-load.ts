/** How busy the process is. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** How busy the process was since the reading before. */
export interface ProcessLoad {
  /** By how much the event loop was late, in milliseconds: 99 of 100 times it was less. */
  readonly eventLoopMs: number;
  /** Share of the heap's limit that is used. */
  readonly heapPercent: number;
}

/** Measures the process until it is disposed of. */
export interface LoadMeter extends Disposable {
  read(): ProcessLoad;
}

const RESOLUTION_MS = 20;

/** Begins to measure. */
export const measureProcess = (): LoadMeter => {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
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
      return { eventLoopMs, heapPercent: (100 * used_heap_size) / heap_size_limit };
    },
    [Symbol.dispose]: () => {
      delay.disable();
    },
  };
};
