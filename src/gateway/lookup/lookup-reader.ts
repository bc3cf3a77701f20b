/** Reading the shared lists within one operation. */
import { Aged } from '../../cache/aged.ts';
import type { PublicCall } from '../../upstream/client.ts';
import {
  UpstreamError,
  UpstreamInvalidError,
  UpstreamNotFoundError,
  UpstreamUnauthenticatedError,
} from '../../upstream/errors.ts';
import { type Int64, parseInt64 } from '../../upstream/int64.ts';
import type { LookupEntry, Properties } from '../../upstream/lookups.ts';
import type { SectionEntry } from '../../upstream/sections.ts';
import { tokenMissing } from '../errors.ts';
import { chain, type MaybePromise } from '../maybe-promise.ts';
import { indexed } from './indexed-list.ts';
import type { ListSources, SharedList } from './shared-list.ts';
import type { Aggregate, SharedLists } from './shared-lists.ts';
import type { VehicleModels } from './vehicle-models.ts';

/** How an operation can get lists: `fill` is null when nobody's token may be used. */
export interface OperationSources extends Pick<ListSources, 'refresh' | 'signal' | 'onAnswer'> {
  readonly fill: PublicCall | null;
}

/** What a section that cannot exist has for categories. */
const noCategories = indexed<LookupEntry>([]);

/**
 * Creates the reader of an operation. It asks for each list once, also when that fails, so that fifty labels of a list
 * that cannot be had cost one call.
 *
 * Assumption: R4. Without a token and without an application of the gateway's own there are no lists, even warm ones.
 */
export const createLookupReader = (lists: SharedLists, { fill, refresh, signal, onAnswer }: OperationSources) => {
  /** How many lists of the aggregate are asked for at this moment that are not at hand. */
  let wanted = 0;

  /** Tells whether the aggregate costs fewer calls than the lists that are asked for together. */
  const isAggregateWorthwhile = async (): Promise<boolean> => {
    wanted += 1;
    // Fields that are resolved together have all asked before this goes on.
    await Promise.resolve();
    const isWorthwhile = wanted > 1 || lists.aggregate.peek('all') !== undefined;
    await Promise.resolve();
    wanted = 0;
    return isWorthwhile;
  };

  const once = <Argument, List>(list: SharedList<Argument, List>): ((argument: Argument) => MaybePromise<List>) => {
    let asked: Map<string, MaybePromise<List>> | null = null;
    return (argument) => {
      if (fill === null) throw tokenMissing();
      const key = list.keyOf(argument);
      const known = asked?.get(key);
      if (known !== undefined) return known;
      const read = (aggregate: ListSources['aggregate']) =>
        list.read(argument, { fill, refresh, aggregate, signal, onAnswer });
      const answer =
        list.isInAggregate(argument) && list.peek(argument) === undefined
          ? isAggregateWorthwhile().then((isWorthwhile) => read(isWorthwhile ? findProperties : null))
          : read(null);
      asked ??= new Map();
      asked.set(key, answer);
      return answer;
    };
  };

  const sections = once(lists.sections);
  const section = once(lists.section);
  const sectionCategories = once(lists.sectionCategories);
  const vehicleModels = once(lists.vehicleModels);
  const aggregate = once(lists.aggregate);
  const categories = once(lists.categories);
  const vehicleMakes = once(lists.vehicleMakes);

  /** The aggregate; null when the service has none that can be read. */
  const findAggregate = (): MaybePromise<Aggregate | null> => {
    const found = aggregate('all');
    if (!(found instanceof Promise)) return found;
    return found.catch((error: unknown) => {
      if (error instanceof UpstreamNotFoundError || error instanceof UpstreamInvalidError) return null;
      throw error;
    });
  };

  /** The lists of the aggregate; null when it cannot be had: then each list is read from its own endpoint. */
  const findProperties = async (): Promise<Aged<Properties> | null> => {
    try {
      const { properties } = await aggregate('all');
      // What is picked from it is as old as it is.
      return new Aged(properties, lists.aggregate.ageMs('all'));
    } catch (error) {
      if (!(error instanceof UpstreamError) || error instanceof UpstreamUnauthenticatedError) throw error;
      return null;
    }
  };

  /** One section by key; null when there is none. From the list of all when that is at hand. */
  const findSection = (key: Int64): MaybePromise<SectionEntry | null> => {
    if (fill !== null && lists.sections.peek('all') !== undefined) {
      return chain(sections('all'), ({ byKey }) => byKey.get(key) ?? null);
    }
    return Promise.resolve(section(key)).catch((error: unknown) => {
      if (error instanceof UpstreamNotFoundError) return null;
      throw error;
    });
  };

  /**
   * Models with their makes from the aggregate, else without from their own endpoint.
   *
   * Assumption: R9.
   */
  const findVehicleModels = (): MaybePromise<VehicleModels> =>
    chain(findAggregate(), (found) => found?.vehicleModels ?? vehicleModels('all'));

  return {
    values: once(lists.values),
    sections: () => sections('all'),
    sectionsOfType: once(lists.sectionsOfType),
    section: findSection,
    categories: () => categories('all'),
    /** Categories of a section; none when the key is no number, which the service could not be asked for. */
    sectionCategories: (key: string) => {
      const id = parseInt64(key);
      return id === null ? noCategories : sectionCategories(id);
    },
    regions: once(lists.regions),
    localities: once(lists.localities),
    vehicleMakes: () => vehicleMakes('all'),
    vehicleModels: findVehicleModels,
    filterPrices: once(lists.filterPrices),
    photoSpecs: once(lists.photoSpecs),
    aggregate: findAggregate,
  };
};

/** Reads the shared lists within one operation. */
export type LookupReader = ReturnType<typeof createLookupReader>;
