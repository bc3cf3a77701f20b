/** The share of the connections to the service: calls wait in one queue for each caller, and are served in turn. */
import { LRUCache } from 'lru-cache';
import { Deadlines, type Timed } from '../concurrency/deadlines.ts';
import { memoize } from '../concurrency/lazy.ts';
import { type Linked, LinkedList } from '../concurrency/linked-list.ts';

/** Calls to one part of the service. */
class Part {
  held = 0;
  waiting = 0;
}

/** A call that takes a connection. */
export interface Taker extends Linked<Taker> {
  /** Whose call it is; null for the gateway's own, and for callers who cannot be told apart: these have no bound but those of parts. */
  readonly caller: string | null;
  readonly part: string;
  /** For the share alone: where it waits, or waited before it was connected; null while it neither has a connection nor waits for one. */
  lane: Lane | null;
  /** For the share alone. */
  isConnected: boolean;
  /** For the share alone: it tells which of two has waited for longer. */
  number: number;
  /** Called when it has a connection. Must not throw. */
  onConnection(): void;
  /** Called when it gets none: the queue is full, or it has waited for too long. */
  onRefusal(): void;
}

/** The calls of one caller to one part of the service. While some wait, it has so much time until its next turn. */
export class Lane implements Timed {
  previous: Timed | null = null;
  next: Timed | null = null;
  endsAt: number | null = null;
  readonly caller: Caller;
  readonly part: Part;
  readonly waits = new LinkedList<Taker>();
  readonly #refuseAll: (lane: Lane) => void;

  constructor(caller: Caller, part: Part, refuseAll: (lane: Lane) => void) {
    this.caller = caller;
    this.part = part;
    this.#refuseAll = refuseAll;
  }

  onTimeUp(): void {
    this.#refuseAll(this);
  }
}

/** What one caller holds of the connections, and waits for. */
export class Caller implements Linked<Caller> {
  previous: Caller | null = null;
  next: Caller | null = null;
  readonly isKnown: boolean;
  /** Calls that count against it: none of those who cannot be told apart. */
  held = 0;
  waiting = 0;
  readonly lanes: Lane[] = [];

  constructor(isKnown: boolean) {
    this.isKnown = isKnown;
  }
}

/** Options of connections that are shared. */
export interface ShareOptions {
  readonly count: number;
  readonly maxWaiting: number;
  /** Longest time in milliseconds that a caller may be without a turn for a part of the service. */
  readonly maxWaitMs: number;
  /** False for connections that only one part of the service uses, which may have all; true unless given. */
  readonly isOfParts?: boolean;
  /** The clock and the timer, for tests. */
  readonly now?: () => number;
  readonly later?: (action: () => void, milliseconds: number) => void;
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

/**
 * Returns whether a holder may take one more of connections, or of places in a queue or among operations: it may while it holds fewer than
 * `times` the number left. A single holder gets `times / (times + 1)` of all, e.g. a half, and two get a third each: some are left for others.
 */
export const hasShare = (own: number, left: number, times = 1): boolean => own < left * times;

/** Creates the share of so many connections. */
export const createShare = ({ count, maxWaiting, maxWaitMs, isOfParts = true, now, later }: ShareOptions) => {
  const callers = new LRUCache<string, Caller>({ maxSize: MOST_CALLERS, sizeCalculation: () => 1 });
  const unknown = new Caller(false);
  const partOf = memoize((_name: string) => new Part());
  /** Callers that wait; who had a turn goes to the end. */
  const inTurn = new LinkedList<Caller>();
  const deadlines = new Deadlines(maxWaitMs, now, later);
  const mostForOperations = Math.max(1, maxWaiting * FULL_OF_CALLER);
  let taken = 0;
  let waiting = 0;
  let lastNumber = 0;
  let isLettingIn = false;

  const callerOf = (key: string | null): Caller => {
    if (key === null) return unknown;
    const known = callers.get(key);
    if (known !== undefined) return known;
    const caller = new Caller(true);
    callers.set(key, caller);
    return caller;
  };

  /** The rule for connections: a part of the service gets at most half of them, one caller half in all and a third in one part. */
  const mayTake = (caller: Caller, part: Part): boolean => {
    const ofPart = isOfParts ? part.held : 0;
    // Of its half a part keeps a third for callers who have none: what hangs for some is there for the others.
    return hasShare(ofPart + (caller.held === 0 ? 0 : Math.max(caller.held, ofPart)), count - taken);
  };

  const enter = (taker: Taker, lane: Lane): void => {
    if (lane.caller.isKnown) lane.caller.held += 1;
    lane.part.held += 1;
    taken += 1;
    taker.lane = lane;
    taker.isConnected = true;
    taker.onConnection();
  };

  /** Ends a wait, however that went. */
  const endWait = (taker: Taker, lane: Lane): void => {
    const { caller, part } = lane;
    taker.lane = null;
    lane.waits.remove(taker);
    if (lane.waits.size === 0) deadlines.end(lane);
    part.waiting -= 1;
    caller.waiting -= 1;
    waiting -= 1;
    if (caller.waiting === 0) inTurn.remove(caller);
  };

  const refuseAll = (lane: Lane): void => {
    for (let taker = lane.waits.first; taker !== null; taker = lane.waits.first) {
      endWait(taker, lane);
      taker.onRefusal();
    }
  };

  const laneOf = (caller: Caller, part: Part): Lane => {
    for (const known of caller.lanes) if (known.part === part) return known;
    const lane = new Lane(caller, part, refuseAll);
    caller.lanes.push(lane);
    return lane;
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
  const nextInTurn = (): Lane | null => {
    if (waiting === 0 || taken === count) return null;
    let next: Lane | null = null;
    for (let caller = inTurn.first; caller !== null; caller = caller.next) {
      const lane = nextLane(caller);
      if (lane === null) continue;
      if (caller.held < count / 4) return lane;
      next ??= lane;
    }
    return next;
  };

  const letFirstIn = (lane: Lane): void => {
    const { caller, waits } = lane;
    const taker = waits.first;
    if (taker === null) return;
    endWait(taker, lane);
    if (waits.size > 0) {
      deadlines.end(lane);
      deadlines.begin(lane);
    }
    if (caller.waiting > 0) {
      inTurn.remove(caller);
      inTurn.add(caller);
    }
    enter(taker, lane);
  };

  /** Lets in who may go. Whoever gives a connection back while it goes on, as a call does that cannot be sent, is seen to in the same turn. */
  const letIn = (): void => {
    if (isLettingIn) return;
    isLettingIn = true;
    for (let lane = nextInTurn(); lane !== null; lane = nextInTurn()) letFirstIn(lane);
    isLettingIn = false;
  };

  const join = (taker: Taker, lane: Lane): void => {
    const { caller, part } = lane;
    if (caller.waiting === 0) inTurn.add(caller);
    if (lane.waits.size === 0) deadlines.begin(lane);
    lastNumber += 1;
    taker.number = lastNumber;
    taker.lane = lane;
    lane.waits.add(taker);
    part.waiting += 1;
    caller.waiting += 1;
    waiting += 1;
  };

  const hasPlace = (caller: Caller, part: Part): boolean => {
    const left = maxWaiting - waiting;
    const mayWait = !caller.isKnown || hasShare(caller.waiting, left, CALLER_TIMES);
    return mayWait && hasShare(part.waiting, left, PART_TIMES);
  };

  return {
    count,
    get taken() {
      return taken;
    },
    get waiting() {
      return waiting;
    },
    /** Takes a connection, or waits for one: calls back at once or later, unless it leaves before. */
    take: (taker: Taker): void => {
      const caller = callerOf(taker.caller);
      const part = partOf(taker.part);
      if (mayTake(caller, part)) enter(taker, laneOf(caller, part));
      else if (hasPlace(caller, part)) join(taker, laneOf(caller, part));
      else taker.onRefusal();
    },
    /** Gives a connection back, or ends the wait for one; does nothing for a call that has neither. */
    leave: (taker: Taker): void => {
      const { lane } = taker;
      if (lane === null) return;
      if (!taker.isConnected) {
        endWait(taker, lane);
        return;
      }
      taker.lane = null;
      taker.isConnected = false;
      if (lane.caller.isKnown) lane.caller.held -= 1;
      lane.part.held -= 1;
      taken -= 1;
      letIn();
    },
    /**
     * Returns whether no operation of a caller should be let in that needs nothing but this part of the service: half of the queue waits for
     * it, or of this caller a thirty-second, unless a connection is free for the caller. What is let in beyond that would find no place
     * half-way.
     */
    isFull: (partName: string, key: string | null): boolean => {
      if (waiting === 0) return false;
      const part = partOf(partName);
      const caller = (key === null ? undefined : callers.peek(key)) ?? unknown;
      if (mayTake(caller, part)) return false;
      if (part.waiting >= maxWaiting * FULL_OF_PART) return true;
      const own = caller.isKnown ? laneOf(caller, part).waits.size : 0;
      // Of two parts that hang neither has all.
      return own > 0 && !hasShare(own, mostForOperations - caller.waiting);
    },
  };
};

/** Connections that callers share. */
export type Share = ReturnType<typeof createShare>;
