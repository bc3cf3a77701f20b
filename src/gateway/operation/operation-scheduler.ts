/**
 * Schedule of operations of many calls. All at once they would wait for the same connections, each holding what it has got so far:
 * one after the other they are done sooner, and take a fraction of the memory. Each part of the service has a share of the schedule, so
 * that one that hangs keeps waiting only those that need it.
 */
import { performance } from 'node:perf_hooks';
import type { Cancellation } from '../../concurrency/cancellation.ts';
import { startTimeout } from '../../concurrency/timeout.ts';
import type { RouteGroup } from '../../upstream/call/route-group.ts';
import { hasShare } from '../../upstream/transport/fair-share.ts';
import { withoutStack } from '../errors/without-stack.ts';

type CallsByGroup = ReadonlyMap<RouteGroup, number>;

/** An operation that runs by schedule. It frees capacity with the end of each call that was expected, and with `leave`. */
export interface ScheduledOperation {
  /** Calls of the operation that are over, of the parts of the service that it was expected to call. */
  readonly made: CallsByGroup;
  /** Frees the capacity of a call that is over. */
  endCall(group: RouteGroup): void;
  /** Frees the capacity of all calls that it was expected to make and did not. */
  leave(): void;
}

/** Thrown when an operation could not start in the time that it may wait, or too many waited. Nothing of it was run. */
export class SchedulerTimeoutError extends Error {
  override readonly name = 'SchedulerTimeoutError';
}

/** Limits of calls under way, and of operations that wait. */
export interface SchedulerLimits {
  /**
   * An operation of many calls starts while those before it will still make fewer than this of one part of the service, and fewer in
   * all than leave as many to every other.
   */
  readonly calls: number;
  /** Operations that wait for one part of the service: each is kept in memory, which slows down those that run. */
  readonly maxWaiting: number;
  /** Milliseconds that an operation waits at most. */
  readonly maxWaitMs: number;
}

/** Why an operation was not scheduled, as the label of a metric: too many waited before it, or it waited too long. */
export type SchedulerRefusal = 'turn_queue' | 'turn';

/** Expected calls of an operation, as far as known. */
export interface ExpectedCalls {
  /** Number of calls in all. */
  readonly total: number;
  /** Distribution of these over the parts of the service; all of the one that most are planned for, until a run has shown. */
  readonly spread: CallsByGroup;
}

/** Schedules operations. */
export interface OperationScheduler {
  /** Operations that wait. */
  readonly waiting: number;
  /**
   * Schedules an operation, at once when there is capacity for its calls; null for one of few calls, which needs no schedule. Of those
   * that wait and whose calls have capacity the one with the fewest is next, but who has waited for a quarter of the longest wait goes
   * before.
   *
   * @throws SchedulerTimeoutError after the longest wait, at once when too many wait; the reason of `ending`, when that ends it before
   */
  schedule(expected: ExpectedCalls, ending: Cancellation): ScheduledOperation | Promise<ScheduledOperation> | null;
}

/** Calls of an operation that neither waits nor is waited for: a plain screen, and neither a list nor many screens in one. */
const FEW_CALLS = 4;
/** Which part of the longest wait one may be overtaken for. */
const PATIENCE = 1 / 4;

/** An operation that waits. */
interface Waiter {
  readonly total: number;
  readonly calls: CallsByGroup;
  /** The part of the service that had no capacity for it when that was looked at last. */
  waitsFor: RouteGroup;
  readonly sinceMs: number;
  readonly start: () => void;
}

/** Divides a number of calls among parts of the service as others are; rounded up. */
const spreadOver = (spread: CallsByGroup, total: number): CallsByGroup => {
  let sum = 0;
  for (const count of spread.values()) sum += count;
  const calls = new Map<RouteGroup, number>();
  for (const [group, count] of spread) calls.set(group, Math.ceil((count * total) / sum));
  return calls;
};

/** Options of the schedule. */
export interface OperationSchedulerOptions {
  readonly limits: SchedulerLimits;
  /** Called for each operation that is not scheduled. */
  readonly onRefusal?: (refusal: SchedulerRefusal) => void;
  /** A clock in milliseconds that never goes back; `performance.now` unless given. */
  readonly now?: () => number;
}

/** Creates the scheduler of one process. */
export const createOperationScheduler = ({
  limits: { calls: maxCalls, maxWaiting, maxWaitMs },
  onRefusal = () => {},
  now = () => performance.now(),
}: OperationSchedulerOptions): OperationScheduler => {
  const waiting: Waiter[] = [];
  /** Calls that those which run will still make, of each group and in all. */
  const expected = new Map<RouteGroup, number>();
  let expectedInAll = 0;

  const expect = (group: RouteGroup, change: number): void => {
    expected.set(group, (expected.get(group) ?? 0) + change);
    expectedInAll += change;
  };

  const isFull = (group: RouteGroup): boolean => !hasShare(expected.get(group) ?? 0, 2 * maxCalls - expectedInAll);

  /** The first of these groups that has no capacity for one more operation; undefined when all have. */
  const findFull = (calls: CallsByGroup): RouteGroup | undefined => {
    for (const group of calls.keys()) if (isFull(group)) return group;
    return undefined;
  };

  /** Asked of all that wait whenever a call ends: what it waits for is looked at first. */
  const isAble = (waiter: Waiter): boolean => {
    if (isFull(waiter.waitsFor)) return false;
    const full = findFull(waiter.calls);
    if (full !== undefined) waiter.waitsFor = full;
    return full === undefined;
  };

  const admit = (calls: CallsByGroup): ScheduledOperation => {
    const left = new Map(calls);
    const made = new Map<RouteGroup, number>();
    for (const [group, count] of calls) expect(group, count);
    const end = (group: RouteGroup, count: number): void => {
      const ended = Math.min(left.get(group) ?? 0, count);
      if (ended === 0) return;
      left.set(group, (left.get(group) ?? 0) - ended);
      expect(group, -ended);
    };
    return {
      made,
      endCall: (group) => {
        if (calls.has(group)) made.set(group, (made.get(group) ?? 0) + 1);
        end(group, 1);
        startNext();
      },
      leave: () => {
        for (const [group, count] of left) end(group, count);
        startNext();
      },
    };
  };

  const next = (): Waiter | undefined => {
    const oldest = waiting.find(isAble);
    if (oldest === undefined || now() - oldest.sinceMs >= maxWaitMs * PATIENCE) return oldest;
    return waiting.reduce((best, one) => (one.total < best.total && isAble(one) ? one : best), oldest);
  };

  const remove = (waiter: Waiter): void => {
    waiting.splice(waiting.indexOf(waiter), 1);
  };

  const startNext = (): void => {
    for (let waiter = next(); waiter !== undefined; waiter = next()) {
      remove(waiter);
      waiter.start();
    }
  };

  const wait = (
    total: number,
    calls: CallsByGroup,
    waitsFor: RouteGroup,
    ending: Cancellation,
  ): Promise<ScheduledOperation> =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        stopTimeout();
        ending.removeEventListener('abort', end);
      };
      const giveUp = (reason: unknown): void => {
        stop();
        remove(waiter);
        reject(reason);
      };
      const end = (): void => giveUp(ending.reason);
      const refuse = (): void => {
        onRefusal('turn');
        giveUp(new SchedulerTimeoutError('The operation could not start in time.'));
      };
      const stopTimeout = startTimeout(refuse, maxWaitMs, false);
      const start = (): void => {
        stop();
        resolve(admit(calls));
      };
      const waiter: Waiter = { total, calls, waitsFor, sinceMs: now(), start };
      waiting.push(waiter);
      ending.addEventListener('abort', end, { once: true });
    });

  const hasQueueCapacity = (group: RouteGroup): boolean => {
    const own = waiting.reduce((sum, { waitsFor }) => (waitsFor === group ? sum + 1 : sum), 0);
    return hasShare(own, 2 * maxWaiting - waiting.length);
  };

  return {
    get waiting() {
      return waiting.length;
    },
    schedule: ({ total, spread }, ending) => {
      if (total <= FEW_CALLS || spread.size === 0) return null;
      const calls = spreadOver(spread, total);
      const full = findFull(calls);
      if (full === undefined) return admit(calls);
      if (hasQueueCapacity(full)) return wait(total, calls, full, ending);
      onRefusal('turn_queue');
      return Promise.reject(withoutStack(() => new SchedulerTimeoutError('Too many operations wait.')));
    },
  };
};
