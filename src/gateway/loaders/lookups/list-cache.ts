/**
 * A bounded cache of lists that would rather give something old than wait or fail: a list is fresh for a while, then served stale while
 * one refresh runs behind, and never after a hard limit. One fill is for all who wait.
 */
import { LRUCache } from 'lru-cache';
import type { Cancellation } from '../../../concurrency/cancellation.ts';

/** Options of a cache. Times are in milliseconds. */
interface ListCacheOptions<List> {
  /** Time for which a list is fresh, up to a tenth less at random: lists that came together do not go stale together. */
  readonly freshMs: number;
  /** Time after that in which it may still be served: the hard limit. */
  readonly staleMs: number;
  /** Number of lists that are kept; the least recently used goes first. */
  readonly maxEntries: number;
  /** Says which lists may be kept; another is given to those who wait for it alone. */
  readonly isKeepable: (list: List) => boolean;
  /** Time for which a failure is given to those who ask next and have no list; 0 for one that may be its caller's own. */
  readonly keepFailureMs: (error: unknown) => number;
  /** Called with a refresh that failed. No caller sees it. */
  readonly onRefreshError: (key: string, error: unknown) => void;
  /** A clock that never goes back, and does not begin at 0. */
  readonly now: () => number;
}

/** A list, and when it came from the service. */
export interface Dated<List> {
  readonly list: List;
  /** By the clock of the caches. */
  readonly gotAt: number;
}

/** How a list was come by: it was cached (`HIT`), cached but old (`STALE`), or waited for (`MISS`), by whosever call. */
export type ListState = 'HIT' | 'STALE' | 'MISS';

/** A list, and how it was come by. */
export interface CachedList<List> extends Dated<List> {
  readonly state: ListState;
}

/** Sources of a list for a caller. */
interface ListFill<List> {
  /** Reads it for the caller, who waits: on the caller's own token, which is why a failure is nobody else's. It has to end by itself. */
  readonly fill: () => Promise<Dated<List>>;
  /** Text of that token; empty for that of the gateway. */
  readonly token: string;
  /** Reads it behind a stale one, on nothing of the caller; null where that cannot be done: it is stale until its hard limit. */
  readonly refresh: (() => Promise<Dated<List>>) | null;
  /** Says whether a cached list has what the caller seeks; all unless given. */
  readonly has?: ((list: List) => boolean) | undefined;
  /** Ends the wait of this caller, not the fill. */
  readonly signal: Cancellation;
}

interface Entry<List> extends Dated<List> {
  readonly freshUntil: number;
  readonly goneAt: number;
  /** When it is next refreshed. */
  readonly refreshFrom: number;
  /** When it was last read anew for something that it lacked. */
  readonly soughtAt: number;
}

interface Fetch<List> {
  readonly read: () => Promise<Dated<List>>;
  readonly isSearch: boolean;
}

const JITTER = 0.1;
const jittered = (milliseconds: number): number => milliseconds * (1 - JITTER * Math.random());

/** Wait between two refreshes of one list that do not succeed, in milliseconds, where the failure is not kept for longer. */
const REFRESH_PAUSE_MS = 1_000;

/** Least time between two reads of a list for something that it lacks, for all callers together, so that made-up keys cost nothing. */
export const SEARCH_PAUSE_MS = 30_000;

/** Waits for a promise until the signal says to leave. @throws the reason of the signal */
const untilLeft = async <Result>(promise: Promise<Result>, signal: Cancellation): Promise<Result> => {
  let leave: () => void = () => {};
  const left = new Promise<never>((_resolve, reject) => {
    leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    if (signal.aborted) leave();
    return await Promise.race([promise, left]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
};

/** Cache of one kind of list. */
export class ListCache<List> {
  /** The clock of its options. */
  readonly now: () => number;
  readonly #options: ListCacheOptions<List>;
  readonly #lists: LRUCache<string, Entry<List>, Fetch<List>>;
  readonly #failures: LRUCache<string, { readonly error: unknown }>;
  /** Reads beside those of `#lists`. An array: the tables of a `Map` keep finished requests alive. */
  readonly #apart: { readonly key: string; readonly token: string; readonly reading: Promise<Entry<List>> }[] = [];

  constructor(options: ListCacheOptions<List>) {
    const { maxEntries, now } = options;
    // For as many as `max` says there would be arrays at once.
    const bound = { maxSize: maxEntries, sizeCalculation: () => 1, perf: { now }, ttlResolution: 0 };
    this.now = now;
    this.#options = options;
    this.#failures = new LRUCache(bound);
    this.#lists = new LRUCache({
      ...bound,
      allowStale: true,
      noDeleteOnStaleGet: true,
      noDeleteOnFetchRejection: true,
      ignoreFetchAbort: true,
      fetchMethod: async (key, _old, { options: kept, context }) => {
        const entry = await this.#fetch(key, context);
        kept.ttl = this.#ttlOf(entry);
        return entry;
      },
    });
  }

  /** The list that may be served, however old; undefined when there is none. Starts nothing. */
  peek(key: string): CachedList<List> | undefined {
    const entry = this.#lists.get(key);
    if (!this.#mayServe(entry)) return undefined;
    const { list, gotAt, freshUntil } = entry;
    return { list, gotAt, state: this.now() < freshUntil ? 'HIT' : 'STALE' };
  }

  /** Milliseconds since the list that was asked for last, of those that may be served, came from the service; null when there is none. */
  get latestAgeMs(): number | null {
    const latest = this.#lists.find((entry) => this.#mayServe(entry));
    return latest === undefined ? null : this.now() - latest.gotAt;
  }

  /**
   * Gets a list: cached if it may be served and has what is sought, else by one fill that all who ask meanwhile share.
   *
   * A failed fill is nobody's but the caller's whose fill it was, unless that failure is kept; the others then fill at once, one for each of
   * their tokens: nobody stands in line behind tokens that are worth nothing.
   *
   * @throws what the caller's own `fill` throws, a failure that is kept, or the reason of `signal`
   */
  async get(
    key: string,
    { fill, token, refresh, has = () => true, signal }: ListFill<List>,
  ): Promise<CachedList<List>> {
    let isApart = false;
    for (;;) {
      const cached = this.peek(key);
      const isSearch = cached !== undefined && !has(cached.list) && this.#maySearch(key);
      if (cached !== undefined && !isSearch) {
        if (cached.state === 'STALE' && refresh !== null) {
          void this.#lists.fetch(key, { context: { read: refresh, isSearch } });
        }
        return cached;
      }
      const failure = this.#failures.get(key);
      if (cached === undefined && failure !== undefined) throw failure.error;
      let isOwn = false;
      const read = (): Promise<Dated<List>> => {
        isOwn = true;
        return fill();
      };
      const context = { read, isSearch };
      const reading: Promise<Entry<List>> = isApart
        ? this.#fetchApart(key, token, context)
        : this.#lists.forceFetch(key, { allowStale: false, forceRefresh: true, context });
      try {
        const entry = await untilLeft(reading, signal);
        if (isOwn || has(entry.list) || !this.#maySearch(key)) return { ...entry, state: 'MISS' };
        isApart ||= entry.gotAt === cached?.gotAt;
      } catch (error) {
        if (isOwn || signal.aborted) throw error;
        isApart = true;
      }
    }
  }

  #maySearch(key: string): boolean {
    const soughtAt = this.#lists.peek(key)?.soughtAt;
    return soughtAt === undefined || this.now() - soughtAt >= SEARCH_PAUSE_MS;
  }

  /** Time until an entry is refreshed; 0 would mean for ever. */
  #ttlOf({ refreshFrom }: Entry<List>): number {
    const left = refreshFrom - this.now();
    return left > 0 ? left : -1;
  }

  /** Reads a list beside others, once for all who ask with one token, and keeps it. @throws as `#fetch` */
  #fetchApart(key: string, token: string, fetch: Fetch<List>): Promise<Entry<List>> {
    const known = this.#apart.find((each) => each.key === key && each.token === token);
    if (known !== undefined) return known.reading;
    const read = async (): Promise<Entry<List>> => {
      try {
        const entry = await this.#fetch(key, fetch);
        this.#lists.set(key, entry, { ttl: this.#ttlOf(entry) });
        return entry;
      } finally {
        this.#apart.splice(this.#apart.indexOf(own), 1);
      }
    };
    const own = { key, token, reading: read() };
    this.#apart.push(own);
    return own.reading;
  }

  /** Reads a list; the old one where that fails and it may be served still. @throws what the read throws where it may not */
  async #fetch(key: string, { read, isSearch }: Fetch<List>): Promise<Entry<List>> {
    try {
      return this.#entryOf(key, await read(), isSearch);
    } catch (error) {
      return this.#entryAfter(key, error, isSearch);
    }
  }

  #entryOf(key: string, { list, gotAt }: Dated<List>, isSearch: boolean): Entry<List> {
    const { freshMs, staleMs, isKeepable } = this.#options;
    const old = this.#lists.peek(key);
    this.#failures.delete(key);
    const soughtAt = isSearch ? this.now() : (old?.soughtAt ?? Number.NEGATIVE_INFINITY);
    const freshUntil = gotAt + jittered(freshMs);
    const entry = { list, gotAt, freshUntil, refreshFrom: freshUntil, goneAt: gotAt + freshMs + staleMs, soughtAt };
    if (isKeepable(list)) return entry;
    return this.#mayServe(old)
      ? this.#postponed({ ...old, soughtAt }, REFRESH_PAUSE_MS)
      : { ...entry, goneAt: Number.NEGATIVE_INFINITY };
  }

  #entryAfter(key: string, error: unknown, isSearch: boolean): Entry<List> {
    const { keepFailureMs, onRefreshError } = this.#options;
    const old = this.#lists.peek(key);
    const keptMs = jittered(keepFailureMs(error));
    if (!this.#mayServe(old)) {
      if (keptMs > 0) this.#failures.set(key, { error }, { ttl: keptMs });
      throw error;
    }
    onRefreshError(key, error);
    // One that may be its caller's own keeps nobody else from looking.
    const soughtAt = isSearch && keptMs > 0 ? this.now() : old.soughtAt;
    return this.#postponed({ ...old, soughtAt }, Math.max(REFRESH_PAUSE_MS, keptMs));
  }

  #mayServe(entry: Entry<List> | undefined): entry is Entry<List> {
    return entry !== undefined && this.now() < entry.goneAt;
  }

  #postponed(entry: Entry<List>, pauseMs: number): Entry<List> {
    return { ...entry, refreshFrom: Math.max(entry.freshUntil, this.now() + pauseMs) };
  }
}
