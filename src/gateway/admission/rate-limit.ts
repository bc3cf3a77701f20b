/** Bounds how often sessions are asked for under a key: by an address, with a token, for a username. Several processes may count together. */
import { LRUCache } from 'lru-cache';
import type { MaybePromise } from '../../concurrency/maybe-promise.ts';
import type { SharedCountOutcome } from '../observability/metrics/gateway.ts';
import { MAX_KEYS } from './request-rates.ts';
import type { SharedCounts } from './shared-counts.ts';

/** Keys of one limit that all processes together may count in a window: memory for records of writes stays in any Redis. */
const MOST_KEYS = 25_000;

/** Counts each time together with the others; alone while that fails, and what is over the number of keys that this process may add. */
const createSharedCounter = (
  limit: RateLimitOptions,
  shared: SharedCounts,
  onShared: (outcome: SharedCountOutcome) => void,
  now: () => number = () => performance.now(),
): Counter => {
  const windowMs = limit.windowS * 1000;
  const countAlone = createMemoryCounter(limit, now);
  /** When the window of each key ends by the clock of this process, about in that order. */
  const ends = new Map<string, number>();

  const recordEnd = (key: string, endsAt: number): void => {
    ends.delete(key);
    ends.set(key, endsAt);
  };

  const hasCapacity = (time: number): boolean => {
    for (const [key, endsAt] of ends) {
      if (time < endsAt) break;
      ends.delete(key);
    }
    return ends.size < MOST_KEYS / shared.countProcesses();
  };

  const countTogether = async (key: string): Promise<Count> => {
    try {
      const { total, leftMs } = await shared.add(limit, key, 1);
      onShared('told');
      recordEnd(key, now() + leftMs);
      const takeBack = async (): Promise<void> => {
        await shared.add(limit, key, -1).catch(() => {});
      };
      return { isWithin: total <= limit.points, leftMs, giveBack: onceInWindow(leftMs, now, takeBack) };
    } catch {
      onShared('failed');
      return countAlone(key);
    }
  };

  return (key) => {
    const time = now();
    if (time >= (ends.get(key) ?? Number.NEGATIVE_INFINITY)) {
      if (!hasCapacity(time)) {
        onShared('left_out');
        return countAlone(key);
      }
      recordEnd(key, time + windowMs);
    }
    return countTogether(key);
  };
};

/**
 * Creates the store. It never fails: while others cannot be asked, each process counts by itself.
 *
 * @param shared null in a process on its own
 * @param onShared receives where each was counted
 */
export const createRateLimitStore = (
  shared: SharedCounts | null,
  onShared: (outcome: SharedCountOutcome) => void,
): RateLimitStore => (shared === null ? memoryStore : (limit) => createSharedCounter(limit, shared, onShared));

/** Options of a limit. */
export interface RateLimitOptions {
  /** Tells the counts of one limit from those of another in a shared store. */
  readonly name: RateLimitName;
  /** Counts that are within the limit in a window. */
  readonly points: number;
  /** Length of a window in seconds, from the first time on. */
  readonly windowS: number;
}

/** Every limit that counts in windows. */
export type RateLimitName =
  | 'sign_in_address'
  | 'sign_in_username_address'
  | 'sign_in_username'
  | 'sign_in_device'
  | 'refresh_address'
  | 'refresh_token';

/** Result of a count. */
export interface Count {
  /** True if that was not too often. */
  readonly isWithin: boolean;
  readonly leftMs: number;
  /** Takes it back where it was counted; nothing once its window may have ended. Never rejects. */
  readonly giveBack: () => MaybePromise<void>;
}

/** Counts one under a key. */
export type Counter = (key: string) => MaybePromise<Count>;

/** Makes the counter of a limit. Whatever it is, it must respond in a bounded time and in bounded memory, and never fail. */
export type RateLimitStore = (options: RateLimitOptions) => Counter;

interface Window {
  total: number;
  readonly endsAt: number;
}

/** Count under a key in its window. */
export interface WindowTotal {
  readonly total: number;
  readonly leftMs: number;
}

/**
 * Creates windows in this process, each of which begins when its key is counted for the first time. They forget the keys that were used longest ago when there are more than they may remember.
 *
 * @param now milliseconds on a clock that never goes back
 */
export const createWindows = (windowS: number, now: () => number = () => performance.now(), maxKeys = MAX_KEYS) => {
  // `max` would allocate memory for all of them at once.
  const windows = new LRUCache<string, Window>({ maxSize: maxKeys, sizeCalculation: () => 1 });
  return {
    /** Adds to the count of a key; what is below zero takes back, as far as there is something. */
    add: (key: string, points: number): WindowTotal => {
      const time = now();
      const known = windows.get(key);
      if (known !== undefined && time < known.endsAt) {
        known.total = Math.max(0, known.total + points);
        return { total: known.total, leftMs: known.endsAt - time };
      }
      const leftMs = windowS * 1000;
      const total = Math.max(0, points);
      windows.set(key, { total, endsAt: time + leftMs });
      return { total, leftMs };
    },
    get size() {
      return windows.size;
    },
  };
};

/** Counts under keys in windows. */
export type Windows = ReturnType<typeof createWindows>;

/**
 * The end of a window, in milliseconds, in which nothing is given back: it might arrive after the window, and be taken from another
 * count.
 */
const END_OF_WINDOW_MS = 1000;

/** Runs an action once, and only while the window of a count lasts for certain. */
export const onceInWindow = (
  leftMs: number,
  now: () => number,
  action: () => MaybePromise<void>,
): (() => MaybePromise<void>) => {
  const until = now() + leftMs - END_OF_WINDOW_MS;
  let isDone = false;
  return () => {
    if (isDone || now() >= until) return undefined;
    isDone = true;
    return action();
  };
};

/** Creates a counter in this process, in windows as above. */
export const createMemoryCounter = (
  { points, windowS }: Pick<RateLimitOptions, 'points' | 'windowS'>,
  now: () => number = () => performance.now(),
  windows = createWindows(windowS, now),
) => {
  return (key: string): Count => {
    const { total, leftMs } = windows.add(key, 1);
    return { isWithin: total <= points, leftMs, giveBack: onceInWindow(leftMs, now, () => void windows.add(key, -1)) };
  };
};

/** Counts in this process. */
export const memoryStore: RateLimitStore = (options) => createMemoryCounter(options);
