/**
 * A bounded cache that would rather give something old than wait or fail: values are fresh for a while, then
 * served stale while one refresh runs behind, and forgotten at a hard limit. Failures that would meet everybody are kept for a
 * moment, so that not everybody has to meet them.
 */
import { LRUCache } from 'lru-cache';
import type { Cancellation } from '../concurrency/cancellation.ts';
import type { JoinLimit } from '../concurrency/join-limit.ts';
import { createSingleFlight, throwIfLeft } from '../concurrency/single-flight.ts';
import { entryLimit } from './entry-limit.ts';
import { WithAge } from './with-age.ts';

/** Settings of a stale cache. Times are in milliseconds. */
export interface StaleCacheOptions<Value> {
  /** Milliseconds for which a value counts as fresh. 0 makes every value stale from the start. */
  readonly freshMs: number;
  /** Milliseconds after that in which a stale value may still be served. 0 means never. */
  readonly staleMs: number;
  /** Number of values that are kept; the least recently used goes first. */
  readonly maxEntries: number;
  /**
   * Share of `freshMs`, 0 to 1, by which a value may go stale earlier, at random: values that came together do not go
   * stale together. It never moves the hard limit. 0 unless given.
   */
  readonly jitter?: number;
  /** Wait between two refreshes of one value that do not succeed. One second unless given. */
  readonly refreshPauseMs?: number;
  /** Says which values may be kept; another is given to those who wait for it and then dropped. All unless given. */
  readonly isKeepable?: (value: Value) => boolean;
  /**
   * Time for which a failure is given to those who ask next and have no value, at most a share of `jitter` less; 0 for a failure that may be
   * its caller's own. None is kept unless given.
   */
  readonly keepFailureMs?: (error: unknown) => number;
  /** Bounds those who wait for another's fill that takes long; one of its own unless given. */
  readonly joinLimit?: JoinLimit;
  /** Called with a refresh that failed. No caller sees it: the stale value went out before. */
  readonly onRefreshError?: (key: string, error: unknown) => void;
  /** A clock that never goes back. The process's monotonic clock unless given. */
  readonly now?: () => number;
  /** Random numbers from 0 up to 1. */
  readonly random?: () => number;
}

/** Sources of a value. */
export interface Sources<Value> {
  /**
   * Gets the value for a caller who has to wait for it. It must end by itself (the cache neither times it nor aborts
   * it), and may use what is the caller's, because it runs only when that caller asks and nothing of it is kept. A value
   * that somebody else got before comes with its age, which counts for how long it is kept.
   */
  readonly fill: () => Promise<Value | WithAge<Value>>;
  /**
   * Gets the value behind the back of callers, after a stale one was served; must not use anything of a caller. Without
   * it a stale value is served until its hard limit, and the next caller fills.
   */
  readonly refresh?: (() => Promise<Value | WithAge<Value>>) | undefined;
}

/** A cached value, and its age. */
export interface Peeked<Value> {
  readonly value: Value;
  readonly state: 'fresh' | 'stale';
  /** Milliseconds since the value was got from where it comes from. */
  readonly ageMs: number;
}

/** A value, and whether it was cached (`HIT`), cached but old (`STALE`), or waited for (`MISS`). */
export interface Got<Value> {
  readonly value: Value;
  readonly state: 'HIT' | 'STALE' | 'MISS';
}

/** The cache. */
export type StaleCache<Value> = ReturnType<typeof createStaleCache<Value>>;

interface Entry<Value> {
  readonly value: Value;
  readonly bornAt: number;
  readonly freshUntil: number;
  readonly staleUntil: number;
  refreshFrom: number;
}

interface Failure {
  readonly error: unknown;
  readonly until: number;
}

/** Creates a stale cache. */
export const createStaleCache = <Value>({
  freshMs,
  staleMs,
  maxEntries,
  jitter = 0,
  refreshPauseMs = 1000,
  isKeepable = () => true,
  keepFailureMs = () => 0,
  joinLimit,
  onRefreshError = () => {},
  now = () => performance.now(),
  random = Math.random,
}: StaleCacheOptions<Value>) => {
  const entries = new LRUCache<string, Entry<Value>>(entryLimit(maxEntries));
  const failures = new LRUCache<string, Failure>(entryLimit(maxEntries));

  const findFailure = (key: string): Failure | undefined => {
    const failure = failures.get(key);
    if (failure === undefined || now() < failure.until) return failure;
    failures.delete(key);
    return undefined;
  };

  const flights = createSingleFlight<WithAge<Value>>({
    ...(joinLimit === undefined ? {} : { joinLimit }),
    onLand: (key, { value, ageMs }) => {
      failures.delete(key);
      if (!isKeepable(value)) return;
      const landedAt = now();
      const bornAt = landedAt - ageMs;
      entries.set(key, {
        value,
        bornAt,
        freshUntil: bornAt + freshMs * (1 - jitter * random()),
        staleUntil: bornAt + freshMs + staleMs,
        refreshFrom: landedAt,
      });
    },
    onFail: (key, error) => {
      // One that is kept is given to others: that makes it no younger, also where its time is up meanwhile.
      const keepMs = failures.get(key)?.error === error ? 0 : keepFailureMs(error);
      if (keepMs > 0) failures.set(key, { error, until: now() + keepMs * (1 - jitter * random()) });
    },
  });

  const fly = async (
    key: string,
    get: () => Promise<Value | WithAge<Value>>,
    signal?: Cancellation,
  ): Promise<Value> => {
    const work = async (): Promise<WithAge<Value>> => {
      // It may have come while this one waited in line.
      const failure = findFailure(key);
      if (failure !== undefined) throw failure.error;
      const got = await get();
      return got instanceof WithAge ? got : new WithAge(got, 0);
    };
    return (await flights.run(key, work, signal)).value;
  };

  const find = (key: string, at: number): Entry<Value> | undefined => {
    const entry = entries.get(key);
    if (entry === undefined || at < entry.staleUntil) return entry;
    entries.delete(key);
    return undefined;
  };

  const startRefresh = (key: string, entry: Entry<Value>, refresh: () => Promise<Value | WithAge<Value>>): void => {
    if (flights.has(key) || now() < entry.refreshFrom || findFailure(key) !== undefined) return;
    entry.refreshFrom = now() + refreshPauseMs;
    fly(key, refresh).catch((error: unknown) => {
      onRefreshError(key, error);
    });
  };

  return {
    /** Number of values that it holds. */
    get size(): number {
      return entries.size;
    },
    /** Returns what is cached, at once and without starting anything; undefined when nothing is. */
    peek: (key: string): Peeked<Value> | undefined => {
      const at = now();
      const entry = find(key, at);
      return (
        entry && { value: entry.value, state: at < entry.freshUntil ? 'fresh' : 'stale', ageMs: at - entry.bornAt }
      );
    },
    /** Milliseconds since the value that was asked for last was got; null when that is not cached any more. */
    latestAgeMs: (): number | null => {
      const at = now();
      // The most recently used comes first.
      const [latest] = entries.values();
      return latest === undefined || at >= latest.staleUntil ? null : at - latest.bornAt;
    },
    /**
     * Gets a value: cached if it may be served, else by one fill that all who ask meanwhile share.
     *
     * A failed fill is nobody's but the caller's whose fill it was, unless that failure is kept; the next in line then fills. A
     * caller who leaves by `signal` leaves alone: the fill goes on.
     *
     * @throws what the caller's own `fill` throws, a failure that is kept, or the reason of `signal`
     */
    get: async (key: string, { fill, refresh }: Sources<Value>, signal?: Cancellation): Promise<Got<Value>> => {
      throwIfLeft(signal);
      const at = now();
      const entry = find(key, at);
      if (entry === undefined) return { value: await fly(key, fill, signal), state: 'MISS' };
      if (at < entry.freshUntil) return { value: entry.value, state: 'HIT' };
      if (refresh) startRefresh(key, entry, refresh);
      return { value: entry.value, state: 'STALE' };
    },
    /** Forgets a value or failure. What is on its way for this key reaches those who wait for it and is not kept. */
    delete: (key: string): void => {
      entries.delete(key);
      failures.delete(key);
      flights.forget(key);
    },
    /** Forgets everything, likewise. */
    clear: (): void => {
      entries.clear();
      failures.clear();
      flights.forgetAll();
    },
  };
};
