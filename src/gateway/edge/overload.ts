/** Sheds load: what the process cannot do in time is refused at once, so that what it has begun gets done. */
import type { ServerResponse } from 'node:http';
import type { Logger } from '../../log.ts';
import { type LoadMeter, measureProcess } from './process-load.ts';

/** From when on the gateway takes no more. */
export interface OverloadLimits {
  /** Requests for operations, invoices and photos that are under way at once. */
  readonly maxInFlight: number;
  /** Delay of the event loop in milliseconds, for a second. */
  readonly eventLoopMs: number;
  /** Share of the heap's limit. */
  readonly heapPercent: number;
}

/** What there is too much of. */
export type OverloadReason = 'in_flight' | 'event_loop' | 'heap';

/** What makes the guard testable: the process and the clock unless given. */
export interface OverloadSource {
  readonly meter: LoadMeter;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** Watches over the load. */
export interface OverloadGuard extends Disposable {
  /** Why nothing more can be taken now; null when it can. */
  reason(): OverloadReason | null;
  /** Counts a request as under way. */
  enter(response: ServerResponse): void;
  /** Counts it no more; does nothing for one that was not let in. */
  leave(response: ServerResponse): void;
  readonly inFlight: number;
  /** Looks at the load; done by itself several times a second. */
  look(): void;
}

const LOOK_MS = 250;
/** One hiccup is no overload: it is over when it is seen. */
const SUSTAINED_MS = 1_000;

/** Begins to watch. */
export const createOverloadGuard = (
  limits: OverloadLimits,
  log: Logger,
  { meter, now }: OverloadSource = { meter: measureProcess(), now: () => performance.now() },
): OverloadGuard => {
  const inFlight = new Set<ServerResponse>();
  let lateSince: number | null = null;
  let measured: OverloadReason | null = null;

  const look = (): void => {
    const { eventLoopMs, heapPercent } = meter.read();
    lateSince = eventLoopMs > limits.eventLoopMs ? (lateSince ?? now()) : null;
    const isLate = lateSince !== null && now() - lateSince >= SUSTAINED_MS;
    const found = heapPercent > limits.heapPercent ? 'heap' : isLate ? 'event_loop' : null;
    if (found !== null && measured === null) log.warn({ reason: found, eventLoopMs, heapPercent }, 'Overloaded.');
    if (found === null && measured !== null) log.info({ eventLoopMs, heapPercent }, 'No longer overloaded.');
    measured = found;
  };
  const timer = setInterval(look, LOOK_MS).unref();

  return {
    reason: () => measured ?? (inFlight.size >= limits.maxInFlight ? 'in_flight' : null),
    enter: (response) => {
      inFlight.add(response);
    },
    leave: (response) => {
      inFlight.delete(response);
    },
    get inFlight() {
      return inFlight.size;
    },
    look,
    [Symbol.dispose]: () => {
      clearInterval(timer);
      meter[Symbol.dispose]();
    },
  };
};
