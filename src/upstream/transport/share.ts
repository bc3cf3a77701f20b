/**
 * Connections that callers share: the one place where calls to the service wait.
 *
 * **Connections.** A call takes one while those that its caller and its part of the service have, together, are fewer than are left.
 * So a caller alone gets a third at one part and up to a half at several, a part of the service with many callers a half, and however
 * many there are, some are left for whoever has none. A caller that has a quarter gets no more while a connection would help somebody
 * who has fewer.
 *
 * **Turns.** What cannot go waits in a queue of its caller. Callers take turns, a call each; the calls of one go in the order in which
 * they came, but for a part of the service that has all it may have, which keeps nothing else waiting.
 *
 * **Bounds.** A call waits at most for a given time without a call of its caller to the same part going before it. One caller has at most
 * a fifth of the queue, and a part of the service three quarters: what is over that is refused.
 */
import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import { LinkedList } from '../../concurrency/linked-list.ts';
import { QueueFullError } from '../../concurrency/queue-full.ts';
import { type StopTimeout, startTimeout } from '../../concurrency/timeout.ts';
import { hasShare } from './fair-share.ts';
import { type Permit, type Permits, WaitCancelledError } from './permit.ts';
import { Caller, type Lane, Part, Wait } from './waiting-calls.ts';

/** Bounds of connections that are shared. */
export interface ShareLimits {
  /** Number of connections. */
  readonly count: number;
  /** Calls that may wait at a time. */
  readonly maxWaiting: number;
  /** Longest time in milliseconds that a caller may be without a turn for a part of the service. */
  readonly maxWaitMs: number;
}

/** Options of connections that are shared. */
export interface ShareOptions extends ShareLimits {
  /** False for connections that only one part of the service uses, which may have all; true unless given. */
  readonly isOfParts?: boolean;
  /** A clock in milliseconds that never goes back; `performance.now` unless given. */
  readonly now?: () => number;
  /** Starts a time-out that holds no process. */
  readonly later?: (action: () => void, milliseconds: number) => StopTimeout;
}

/** Connections that callers share. */
export interface Share extends Permits {
  /** Connections that are taken. */
  readonly taken: number;
  /** Calls that wait for one. */
  readonly waiting: number;
  /**
   * Returns whether no operation of a caller should be let in that needs nothing but this part of the service: half of the queue waits for
   * it, or of this caller a thirty-second. What is let in beyond that would find no place half-way.
   */
  readonly isFull: (part: string, caller: string | null) => boolean;
}

/** Callers that are remembered; a call that is under way for longer than so many others take counts for nobody. */
const MOST_CALLERS = 10_000;
/** Of the queue, how many times what is left one caller may have, and one part of the service. */
const CALLER_TIMES = 1 / 4;
const PART_TIMES = 3;
/** Which part of the queue counts as full for operations of one caller. */
const FULL_OF_CALLER = 1 / 32;
/** Which part of it counts as full for everybody's operations that need one part of the service. */
const FULL_OF_PART = 1 / 2;

/** Creates the share of so many connections. */
export const createShare = ({
  count,
  maxWaiting,
  maxWaitMs,
  isOfParts = true,
  now = () => performance.now(),
  later = (action, milliseconds) => startTimeout(action, milliseconds, false),
}: ShareOptions): Share => {
  const callers = new LRUCache<string, Caller>({ maxSize: MOST_CALLERS, sizeCalculation: () => 1 });
  const unknown = new Caller(false);
  const parts: Part[] = [];
  /** Callers that wait; who had a turn goes to the end. */
  const inTurn = new LinkedList<Caller>();
  const mostForOperations = Math.max(1, maxWaiting * FULL_OF_CALLER);
  let taken = 0;
  let waiting = 0;
  let lastNumber = 0;

  const callerOf = (key: string | null): Caller => {
    if (key === null) return unknown;
    const known = callers.get(key);
    if (known !== undefined) return known;
    const caller = new Caller(true);
    callers.set(key, caller);
    return caller;
  };

  const partOf = (name: string): Part => {
    const known = parts.find((part) => part.name === name);
    if (known !== undefined) return known;
    const part = new Part(name);
    parts.push(part);
    return part;
  };

  const mayTake = (caller: Caller, part: Part): boolean => caller.counted + (isOfParts ? part.held : 0) < count - taken;

  const enter = (caller: Caller, part: Part): Permit => {
    caller.held += 1;
    part.held += 1;
    taken += 1;
    return {
      release: () => {
        caller.held -= 1;
        part.held -= 1;
        taken -= 1;
        if (waiting > 0) letNextIn();
      },
    };
  };

  /** Ends a wait, however that went. */
  const leave = (caller: Caller, lane: Lane, wait: Wait): void => {
    wait.taker.ending.removeEventListener('abort', wait.onEnd);
    lane.waits.remove(wait);
    lane.part.waiting -= 1;
    caller.waiting -= 1;
    waiting -= 1;
    if (lane.waits.size === 0) {
      lane.stopTimeout();
    }
    if (caller.waiting === 0) inTurn.remove(caller);
  };

  /** The lane of a caller that has waited for longest of those that may go. */
  const nextLane = (caller: Caller): Lane | null => {
    let next: Lane | null = null;
    for (const lane of caller.lanes) {
      const { first } = lane.waits;
      if (first === null || !mayTake(caller, lane.part)) continue;
      if (next === null || first.number < (next.waits.first?.number ?? 0)) next = lane;
    }
    return next;
  };

  /** Whose turn it is: who has a quarter of the connections comes after those who have fewer. */
  const nextInTurn = (): { readonly caller: Caller; readonly lane: Lane } | null => {
    let next: { readonly caller: Caller; readonly lane: Lane } | null = null;
    for (let caller = inTurn.first; caller !== null; caller = caller.next) {
      const lane = nextLane(caller);
      if (lane === null) continue;
      if (caller.counted < count / 4) return { caller, lane };
      next ??= { caller, lane };
    }
    return next;
  };

  const letNextIn = (): void => {
    if (taken === count) return;
    const next = nextInTurn();
    const wait = next?.lane.waits.first ?? null;
    if (next === null || wait === null) return;
    const { caller, lane } = next;
    leave(caller, lane, wait);
    lane.since = now();
    if (caller.waiting > 0) {
      inTurn.remove(caller);
      inTurn.add(caller);
    }
    wait.resolve(enter(caller, lane.part));
    letNextIn();
  };

  /** Refuses all that wait in a lane, once that has had no turn for too long. */
  const expire = (caller: Caller, lane: Lane): void => {
    const leftMs = lane.since + maxWaitMs - now();
    if (leftMs > 0) {
      lane.stopTimeout = later(() => expire(caller, lane), leftMs);
      return;
    }
    for (let wait = lane.waits.first; wait !== null; wait = lane.waits.first) {
      leave(caller, lane, wait);
      wait.reject(new QueueFullError());
    }
  };

  const join = (caller: Caller, lane: Lane, wait: Wait): void => {
    if (caller.waiting === 0) inTurn.add(caller);
    if (lane.waits.size === 0) {
      lane.since = now();
      lane.stopTimeout = later(() => expire(caller, lane), maxWaitMs);
    }
    lane.waits.add(wait);
    lane.part.waiting += 1;
    caller.waiting += 1;
    waiting += 1;
  };

  const hasPlace = (caller: Caller, part: Part): boolean => {
    const left = maxWaiting - waiting;
    const mayWait = !caller.isKnown || hasShare(caller.waiting, left, CALLER_TIMES);
    return mayWait && hasShare(part.waiting, left, PART_TIMES);
  };

  return {
    get taken() {
      return taken;
    },
    get waiting() {
      return waiting;
    },
    take: (taker) => {
      const caller = callerOf(taker.caller);
      const part = partOf(taker.part);
      if (mayTake(caller, part)) return enter(caller, part);
      if (!hasPlace(caller, part)) return Promise.reject(new QueueFullError());
      return new Promise((resolve, reject) => {
        lastNumber += 1;
        const wait = new Wait(lastNumber, taker, resolve, reject);
        const lane = caller.laneOf(part);
        wait.onEnd = () => {
          leave(caller, lane, wait);
          reject(new WaitCancelledError());
        };
        join(caller, lane, wait);
        taker.ending.addEventListener('abort', wait.onEnd, { once: true });
      });
    },
    isFull: (partName, key) => {
      if (waiting === 0) return false;
      const part = partOf(partName);
      const isPartFull = part.waiting >= maxWaiting * FULL_OF_PART;
      if (isPartFull || key === null) return isPartFull;
      const caller = callers.peek(key);
      if (caller === undefined || caller.waiting === 0) return false;
      const own = caller.laneOf(part).waits.size;
      // Of two parts that hang neither has all.
      return own > 0 && !hasShare(own, mostForOperations - caller.waiting);
    },
  };
};
