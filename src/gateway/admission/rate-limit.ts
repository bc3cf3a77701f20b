/** Bounds how often something is done under a key: by an address, with a token, for a username. */
import { LRUCache } from 'lru-cache';
import { chain, type MaybePromise } from '../../concurrency/maybe-promise.ts';
import { createKeyedHash } from '../http/keyed-hash.ts';

/** Options of a limit. */
export interface RateLimitOptions {
  /** Tells the counts of one limit from those of another in a shared store. */
  readonly name: RateLimitName;
  /** Counts that are within the limit in a window. */
  readonly points: number;
  /** Length of a window in seconds, from the first time on. */
  readonly windowS: number;
  /** True if several processes may not let in one more than one would: then each count waits for that of all. No unless given. */
  readonly isExact?: boolean;
}

/** Every limit that counts over time. */
export type RateLimitName =
  | 'address'
  | 'token'
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
  /** Milliseconds until the window ends. */
  readonly leftMs: number;
  /** Takes it back where it was counted; nothing once its window may have ended. Only where counts are exact. Never rejects. */
  readonly giveBack?: () => MaybePromise<void>;
}

/**
 * Counts under keys. Where it can it responds at once: a request that has to wait for it, however shortly, has its body taken
 * up by the stream meanwhile, which costs more than the count itself.
 */
export interface Counter {
  /** Counts one. Rejects when it cannot count. */
  consume(key: string): MaybePromise<Count>;
}

/** Makes the counter of a limit. Whatever it is, it must respond in a bounded time and in bounded memory. */
export type RateLimitStore = (options: RateLimitOptions) => Counter;

/** Bounds how often something is done. */
export interface RateLimit {
  /** Counts one; gives the seconds to wait, 0 when it is not too often. Throws or rejects when the store fails. */
  consume(key: string): MaybePromise<number>;
  /** Counts one that may be given back. Throws or rejects when the store fails. */
  count(key: string): MaybePromise<Count>;
}

/** Keys of one limit that are remembered in memory. */
export const MAX_KEYS = 50_000;

interface Window {
  total: number;
  readonly endsAt: number;
}

/** Count under a key in its window. */
export interface WindowTotal {
  readonly total: number;
  /** Milliseconds until the window ends. */
  readonly leftMs: number;
}

/** Counts under keys, each in a window that begins when it is counted for the first time. */
export interface Windows {
  /** Adds to the count of a key; nothing begins a window, or asks; what is below zero takes back, as far as there is something. */
  add(key: string, points: number): WindowTotal;
  /** Keys that are remembered now. */
  readonly size: number;
}

/**
 * Creates windows in this process. They forget the keys that were used longest ago when there are more than they may remember.
 *
 * @param now milliseconds on a clock that never goes back
 */
export const createWindows = (
  windowS: number,
  now: () => number = () => performance.now(),
  maxKeys = MAX_KEYS,
): Windows => {
  // `max` would allocate memory for all of them at once.
  const windows = new LRUCache<string, Window>({ maxSize: maxKeys, sizeCalculation: () => 1 });
  return {
    add: (key, points) => {
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
  { points, windowS, isExact = false }: Pick<RateLimitOptions, 'points' | 'windowS' | 'isExact'>,
  now: () => number = () => performance.now(),
  maxKeys?: number,
) => {
  const windows = createWindows(windowS, now, maxKeys);
  return {
    consume: (key: string): Count => {
      const { total, leftMs } = windows.add(key, 1);
      const isWithin = total <= points;
      if (!isExact) return { isWithin, leftMs };
      return { isWithin, leftMs, giveBack: onceInWindow(leftMs, now, () => void windows.add(key, -1)) };
    },
    /** Keys that are remembered now. */
    get size() {
      return windows.size;
    },
  };
};

/** Counts in this process. */
export const memoryStore: RateLimitStore = (options) => createMemoryCounter(options);

/** Seconds to wait after a count; 0 when it was not too often. */
export const secondsToWait = ({ isWithin, leftMs }: Count): number =>
  isWithin ? 0 : Math.max(1, Math.ceil(leftMs / 1000));

/**
 * Creates a limit.
 *
 * @param secret makes the keys of the store: they reveal nothing of tokens, usernames or addresses to who does not have it
 */
export const createRateLimit = (
  options: RateLimitOptions,
  secret: Uint8Array,
  store: RateLimitStore = memoryStore,
): RateLimit => {
  const counter = store(options);
  const nameOf = createKeyedHash(secret);
  return {
    consume: (key) => chain(counter.consume(nameOf(key)), secondsToWait),
    count: (key) => counter.consume(nameOf(key)),
  };
};
