/** Sheds load: what the process cannot do in time is refused at once, so that what it has begun gets done. */

import type { Logger } from '../../log/logger.ts';
import type { GatewayResponse } from '../http/node-response.ts';
import { type LoadMeter, measureProcess } from './process-load.ts';

/** From when on the gateway takes no more. */
export interface OverloadLimits {
  /** Requests for operations, invoices and photos that are under way at once. */
  readonly maxInFlight: number;
  /** Delay of the event loop in milliseconds, for a second. */
  readonly eventLoopMs: number;
  /** Share of the memory: of the heap's limit, and of all that the process may have. */
  readonly memoryPercent: number;
  /** Number of processes that share the memory; one unless given. */
  readonly processes?: number;
}

/** Resource that is exhausted. */
export type OverloadReason = 'in_flight' | 'event_loop' | 'memory';

/** Sources of the load: the process and its clock unless given. */
export interface OverloadSource {
  readonly meter: LoadMeter;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** Whether it is counted as under way. */
type Place = Pick<GatewayResponse, 'isUnderWay'>;

/** Watches over the load. */
export interface LoadShedder extends Disposable {
  /** Why nothing more can be taken now; null when it can. */
  reason(): OverloadReason | null;
  /** Counts a request, or what outlives it, as under way. */
  enter(response: Place): void;
  /** Counts it no more; does nothing for one that was not let in. */
  leave(response: Place): void;
  readonly inFlight: number;
  /** Looks at the load; done by itself several times a second. */
  look(): void;
}

const LOOK_MS = 250;
/** One hiccup is no overload: it is over when it is seen. */
const SUSTAINED_MS = 1_000;
/** Interval at which garbage is collected while memory is short: a process that refuses everything makes too little for V8 to begin. */
const COLLECT_MS = 5_000;

/** Begins to watch. */
export const createLoadShedder = (
  limits: OverloadLimits,
  log: Logger,
  { meter = measureProcess(limits.processes), now = () => performance.now() }: Partial<OverloadSource> = {},
): LoadShedder => {
  let inFlight = 0;
  let lateSince: number | null = null;
  let measured: OverloadReason | null = null;
  let collectedAt = Number.NEGATIVE_INFINITY;

  const look = (): void => {
    const { eventLoopMs, memoryPercent } = meter.read();
    lateSince = eventLoopMs > limits.eventLoopMs ? (lateSince ?? now()) : null;
    const isLate = lateSince !== null && now() - lateSince >= SUSTAINED_MS;
    const found = memoryPercent > limits.memoryPercent ? 'memory' : isLate ? 'event_loop' : null;
    if (found !== null && measured === null) log.warn({ reason: found, eventLoopMs, memoryPercent }, 'Overloaded.');
    if (found === null && measured !== null) log.info({ eventLoopMs, memoryPercent }, 'No longer overloaded.');
    measured = found;
    if (found === 'memory' && now() - collectedAt >= COLLECT_MS) {
      meter.collect();
      collectedAt = now();
    }
  };
  const timer = setInterval(look, LOOK_MS).unref();

  return {
    reason: () => {
      if (measured !== null) return measured;
      return inFlight >= limits.maxInFlight ? 'in_flight' : null;
    },
    enter: (response) => {
      response.isUnderWay = true;
      inFlight += 1;
    },
    leave: (response) => {
      if (!response.isUnderWay) return;
      response.isUnderWay = false;
      inFlight -= 1;
    },
    get inFlight() {
      return inFlight;
    },
    look,
    [Symbol.dispose]: () => {
      clearInterval(timer);
      meter[Symbol.dispose]();
    },
  };
};
