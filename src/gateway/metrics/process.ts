/** Metrics of the process: processor, memory, event loop, garbage collection. They are the same for all that runs in it. */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

let registry: Registry | null = null;

/** How busy the event loop is: the rate of active seconds is its utilisation, from 0 to 1. */
const countEventLoopTime = (registers: Registry[]): void => {
  void new Counter({
    name: 'nodejs_eventloop_active_seconds_total',
    help: 'Seconds that the event loop was busy since the start; its rate is the utilisation of the event loop.',
    registers,
    collect() {
      this.reset();
      this.inc(performance.eventLoopUtilization().active / 1000);
    },
  });
};

/** How large the heap may become before the process ends for lack of memory. */
const tellHeapLimit = (registers: Registry[]): void => {
  new Gauge({
    name: 'nodejs_heap_size_limit_bytes',
    help: 'Bytes that the heap may have at most.',
    registers,
  }).set(getHeapStatistics().heap_size_limit);
};

/** The metrics of this process, under the names that every program on Node has. Collected from the first use on. */
export const processRegistry = (): Registry => {
  if (registry === null) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
    countEventLoopTime([registry]);
    tellHeapLimit([registry]);
  }
  return registry;
};
