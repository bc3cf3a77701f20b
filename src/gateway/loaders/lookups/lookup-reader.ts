/** Reading the shared lists within one operation. */
import { WithAge } from '../../../cache/with-age.ts';
import { chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import { type Int64, parseInt64 } from '../../../json/int64.ts';
import {
  UpstreamError,
  UpstreamInvalidError,
  UpstreamNotFoundError,
  UpstreamUnauthenticatedError,
} from '../../../upstream/call/errors.ts';
import type { PublicCall } from '../../../upstream/client.ts';
import type { LookupEntry, Properties } from '../../../upstream/endpoints/lookups.ts';
import type { SectionEntry } from '../../../upstream/endpoints/sections.ts';
import { tokenMissing } from '../../errors/graphql-errors.ts';
import { nullIfFailed } from '../../errors/null-if-failed.ts';
import { AggregateOrSingle } from './aggregate-or-single.ts';
import type { Aggregate } from './aggregate.ts';
import { isPassing } from './cached-failure.ts';
import { type IndexedList, indexed } from './indexed-list.ts';
import type { VehicleModels } from './models-by-make.ts';
import type { ListSources, SharedList } from './shared-list.ts';
import type { SharedLists } from './shared-lists.ts';

/** Sources of lists for an operation: `fill` is null when nobody's token may be used. */
export interface OperationSources extends Pick<ListSources, 'refresh' | 'signal' | 'onReply'> {
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
  readonly #aggregateOrSingle: AggregateOrSingle;
  /** Lists that were read, by name and key; no entry before the first of a name. */
  readonly #known: { [Name in ListName]?: Map<string, MaybePromise<Lists[Name] | null>> } = {};

  constructor(lists: SharedLists, sources: OperationSources) {
    this.#lists = lists;
    this.#sources = sources;
    this.#aggregateOrSingle = new AggregateOrSingle(lists);
  }

  /**
   * The list of a name; null when the service has none such.
   *
   * @param argument which of them, e.g. the country; `all` where there is one only
   * @throws UNAUTHENTICATED when nobody's token may be used
   */
  read<Name extends PlainListName>(name: Name, argument: Arguments[Name]): MaybePromise<Lists[Name] | null> {
    return this.#read(name, argument);
  }

  /**
   * The list of a name for a label, which is the key where the list cannot be read: null then too.
   *
   * Assumption: R50. One list that fails blanks nothing that is known without it. The log and the metrics have the failed call.
   */
  readForLabel<Name extends PlainListName>(name: Name, argument: Arguments[Name]): MaybePromise<Lists[Name] | null> {
    const list = this.#read(name, argument);
    return list instanceof Promise ? list.catch(nullIfFailed) : list;
  }

  /** One section by key; null when there is none. From the list of all when that is cached. */
  section(key: Int64): MaybePromise<SectionEntry | null> {
    if (this.#sources.fill !== null && this.#lists.sections.peek('all') !== undefined) {
      return chain(this.read('sections', 'all'), (sections) => sections?.byKey.get(key) ?? null);
    }
    return this.#read('section', key);
  }

  /** Categories of a section; none when the key is no number, which the service could not be asked for. */
  sectionCategories(key: string): MaybePromise<IndexedList<LookupEntry> | null> {
    const id = parseInt64(key);
    return id === null ? noCategories : this.#read('sectionCategories', id);
  }

  /**
   * Models with their makes from the aggregate, else without from their own endpoint.
   *
   * Assumption: R9.
   */
  vehicleModels(): MaybePromise<VehicleModels | null> {
    const aggregate = this.aggregate();
    const found = aggregate instanceof Promise ? aggregate.catch(nullIfFailed) : aggregate;
    return chain(found, (lists) => lists?.vehicleModels ?? this.#read('vehicleModels', 'all'));
  }

  /** The aggregate; null when the service has none that can be read. */
  aggregate(): MaybePromise<Aggregate | null> {
    const found = this.#read('aggregate', 'all');
    if (!(found instanceof Promise)) return found;
    return found.catch((error: unknown) => {
      if (error instanceof UpstreamInvalidError) return null;
      throw error;
    });
  }

  /** Reads each list once. */
  #read<Name extends ListName>(name: Name, argument: Arguments[Name]): MaybePromise<Lists[Name] | null> {
    const list: SharedList<Arguments[Name], Lists[Name]> = this.#lists[name];
    const { fill } = this.#sources;
    if (fill === null) throw tokenMissing();
    this.#known[name] ??= new Map();
    const known: Map<string, MaybePromise<Lists[Name] | null>> = this.#known[name];
    const key = list.keyOf(argument);
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    const read = this.#readList(list, argument, fill);
    known.set(key, read);
    return read;
  }

  #readList<Argument, List>(
    list: SharedList<Argument, List>,
    argument: Argument,
    fill: PublicCall,
  ): MaybePromise<List | null> {
    const { refresh, signal, onReply } = this.#sources;
    const fresh = list.readFresh(argument, onReply);
    if (fresh !== undefined) return fresh;
    const aggregate = this.#findProperties;
    const read = (isAggregateFirst: boolean): Promise<List | null> =>
      list.read(argument, { fill, refresh, aggregate, isAggregateFirst, signal, onReply }).catch(nullWhenNotFound);
    if (!list.isInAggregate(argument) || list.peek(argument) !== undefined) return read(false);
    return this.#aggregateOrSingle.isAggregateWorthwhile().then(read);
  }

  /** The lists of the aggregate; null when there is none that can be read. @throws UpstreamError when that may pass */
  readonly #findProperties = async (): Promise<WithAge<Properties> | null> => {
    try {
      const found = await this.#read('aggregate', 'all');
      // What is picked from it is as old as it is.
      return found && new WithAge(found.properties, this.#lists.aggregate.ageMs('all'));
    } catch (error) {
      if (!(error instanceof UpstreamError) || error instanceof UpstreamUnauthenticatedError || isPassing(error)) {
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
  if (error instanceof UpstreamNotFoundError) return null;
  throw error;
}
