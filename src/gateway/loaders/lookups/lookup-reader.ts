/** Reading the shared lists within one operation. */
import { chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import { type Int64, parseInt64 } from '../../../json/int64.ts';
import { hasCode, failureIn, kindOf } from '../../../upstream/call/failure.ts';
import type { PublicCall } from '../../../upstream/client.ts';
import type { LookupEntry } from '../../../upstream/endpoints/lookups.ts';
import type { SectionEntry } from '../../../upstream/endpoints/sections.ts';
import { tokenMissing } from '../../errors/graphql-errors.ts';
import { nullIfFailed } from '../../errors/null-if-failed.ts';
import type { Aggregate } from './aggregate.ts';
import { isPassing } from './cached-failure.ts';
import { type IndexedList, indexed } from './indexed-list.ts';
import type { VehicleModels } from './models-by-make.ts';
import type { ListReply, ListSources, SharedList } from './shared-list.ts';
import type { SharedLists } from './shared-lists.ts';

/** Sources of lists for an operation: `fill` is null when nobody's token may be used. */
export interface OperationSources extends Pick<ListSources, 'token' | 'refresh' | 'signal' | 'onReply'> {
  readonly fill: PublicCall | null;
}

type ListName = keyof SharedLists;

/** Arguments of lists, by name. */
type Arguments = {
  readonly [Name in ListName]: SharedLists[Name] extends SharedList<infer Argument, infer _List> ? Argument : never;
};

/** The lists by name. */
type Lists = {
  readonly [Name in ListName]: SharedLists[Name] extends SharedList<infer _Argument, infer List> ? List : never;
};

/** Lists that are read as they are; the others have a method that says how. */
type PlainListName = Exclude<ListName, 'section' | 'sectionCategories' | 'vehicleModels' | 'aggregate'>;

/** Says whether a list has what is sought. */
type Has<List> = (list: List) => boolean;

/** A fresh list that an operation was made of. */
export interface ListRead {
  /** Returns whether it is fresh still, and the same; if so, reports that it was read. */
  isCurrent(onReply: ListSources['onReply']): boolean;
}

const ignore = (): void => {};

/** A list as an operation knows it. */
interface KnownList<List> {
  list: MaybePromise<List | null>;
  /** True where the service was asked for it within this operation: to ask again would give the same. */
  isNew: boolean;
}

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
    if (fill === null || !reads.every((read) => read.isCurrent(ignore))) return false;
    return reads.every((read) => read.isCurrent(onReply));
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
      if (hasCode(error, 'UPSTREAM_INVALID')) return null;
      throw error;
    });
  }

  /** Reads each list once, and once more where it came from the cache and lacks what is sought. */
  #read<Name extends ListName>(
    name: Name,
    argument: Arguments[Name],
    has?: Has<Lists[Name]>,
  ): MaybePromise<Lists[Name] | null> {
    const shared: SharedList<Arguments[Name], Lists[Name]> = this.#lists[name];
    const { fill } = this.#sources;
    if (fill === null) throw tokenMissing();
    this.#known[name] ??= new Map();
    const lists: Map<string, KnownList<Lists[Name]>> = this.#known[name];
    const key = shared.keyOf(argument);
    const known = lists.get(key) ?? { list: null, isNew: false };
    if (!lists.has(key)) {
      lists.set(key, known);
      known.list = this.#readList(shared, argument, fill, known);
    }
    if (has === undefined) return known.list;
    return chain(known.list, (list) => {
      if (list === null || known.isNew || has(list)) return known.list;
      known.isNew = true;
      this.#reads = null;
      known.list = shared.read(argument, this.#sourcesFor(fill, known), { isAggregateFirst: false, has });
      return known.list;
    });
  }

  #readList<Argument, List>(
    shared: SharedList<Argument, List>,
    argument: Argument,
    fill: PublicCall,
    known: KnownList<List>,
  ): MaybePromise<List | null> {
    const fresh = shared.readFresh(argument, this.#sources.onReply);
    if (fresh !== undefined) {
      this.#reads?.push({ isCurrent: (onReply) => shared.readFresh(argument, onReply) === fresh });
      return fresh;
    }
    this.#reads = null;
    const read = (isAggregateFirst: boolean): Promise<List | null> =>
      shared.read(argument, this.#sourcesFor(fill, known), { isAggregateFirst }).catch(nullWhenNotFound);
    if (!shared.isInAggregate(argument) || shared.peek(argument) !== undefined) return read(false);
    return this.#isAggregateWorthwhile().then(read);
  }

  #sourcesFor(fill: PublicCall, known: KnownList<unknown>): ListSources {
    const { token, refresh, signal, onReply } = this.#sources;
    const aggregate = this.#findProperties;
    return {
      fill,
      token,
      refresh,
      aggregate,
      signal,
      onReply: (reply: ListReply) => {
        known.isNew ||= reply.isNew;
        onReply(reply);
      },
    };
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

  /** The lists of the aggregate; null when there is none that can be read. @throws UpstreamFailure when that may pass */
  readonly #findProperties: ListSources['aggregate'] = async (has = () => true) => {
    try {
      const found = await this.#read('aggregate', 'all', ({ properties }) => has(properties));
      return found && { list: found.properties, gotAt: this.#lists.aggregate.gotAt('all') };
    } catch (error) {
      if (failureIn(error) === null || hasCode(error, 'UNAUTHENTICATED') || isPassing(error)) {
        throw error;
      }
      return null;
    }
  };
}

/** Categories of a section that cannot exist. */
const noCategories = indexed<LookupEntry>([]);

/** Null for what the service does not have, which is no failure of it. */
function nullWhenNotFound(error: unknown): null {
  if (kindOf(error) === 'not_found') return null;
  throw error;
}
