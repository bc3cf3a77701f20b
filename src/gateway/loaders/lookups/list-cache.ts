/**
 * A bounded cache of lists that would rather give something old than wait or fail: a list is fresh for a while, then served stale while
 * one refresh runs behind, and never after a hard limit. One fill is for all who wait.
 */
import { LRUCache } from 'lru-cache';

/** Options of a cache. Times are in milliseconds. */
interface ListCacheOptions<List> {
  /** Time for which a list is fresh, up to a tenth less at random: lists that came together do not go stale together. */
  readonly freshMs: number;
  /** Time after that in which it may still be served, up to the hard limit. */
  readonly staleMs: number;
  /** Number of entries of a list. One without any is given to those who wait for it alone. */
  readonly entriesOf: (list: List) => number;
  /**
   * Time for which a failure is given to those who ask next and have no list; 0 for one that may be of the token that was used, null for
   * one of the operation that used it. The times are in `shared-lists.ts`, and `keptMs` in `failure-kinds.ts`.
   */
  readonly keepFailureMs: (error: unknown) => number | null;
  /** Called with a refresh that failed. No caller sees it. */
  readonly onRefreshError: (key: string, error: unknown) => void;
  /** A clock that never goes back, and does not begin at 0. */
  readonly now: () => number;
  /** Gives those who have waited for a list a turn of the event loop each: hundreds may wait for one list, and make much of it. */
  readonly inTurn: (work: () => void) => void;
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
  /** Reads it on the caller's own token. It has to end by itself, whoever leaves. */
  readonly fill: () => Promise<Dated<List>>;
  /** Text of that token; empty for that of the gateway. */
  readonly token: string;
  /** Reads it behind a stale one, on nothing of the caller; null where that cannot be done: it is stale until its hard limit. */
  readonly refresh: (() => Promise<Dated<List>>) | null;
  /** Says whether a cached list has what the caller seeks; all unless given. */
  readonly has?: ((list: List) => boolean) | undefined;
}

interface Entry<List> extends Dated<List> {
  /** What it counts for, in entries. */
  readonly weight: number;
  readonly freshUntil: number;
  readonly goneAt: number;
  /** Milliseconds until it is next refreshed. */
  readonly ttl: number;
  /** When it was last read anew for something that it lacked. */
  readonly soughtAt: number;
}

interface Fetch<List> {
  readonly read: () => Promise<Dated<List>>;
  readonly token: string;
  readonly isSearch: boolean;
}

/** Entries that are kept, of all lists of one kind together: the least recently used list goes first. */
const MAX_ENTRIES = 200_000;
/** What a list counts for at least, so that there are no more than 2,000. */
const LEAST_ENTRIES = 100;
/** Characters of its JSON that a list has for each entry that it counts for: more than usual entries have. */
const CHARACTERS_PER_ENTRY = 100;

const JITTER = 0.1;
const jittered = (milliseconds: number): number => milliseconds * (1 - JITTER * Math.random());

/** Least time between two refreshes of one list, in milliseconds, where a failure is not kept for longer. */
const REFRESH_PAUSE_MS = 1_000;

/** Least time between two reads of a list for something that it lacks, for all callers together, so that made-up keys cost nothing. */
export const SEARCH_PAUSE_MS = 30_000;

/** Options of a fetch for who waits for what it brings. */
const anew = { allowStale: false, forceRefresh: true };

/** Cache of one kind of list. */
export class ListCache<List> {
  readonly now: () => number;
  readonly #options: ListCacheOptions<List>;
  readonly #lists: LRUCache<string, Entry<List>, Fetch<List>>;
  readonly #failures: LRUCache<string, { readonly error: unknown }>;
  /** Reads under way. An array: the tables of a `Map` keep finished requests alive. */
  readonly #reads: { readonly key: string; readonly token: string; readonly entry: Promise<Entry<List>> }[] = [];

  constructor(options: ListCacheOptions<List>) {
    const { now } = options;
    // For as many as `max` says there would be arrays at once.
    const bound = { maxSize: MAX_ENTRIES, perf: { now }, ttlResolution: 0 };
    this.now = now;
    this.#options = options;
    this.#failures = new LRUCache({ ...bound, sizeCalculation: () => LEAST_ENTRIES });
    this.#lists = new LRUCache({
      ...bound,
      sizeCalculation: ({ weight }) => weight,
      allowStale: true,
      noDeleteOnStaleGet: true,
      noDeleteOnFetchRejection: true,
      ignoreFetchAbort: true,
      fetchMethod: async (key, _old, { options: kept, context }) => {
        const entry = await this.#fetch(key, context);
        kept.ttl = entry.ttl;
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
   * Gets a list: cached if it may be served and has what is sought, else by one read that all who ask meanwhile share.
   *
   * A failed read is for those with its token, unless that failure is kept. The others then read at once, one for each of their tokens:
   * nobody stands in line behind tokens that are worth nothing.
   *
   * @throws what a read on the caller's token throws, or a failure that is kept
   */
  async get(key: string, { fill, token, refresh, has = () => true }: ListFill<List>): Promise<CachedList<List>> {
    let isApart = false;
    for (;;) {
      const cached = this.peek(key);
      const isSearch = cached !== undefined && !has(cached.list) && this.#maySearch(key);
      if (cached !== undefined && !isSearch) {
        if (cached.state === 'STALE' && refresh !== null && this.#readOn('', key) === null) {
          void this.#lists.fetch(key, { context: { read: refresh, token: '', isSearch } });
        }
        return cached;
      }
      const failure = this.#failures.get(key);
      if (cached === undefined && failure !== undefined) throw failure.error;
      const known = this.#readOn(token, key);
      const context = { read: fill, token, isSearch };
      const read =
        known ?? (isApart ? this.#fetchApart(key, context) : this.#lists.forceFetch(key, { ...anew, context }));
      const isOfToken = this.#readOn(token, key) !== null;
      try {
        const entry = await read;
        await new Promise<void>(this.#options.inTurn);
        if (isOfToken || entry.gotAt !== cached?.gotAt) return { ...entry, state: 'MISS' };
      } catch (error) {
        if (isOfToken && (known === null || this.#options.keepFailureMs(error) !== null)) throw error;
      }
      isApart = true;
    }
  }

  #readOn(token: string, key: string): Promise<Entry<List>> | null {
    return this.#reads.find((read) => read.key === key && read.token === token)?.entry ?? null;
  }

  #maySearch(key: string): boolean {
    const soughtAt = this.#lists.peek(key)?.soughtAt;
    return soughtAt === undefined || this.now() - soughtAt >= SEARCH_PAUSE_MS;
  }

  /** Reads a list beside the read of another, and keeps it. @throws as `#fetch` */
  async #fetchApart(key: string, fetch: Fetch<List>): Promise<Entry<List>> {
    const entry = await this.#fetch(key, fetch);
    this.#lists.set(key, entry, { ttl: entry.ttl });
    return entry;
  }

  /** Reads a list; the old one where that fails and it may be served still. @throws what the read throws where it may not */
  async #fetch(key: string, { read, token, isSearch }: Fetch<List>): Promise<Entry<List>> {
    const entry = read().then(
      (dated) => this.#entryOf(key, dated, isSearch),
      (error: unknown) => this.#entryAfter(key, error, isSearch),
    );
    const underWay = { key, token, entry };
    this.#reads.push(underWay);
    try {
      return await entry;
    } finally {
      this.#reads.splice(this.#reads.indexOf(underWay), 1);
    }
  }

  #entryOf(key: string, { list, gotAt }: Dated<List>, isSearch: boolean): Entry<List> {
    const { freshMs, staleMs, entriesOf } = this.#options;
    const old = this.#lists.peek(key);
    this.#failures.delete(key);
    const soughtAt = isSearch ? this.now() : (old?.soughtAt ?? Number.NEGATIVE_INFINITY);
    const entries = entriesOf(list);
    const isKept = entries > 0;
    if (!isKept && this.#mayServe(old)) return this.#entry({ ...old, soughtAt });
    const freshUntil = gotAt + jittered(freshMs);
    const goneAt = isKept ? gotAt + freshMs + staleMs : Number.NEGATIVE_INFINITY;
    const length = JSON.stringify(list).length;
    const weight = Math.min(Math.max(entries, LEAST_ENTRIES, Math.ceil(length / CHARACTERS_PER_ENTRY)), MAX_ENTRIES);
    return this.#entry({ list, weight, gotAt, freshUntil, goneAt, soughtAt });
  }

  #entryAfter(key: string, error: unknown, isSearch: boolean): Entry<List> {
    const { keepFailureMs, onRefreshError } = this.#options;
    const old = this.#lists.peek(key);
    const keptMs = jittered(keepFailureMs(error) ?? 0);
    if (!this.#mayServe(old)) {
      if (keptMs > 0) this.#failures.set(key, { error }, { ttl: keptMs });
      throw error;
    }
    onRefreshError(key, error);
    // One that may be its caller's own keeps nobody else from looking.
    const soughtAt = isSearch && keptMs > 0 ? this.now() : old.soughtAt;
    return this.#entry({ ...old, soughtAt }, keptMs);
  }

  #mayServe(entry: Entry<List> | undefined): entry is Entry<List> {
    return entry !== undefined && this.now() < entry.goneAt;
  }

  #entry(entry: Omit<Entry<List>, 'ttl'>, pauseMs = 0): Entry<List> {
    return { ...entry, ttl: Math.max(entry.freshUntil - this.now(), REFRESH_PAUSE_MS, pauseMs) };
  }
}
