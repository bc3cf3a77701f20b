/** Reading the shared lists within one operation. */
import { type Cancellation, Canceller, leaveBy } from '../../../concurrency/cancellation.ts';
import { chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import type { PublicEndpointName } from '../../../contract/endpoints.ts';
import { type Int64, parseInt64 } from '../../../json/int64.ts';
import { failureIn, hasCode, kindOf } from '../../../rest/call/failure.ts';
import type { PublicCall } from '../../../rest/client.ts';
import { nothingIsNotFound } from '../../../rest/decoding/unwrap.ts';
import type { LookupEntry } from '../../../rest/endpoints/lookups.ts';
import type { SectionEntry } from '../../../rest/endpoints/sections.ts';
import { tokenMissing } from '../../errors/graphql-errors.ts';
import { nullIfFailed, nullIfNotFound } from '../../errors/upstream-errors.ts';
import { type Aggregate, type IndexedList, indexed, type VehicleModels } from './indexed-list.ts';
import type { Dated, ListCache, ListState } from './list-cache.ts';
import { isUnreadable, type SharedList, type SharedLists } from './shared-lists.ts';

interface ListReply {
  readonly endpoint: PublicEndpointName;
  readonly state: ListState;
  /** Milliseconds on the clock of `performance.now`. */
  readonly startMs: number;
  /** True if it was waited for by a call of this caller, which reports itself. */
  readonly isOwnCall: boolean;
}

/** What an operation reads lists with. */
interface OperationSources {
  /**
   * Calls on the token of the caller, or on the gateway's own for a caller without one; null when nobody's token may be used. Not bound
   * to the request.
   */
  readonly fill: PublicCall | null;
  /** Text of that token; empty for that of the gateway. */
  readonly token: string;
  /** Calls on the gateway's own token; null when it has none. */
  readonly refresh: PublicCall | null;
  /** Ends the wait of this caller, not the call. */
  readonly signal: () => Cancellation;
  readonly onReply: (reply: ListReply) => void;
}

type ListName = keyof SharedLists;

type Arguments = {
  readonly [Name in ListName]: SharedLists[Name] extends SharedList<infer Argument, infer _List> ? Argument : never;
};

type Lists = {
  readonly [Name in ListName]: SharedLists[Name] extends SharedList<infer _Argument, infer List> ? List : never;
};

/** Lists that are read as they are; the others have a method that says how. */
type PlainListName = Exclude<ListName, 'section' | 'sectionCategories' | 'vehicleModels' | 'aggregate'>;

/** Says whether a list has what is sought. */
type Has<List> = (list: List) => boolean;

interface Wish<List> {
  /** Whether to look in the aggregate before the list's own endpoint is asked, else only where that has no such list. */
  readonly isAggregateFirst?: boolean;
  readonly has?: Has<List> | undefined;
}

/** A fresh list that an operation was made of. */
export interface ListRead {
  readonly shared: { readonly endpoint: PublicEndpointName; readonly cache: Pick<ListCache<unknown>, 'peek'> };
  readonly key: string;
  readonly list: unknown;
}

interface KnownList<List> {
  list: MaybePromise<List | null>;
  /** True where the service was asked for it within this operation: to ask again would give the same. */
  isNew: boolean;
}

const ownSources = { token: '', signal: () => new Canceller(), onReply: () => {} };

/** Categories of a section that cannot exist. */
const noCategories = indexed<LookupEntry>([]);

/**
 * Reads the shared lists within one operation. It asks for each list once, also when that fails, so that fifty labels of a
 * list that cannot be had cost one call. A list that the service does not have is null.
 *
 * A class, and not an object of functions: every operation has one, and holds it for as long as the service takes to respond.
 *
 * Assumption: R4. Without a token and without an application of the gateway's own there are no lists, even warm ones.
 */
export class LookupReader {
  readonly #lists: { readonly [Name in ListName]: SharedList<Arguments[Name], Lists[Name]> };
  readonly #sources: OperationSources;
  /** Lists that were read, by name and key; no entry before the first of a name. */
  readonly #known: { [Name in ListName]?: Map<string, KnownList<Lists[Name]>> } = {};
  /** The lists that were read; null when one of them was not fresh, or not there. */
  #reads: ListRead[] | null = [];
  /** Number of uncached lists of the aggregate that are asked for at this moment. */
  #wanted = 0;
  /** Ends all waits of this caller: thousands of fields may wait for one list. Null before the first. */
  #left: Promise<never> | null = null;

  constructor(lists: SharedLists, sources: OperationSources) {
    this.#lists = lists;
    this.#sources = sources;
  }

  /**
   * The list of a name; null when the service has none such.
   *
   * Assumption: R51. A cached list that lacks what is sought is read anew, once in a while for everybody.
   *
   * @param argument which of them, e.g. the country; `all` where there is one only
   * @param has says whether a list has what is sought; all unless given
   * @throws UNAUTHENTICATED when nobody's token may be used
   */
  read<Name extends PlainListName>(
    name: Name,
    argument: Arguments[Name],
    has?: Has<Lists[Name]>,
  ): MaybePromise<Lists[Name] | null> {
    return this.#read(name, argument, has);
  }

  /**
   * The list of a name for a label, which is the key where the list cannot be read: null then too.
   *
   * Assumption: R50. One list that fails blanks nothing that is known without it. The log and the metrics have the failed call.
   */
  readForLabel<Name extends PlainListName>(
    name: Name,
    argument: Arguments[Name],
    has?: Has<Lists[Name]>,
  ): MaybePromise<Lists[Name] | null> {
    const list = this.#read(name, argument, has);
    return list instanceof Promise ? list.catch(nullIfFailed) : list;
  }

  /** The lists that were read; null when one of them was not fresh, or not there. */
  get reads(): readonly ListRead[] | null {
    return this.#reads;
  }

  /** Reads lists that another operation has read; false, with nothing reported, when one of them has changed or may not be read. */
  readAgain(reads: readonly ListRead[]): boolean {
    const { fill, onReply } = this.#sources;
    const startMs = performance.now();
    const isCurrent = ({ shared, key, list }: ListRead): boolean => {
      const cached = shared.cache.peek(key);
      return cached?.state === 'HIT' && cached.list === list;
    };
    if (fill === null || !reads.every(isCurrent)) return false;
    for (const { shared } of reads) {
      onReply({ endpoint: shared.endpoint, state: 'HIT', startMs, isOwnCall: false });
    }
    return true;
  }

  /** One section by key; null when there is none. From the list of all when that is cached and has it. */
  section(key: Int64): MaybePromise<SectionEntry | null> {
    if (this.#sources.fill !== null && this.#lists.sections.peek('all')?.byKey.has(key) === true) {
      return chain(this.read('sections', 'all'), (sections) => sections?.byKey.get(key) ?? null);
    }
    return this.#read('section', key);
  }

  /** Categories of a section; none when the key is no number, which the service could not be asked for. */
  sectionCategories(key: string, has?: Has<IndexedList<LookupEntry>>): MaybePromise<IndexedList<LookupEntry> | null> {
    const id = parseInt64(key);
    return id === null ? noCategories : this.#read('sectionCategories', id, has);
  }

  /**
   * Models with their makes from the aggregate, else without from their own endpoint.
   *
   * Assumption: R9.
   */
  vehicleModels(has?: Has<VehicleModels>): MaybePromise<VehicleModels | null> {
    const aggregate = this.aggregate(({ vehicleModels }) => vehicleModels === null || has?.(vehicleModels) !== false);
    const found = aggregate instanceof Promise ? aggregate.catch(nullIfFailed) : aggregate;
    return chain(found, (lists) => lists?.vehicleModels ?? this.#read('vehicleModels', 'all', has));
  }

  /** The aggregate; null when the service has none that can be read. */
  aggregate(has?: Has<Aggregate>): MaybePromise<Aggregate | null> {
    const found = this.#read('aggregate', 'all', has);
    if (!(found instanceof Promise)) return found;
    return found.catch((error: unknown) => {
      if (isUnreadable(error)) return null;
      throw error;
    });
  }

  /** Reads a list until the caller leaves. */
  #read<Name extends ListName>(
    name: Name,
    argument: Arguments[Name],
    has?: Has<Lists[Name]>,
  ): MaybePromise<Lists[Name] | null> {
    const list = this.#readOnce(name, argument, has);
    if (!(list instanceof Promise)) return list;
    this.#left ??= leaveBy(this.#sources.signal());
    return Promise.race([list, this.#left]);
  }

  /** Reads each list once, and once more where it came from the cache and lacks what is sought. Others may wait for it too. */
  #readOnce<Name extends ListName>(
    name: Name,
    argument: Arguments[Name],
    has?: Has<Lists[Name]>,
  ): MaybePromise<Lists[Name] | null> {
    const shared: SharedList<Arguments[Name], Lists[Name]> = this.#lists[name];
    if (this.#sources.fill === null) throw tokenMissing();
    this.#known[name] ??= new Map();
    const lists: Map<string, KnownList<Lists[Name]>> = this.#known[name];
    const key = shared.keyOf(argument);
    const known = lists.get(key) ?? { list: null, isNew: false };
    if (!lists.has(key)) {
      lists.set(key, known);
      known.list = this.#readFirst(shared, argument, known);
    }
    if (has === undefined) return known.list;
    return chain(known.list, (list) => {
      if (list === null || known.isNew || has(list)) return known.list;
      known.isNew = true;
      this.#reads = null;
      known.list = this.#get(shared, argument, known, { has });
      return known.list;
    });
  }

  #readFirst<Argument, List>(
    shared: SharedList<Argument, List>,
    argument: Argument,
    known: KnownList<List>,
  ): MaybePromise<List | null> {
    const startMs = performance.now();
    const key = shared.keyOf(argument);
    const cached = shared.cache.peek(key);
    if (cached?.state === 'HIT') {
      const { list } = cached;
      this.#reads?.push({ shared, key, list });
      this.#sources.onReply({ endpoint: shared.endpoint, state: 'HIT', startMs, isOwnCall: false });
      return list;
    }
    this.#reads = null;
    const read = (isAggregateFirst: boolean) => this.#get(shared, argument, known, { isAggregateFirst });
    if (cached !== undefined || shared.pick?.(argument) === undefined) return read(false);
    return this.#isAggregateWorthwhile().then(read);
  }

  /** Returns whether the aggregate costs fewer calls than the lists that are asked for together; asked once for each of them. */
  async #isAggregateWorthwhile(): Promise<boolean> {
    this.#wanted += 1;
    // Fields that are resolved together have all asked before this goes on.
    await Promise.resolve();
    const isWorthwhile = this.#wanted > 1 || this.#lists.aggregate.peek('all') !== undefined;
    await Promise.resolve();
    this.#wanted = 0;
    return isWorthwhile;
  }

  /** Gets a list from the cache, or waits for it: it is known then. Null when the service has none such. @throws UpstreamFailure */
  async #get<Argument, List>(
    shared: SharedList<Argument, List>,
    argument: Argument,
    known: KnownList<List>,
    wish: Wish<List>,
  ): Promise<List | null> {
    const { token, refresh, onReply } = this.#sources;
    const { endpoint, cache } = shared;
    const startMs = performance.now();
    const askedAt = cache.now();
    let isOwnCall = false;
    const found = await cache
      .get(shared.keyOf(argument), {
        fill: () => {
          isOwnCall = true;
          return this.#fill(shared, argument, wish);
        },
        token,
        // What an operation of the gateway's own would read.
        refresh:
          refresh &&
          (() => new LookupReader(this.#lists, { ...ownSources, fill: refresh, refresh }).#fill(shared, argument, {})),
        has: wish.has,
      })
      .catch(nullIfNotFound);
    known.list = found?.list ?? null;
    if (found === null) return null;
    const { list, state, gotAt } = found;
    known.isNew ||= state === 'MISS' && gotAt >= askedAt;
    onReply({ endpoint, state, startMs, isOwnCall });
    return list;
  }

  /** Reads a list for all who wait: from its own endpoint, and from the aggregate where that may have it. @throws UpstreamFailure */
  async #fill<Argument, List>(
    shared: SharedList<Argument, List>,
    argument: Argument,
    { isAggregateFirst = false, has = () => true }: Wish<List>,
  ): Promise<Dated<List>> {
    const { fill, signal } = this.#sources;
    if (fill === null) throw tokenMissing();
    // Whoever has left makes no call for those who wait.
    if (signal().aborted) throw signal().reason;
    const pick = shared.pick?.(argument);
    let failure: unknown = null;
    const pickFromAggregate = async (): Promise<Dated<List> | null> => {
      if (pick === undefined) return null;
      try {
        const aggregate = await this.#readOnce('aggregate', 'all', ({ properties }) => {
          const list = pick(properties);
          return list === null || has(list);
        });
        const list = aggregate && pick(aggregate.properties);
        return list && { list, gotAt: aggregate.gotAt };
      } catch (error) {
        if (failureIn(error) === null || hasCode(error, 'UNAUTHENTICATED')) throw error;
        // It may have the list, for others or in a moment.
        if (!isUnreadable(error)) failure = error;
        return null;
      }
    };
    const first = isAggregateFirst ? await pickFromAggregate() : null;
    if (first !== null) return first;
    try {
      const list = await shared.read(nothingIsNotFound(fill), argument);
      return { list, gotAt: shared.cache.now() };
    } catch (error) {
      if (kindOf(error) !== 'not_found') throw error;
      const last = isAggregateFirst ? null : await pickFromAggregate();
      // An aggregate that fails may have it: nobody knows that there is none.
      if (last === null) throw failure ?? error;
      return last;
    }
  }
}
