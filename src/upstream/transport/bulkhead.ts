/**
 * Permits that all route groups share, so that a group whose calls hang leaves enough to every other.
 *
 * **Permits.** A group takes as many as are left, i.e. half of all while no other has any. It takes more only in step with its own
 * responses: each that comes within the longest wait for a permit lets it have one more than it had, so that a group whose calls are
 * quick soon has all of them, and one whose calls begin to hang has no more than it had before. What comes free goes to the group
 * that has the fewest.
 *
 * **Recall.** A group that had more than half when its calls began to hang gives back what it has too much of: half-way through the
 * wait of a call of another group, one of its calls that can be repeated and has been under way for as long is ended.
 *
 * **Queue.** The calls of one group may wait in three quarters of it, and it counts as full for operations to come at a half: what is
 * let in beyond that would find it full half-way, and what was done for it until then would be lost.
 */
import { performance } from 'node:perf_hooks';
import {
  type Permit,
  type PermitWait,
  QueueFullError,
  type QueueLimits,
  waitForPermit,
} from '../../concurrency/semaphore.ts';
import type { RouteGroup } from '../call/route-group.ts';
import { hasShare } from './fair-share.ts';
import { type PermitTaker } from './permit-taker.ts';

/** Permits that groups share. */
export type Bulkhead = ReturnType<typeof createBulkhead>;

/** Options of a bulkhead. */
export interface BulkheadOptions extends QueueLimits {
  readonly count: number;
  /** A clock in milliseconds that never goes back; `performance.now` unless given. */
  readonly now?: () => number;
}

/** Of the queue, how many times what is left one group may have. */
const QUEUE_TIMES = 3;
/** A group of which so large a part of all permits is held by calls that take long takes no more than its share. */
const SLOW_PART = 1 / 8;

/** A permit that is held. */
interface HeldPermit extends Permit {
  /** Time at which it was taken; minus infinity for one that was recalled: its call took too long. */
  since: number;
  /** Null where its call cannot be recalled, or has been. */
  recall: (() => void) | null;
  previous: HeldPermit | null;
  next: HeldPermit | null;
}

/** A linked list, in the order in which they were taken: the tables of a `Set` keep finished calls alive (docs/performance.md). */
class HeldPermits {
  size = 0;
  #first: HeldPermit | null = null;
  #last: HeldPermit | null = null;

  add(permit: HeldPermit): void {
    permit.previous = this.#last;
    if (this.#last === null) this.#first = permit;
    else this.#last.next = permit;
    this.#last = permit;
    this.size += 1;
  }

  remove(permit: HeldPermit): void {
    const { previous, next } = permit;
    if (previous === null) this.#first = next;
    else previous.next = next;
    if (next === null) this.#last = previous;
    else next.previous = previous;
    permit.previous = null;
    permit.next = null;
    permit.recall = null;
    this.size -= 1;
  }

  *[Symbol.iterator](): Generator<HeldPermit> {
    for (let permit = this.#first; permit !== null; permit = permit.next) yield permit;
  }
}

/** A call that waits. */
interface Waiter {
  readonly wait: PermitWait;
  readonly since: number;
  readonly recall: PermitTaker['recall'];
}

/** The calls of one group. */
interface GroupCalls {
  /** Those that have been held for longest first. */
  readonly held: HeldPermits;
  readonly waiting: Waiter[];
  /** Permits that its last response lets it have, were that more than its share. */
  earned: number;
}

/** Creates a bulkhead of `count` permits. */
export const createBulkhead = ({ count, maxWaiting, maxWaitMs, now = () => performance.now() }: BulkheadOptions) => {
  const groups = new Map<RouteGroup, GroupCalls>();
  let taken = 0;
  let waiting = 0;

  const callsOf = (group: RouteGroup): GroupCalls => {
    const known = groups.get(group);
    if (known !== undefined) return known;
    const calls: GroupCalls = { held: new HeldPermits(), waiting: [], earned: 0 };
    groups.set(group, calls);
    return calls;
  };

  /** True when calls that take long hold a good part of all permits. */
  const isSlow = ({ held }: GroupCalls): boolean => {
    let slow = 0;
    for (const { since } of held) {
      if (now() - since < maxWaitMs) return false;
      slow += 1;
      if (slow >= count * SLOW_PART) return true;
    }
    return false;
  };

  const mayEnter = (calls: GroupCalls): boolean => {
    const { size } = calls.held;
    return hasShare(size, count - taken) || (taken < count && size < calls.earned && !isSlow(calls));
  };

  const enter = (calls: GroupCalls, recall: PermitTaker['recall']): Permit => {
    const permit: HeldPermit = {
      since: now(),
      recall,
      previous: null,
      next: null,
      release: () => {
        // Before and after: with one more each time, it has twice as many when all that it had are done.
        calls.earned = now() - permit.since < maxWaitMs ? calls.held.size + 1 : 0;
        calls.held.remove(permit);
        taken -= 1;
        if (waiting > 0) letNextIn();
      },
    };
    calls.held.add(permit);
    taken += 1;
    return permit;
  };

  const isBefore = (one: GroupCalls, other: GroupCalls): boolean =>
    one.held.size === other.held.size
      ? (one.waiting[0]?.since ?? 0) < (other.waiting[0]?.since ?? 0)
      : one.held.size < other.held.size;

  const letNextIn = (): void => {
    let next: GroupCalls | null = null;
    for (const calls of groups.values()) {
      if (calls.waiting.length === 0 || !mayEnter(calls)) continue;
      if (next === null || isBefore(calls, next)) next = calls;
    }
    const waiter = next?.waiting.shift();
    if (next === null || waiter === undefined) return;
    waiting -= 1;
    waiter.wait.enter(enter(next, waiter.recall));
    letNextIn();
  };

  /** Ends a call of the group that has more than half of the permits, if one has, and its calls take long. */
  const recallOne = (): void => {
    for (const { held } of groups.values()) {
      if (held.size <= count / 2) continue;
      for (const permit of held) {
        if (now() - permit.since < maxWaitMs / 2) return;
        const { recall } = permit;
        if (recall === null) continue;
        permit.recall = null;
        permit.since = Number.NEGATIVE_INFINITY;
        recall();
        return;
      }
    }
  };

  const wait = (calls: GroupCalls, { ending, recall }: PermitTaker): Promise<Permit> => {
    const since = now();
    let joined: Waiter | null = null;
    return waitForPermit({
      ending,
      maxWaitMs,
      join: (permitWait) => {
        joined = { wait: permitWait, since, recall };
        calls.waiting.push(joined);
        waiting += 1;
      },
      leave: () => {
        if (joined === null) return;
        calls.waiting.splice(calls.waiting.indexOf(joined), 1);
        waiting -= 1;
      },
      onHalf: () => {
        if (calls.held.size <= count / 2) recallOne();
      },
    });
  };

  return {
    get taken(): number {
      return taken;
    },
    get waiting(): number {
      return waiting;
    },
    take: (taker: PermitTaker): Permit | Promise<Permit> => {
      const calls = callsOf(taker.group);
      if (mayEnter(calls)) return enter(calls, taker.recall);
      if (!hasShare(calls.waiting.length, maxWaiting - waiting, QUEUE_TIMES))
        return Promise.reject(new QueueFullError());
      return wait(calls, taker);
    },
    /** Returns whether so many calls of a group wait that no operation should be let in which needs it. */
    isFull: (group: RouteGroup): boolean => {
      if (waiting === 0) return false;
      const own = groups.get(group)?.waiting.length ?? 0;
      return own > 0 && !hasShare(own, maxWaiting - waiting);
    },
  };
};
