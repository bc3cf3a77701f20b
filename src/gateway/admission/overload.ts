/** Sheds load: what the process cannot do in time is refused at once, so that what it has begun gets done. */
import { totalmem } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LRUCache } from 'lru-cache';
import type { Logger } from '../../log/logger.ts';
import { hasShare } from '../../rest/share.ts';
import { milliseconds, wholeNumber } from '../../settings/kinds.ts';
import { settingIn, type ValuesOf } from '../../settings/setting.ts';
import type { CallerPlaces, GatewayResponse } from '../http/gateway-response.ts';

let collect: unknown;

/** Frees what nothing refers to. */
export const collectGarbage = (): void => {
  if (collect === undefined) {
    // V8 shows it to contexts that begin after this; to others, and so to the code that runs here, it does not.
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc');
    setFlagsFromString('--no-expose-gc');
  }
  if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
};

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

const limit = settingIn('Limits');

/** From when on the gateway takes no more. */
export const overloadSettings = {
  maxInFlight: limit('MAX_OPERATIONS_IN_FLIGHT', wholeNumber(1, 100_000), {
    what: 'Concurrent operations, invoices and photos; further ones get 503 and `Retry-After: 1`.',
    default: 500,
    example: '1000',
  }),
  eventLoopMs: limit('OVERLOAD_EVENT_LOOP_MS', milliseconds(1), {
    what: 'Reject with 503 while the p99 event-loop delay has exceeded this for one second.',
    default: 200,
    example: '500',
  }),
  memoryPercent: limit('OVERLOAD_MEMORY_PERCENT', wholeNumber(1, 100), {
    what: 'Reject with 503 while more than this percentage of the memory is used: of the maximum heap, or of what the container (otherwise the machine) has per worker.',
    default: 85,
    example: '90',
  }),
};

/** These limits, for each of several processes. */
export interface OverloadLimits extends ValuesOf<typeof overloadSettings> {
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

/** Whether it is counted as under way, and for whom. */
type Place = Pick<GatewayResponse, 'isUnderWay' | 'places'>;

const LOOK_MS = 250;
/** One hiccup is no overload: it is over when it is seen. */
const SUSTAINED_MS = 1_000;
/** Interval at which garbage is collected while memory is short: a process that refuses everything makes too little for V8 to begin. */
const COLLECT_MS = 5_000;
/** Callers that are remembered; what one has under way for longer than so many others take counts for nobody. */
const MOST_CALLERS = 10_000;
/** Places that a caller may have whatever is left. */
const FREE_OF_CALLER = 4;

/** Begins to watch. */
export const createLoadShedder = (
  limits: OverloadLimits,
  log: Logger,
  { meter = measureProcess(limits.processes), now = () => performance.now() }: Partial<OverloadSource> = {},
) => {
  const callers = new LRUCache<string, CallerPlaces>({ maxSize: MOST_CALLERS, sizeCalculation: () => 1 });
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
    /** Places of a caller; null for one who cannot be told apart. */
    placesOf: (caller: string | null): CallerPlaces | null => {
      if (caller === null) return null;
      const known = callers.get(caller);
      if (known !== undefined) return known;
      const places = { caller, held: 0 };
      callers.set(caller, places);
      return places;
    },
    /** Why nothing more of a caller, who is told apart if `places` are given, can be taken now; null when it can. */
    reason: (places?: CallerPlaces | null): OverloadReason | null => {
      if (measured !== null) return measured;
      const left = limits.maxInFlight - inFlight;
      const held = places?.held ?? 0;
      return left > 0 && (held < FREE_OF_CALLER || hasShare(held, left)) ? null : 'in_flight';
    },
    /** Counts a request, or what outlives it, as under way. */
    enter: (response: Place): void => {
      response.isUnderWay = true;
      inFlight += 1;
      if (response.places !== null) response.places.held += 1;
    },
    /** Counts it no more; does nothing for one that was not let in. */
    leave: (response: Place): void => {
      if (!response.isUnderWay) return;
      response.isUnderWay = false;
      inFlight -= 1;
      if (response.places !== null) response.places.held -= 1;
    },
    get inFlight() {
      return inFlight;
    },
    /** Looks at the load; done by itself several times a second. */
    look,
    [Symbol.dispose]: (): void => {
      clearInterval(timer);
      meter[Symbol.dispose]();
    },
  };
};

/** Watches over the load. */
export type LoadShedder = ReturnType<typeof createLoadShedder>;
