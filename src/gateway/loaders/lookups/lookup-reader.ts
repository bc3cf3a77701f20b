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
import { isPassing } from './cached-failure.ts';
import { indexed } from './indexed-list.ts';
import type { VehicleModels } from './models-by-make.ts';
import type { ListSources, SharedList } from './shared-list.ts';
import type { Aggregate, SharedLists } from './shared-lists.ts';

/** How an operation can get lists: `fill` is null when nobody's token may be used. */
export interface OperationSources extends Pick<ListSources, 'refresh' | 'signal' | 'onAnswer'> {
  readonly fill: PublicCall | null;
}

/** What a section that cannot exist has for categories. */
const noCategories = indexed<LookupEntry>([]);

/** What the service does not have is no failure of it. */
const nullWhenNotFound = (error: unknown): null => {
  if (error instanceof UpstreamNotFoundError) return null;
  throw error;
};

/** What the reader of one operation asks with. */
class Asking {
  readonly sources: OperationSources;
  readonly aggregate: AskedLists<'all', Aggregate>;
  readonly #aggregates: SharedLists['aggregate'];
  /** How many lists of the aggregate are asked for at this moment that are not at hand. */
  #wanted = 0;

  constructor({ aggregate }: SharedLists, sources: OperationSources) {
    this.sources = sources;
    this.#aggregates = aggregate;
    this.aggregate = new AskedLists(aggregate, this);
  }

  /** Tells whether the aggregate costs fewer calls than the lists that are asked for together. */
  async isAggregateWorthwhile(): Promise<boolean> {
    this.#wanted += 1;
    // Fields that are resolved together have all asked before this goes on.
    await Promise.resolve();
    const isWorthwhile = this.#wanted > 1 || this.#aggregates.peek('all') !== undefined;
    await Promise.resolve();
    this.#wanted = 0;
    return isWorthwhile;
  }

  /** The lists of the aggregate; null when there is none that can be read. @throws UpstreamError when that may pass */
  readonly findProperties = async (): Promise<WithAge<Properties> | null> => {
    try {
      const found = await this.aggregate.read('all');
      // What is picked from it is as old as it is.
      return found && new WithAge(found.properties, this.#aggregates.ageMs('all'));
    } catch (error) {
      if (!(error instanceof UpstreamError) || error instanceof UpstreamUnauthenticatedError || isPassing(error)) {
        throw error;
      }
      return null;
    }
  };
}

/** The lists of one kind in one operation: each is asked for once, also when that fails. */
class AskedLists<Argument, List> {
  readonly #list: SharedList<Argument, List>;
  readonly #asking: Asking;
  /** Null before the first. */
  #answers: Map<string, MaybePromise<List | null>> | null = null;

  constructor(list: SharedList<Argument, List>, asking: Asking) {
    this.#list = list;
    this.#asking = asking;
  }

  /**
   * The list; null when the service has none such.
   *
   * @throws UNAUTHENTICATED when nobody's token may be used
   */
  read(argument: Argument): MaybePromise<List | null> {
    const { fill } = this.#asking.sources;
    if (fill === null) throw tokenMissing();
    const key = this.#list.keyOf(argument);
    const known = this.#answers?.get(key);
    if (known !== undefined) return known;
    const answer = this.#ask(argument, fill);
    this.#answers ??= new Map();
    this.#answers.set(key, answer);
    return answer;
  }

  #ask(argument: Argument, fill: PublicCall): MaybePromise<List | null> {
    const { sources, findProperties } = this.#asking;
    const { refresh, signal, onAnswer } = sources;
    const fresh = this.#list.readFresh(argument, onAnswer);
    if (fresh !== undefined) return fresh;
    const read = (isAggregateFirst: boolean): Promise<List | null> =>
      this.#list
        .read(argument, { fill, refresh, aggregate: findProperties, isAggregateFirst, signal, onAnswer })
        .catch(nullWhenNotFound);
    if (!this.#list.isInAggregate(argument) || this.#list.peek(argument) !== undefined) return read(false);
    return this.#asking.isAggregateWorthwhile().then(read);
  }
}

/** What a kind of list is asked for by. */
type ArgumentOf<Kind extends keyof SharedLists> =
  SharedLists[Kind] extends SharedList<infer Argument, infer _List> ? Argument : never;

/** The lists of one of the kinds. */
type AskedOf<Kind extends keyof SharedLists> =
  SharedLists[Kind] extends SharedList<infer Argument, infer List> ? AskedLists<Argument, List> : never;

/**
 * Reads the shared lists within one operation. It asks for each list once, also when that fails, so that fifty labels of a
 * list that cannot be had cost one call. A list that the service does not have is null.
 *
 * A class, and not an object of functions: every operation has one, and holds it for as long as the service takes to answer.
 *
 * Assumption: R4. Without a token and without an application of the gateway's own there are no lists, even warm ones.
 */
export class LookupReader {
  readonly #lists: SharedLists;
  readonly #asking: Asking;
  readonly #values: AskedOf<'values'>;
  readonly #sections: AskedOf<'sections'>;
  readonly #sectionsOfType: AskedOf<'sectionsOfType'>;
  readonly #section: AskedOf<'section'>;
  readonly #categories: AskedOf<'categories'>;
  readonly #sectionCategories: AskedOf<'sectionCategories'>;
  readonly #regions: AskedOf<'regions'>;
  readonly #localities: AskedOf<'localities'>;
  readonly #vehicleMakes: AskedOf<'vehicleMakes'>;
  readonly #vehicleModels: AskedOf<'vehicleModels'>;
  readonly #filterPrices: AskedOf<'filterPrices'>;
  readonly #photoSpecs: AskedOf<'photoSpecs'>;

  constructor(lists: SharedLists, sources: OperationSources) {
    this.#lists = lists;
    this.#asking = new Asking(lists, sources);
    this.#values = new AskedLists(lists.values, this.#asking);
    this.#sections = new AskedLists(lists.sections, this.#asking);
    this.#sectionsOfType = new AskedLists(lists.sectionsOfType, this.#asking);
    this.#section = new AskedLists(lists.section, this.#asking);
    this.#categories = new AskedLists(lists.categories, this.#asking);
    this.#sectionCategories = new AskedLists(lists.sectionCategories, this.#asking);
    this.#regions = new AskedLists(lists.regions, this.#asking);
    this.#localities = new AskedLists(lists.localities, this.#asking);
    this.#vehicleMakes = new AskedLists(lists.vehicleMakes, this.#asking);
    this.#vehicleModels = new AskedLists(lists.vehicleModels, this.#asking);
    this.#filterPrices = new AskedLists(lists.filterPrices, this.#asking);
    this.#photoSpecs = new AskedLists(lists.photoSpecs, this.#asking);
  }

  values(list: ArgumentOf<'values'>) {
    return this.#values.read(list);
  }

  sections() {
    return this.#sections.read('all');
  }

  sectionsOfType(type: string) {
    return this.#sectionsOfType.read(type);
  }

  /** One section by key; null when there is none. From the list of all when that is at hand. */
  section(key: Int64): MaybePromise<SectionEntry | null> {
    if (this.#asking.sources.fill !== null && this.#lists.sections.peek('all') !== undefined) {
      return chain(this.sections(), (sections) => sections?.byKey.get(key) ?? null);
    }
    return this.#section.read(key);
  }

  categories() {
    return this.#categories.read('all');
  }

  /** Categories of a section; none when the key is no number, which the service could not be asked for. */
  sectionCategories(key: string) {
    const id = parseInt64(key);
    return id === null ? noCategories : this.#sectionCategories.read(id);
  }

  regions(countryId: number) {
    return this.#regions.read(countryId);
  }

  localities(countryId: number) {
    return this.#localities.read(countryId);
  }

  vehicleMakes() {
    return this.#vehicleMakes.read('all');
  }

  /**
   * Models with their makes from the aggregate, else without from their own endpoint.
   *
   * Assumption: R9.
   */
  vehicleModels(): MaybePromise<VehicleModels | null> {
    return chain(this.aggregate(), (found) => found?.vehicleModels ?? this.#vehicleModels.read('all'));
  }

  filterPrices(priceFor: ArgumentOf<'filterPrices'>) {
    return this.#filterPrices.read(priceFor);
  }

  photoSpecs(place: ArgumentOf<'photoSpecs'>) {
    return this.#photoSpecs.read(place);
  }

  /** The aggregate; null when the service has none that can be read. */
  aggregate(): MaybePromise<Aggregate | null> {
    const found = this.#asking.aggregate.read('all');
    if (!(found instanceof Promise)) return found;
    return found.catch((error: unknown) => {
      if (error instanceof UpstreamInvalidError) return null;
      throw error;
    });
  }
}
