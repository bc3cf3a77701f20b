/** Reading the shared lists within one operation. */
import type { PriceFor } from '../../contract/codes.ts';
import type { PublicCall } from '../../upstream/client.ts';
import { UpstreamInvalidError, UpstreamNotFoundError } from '../../upstream/errors.ts';
import { type Int64, parseInt64 } from '../../upstream/int64.ts';
import type { SectionEntry } from '../../upstream/sections.ts';
import { tokenMissing } from '../errors.ts';
import { chain, type MaybePromise } from '../maybe-promise.ts';
import { indexed } from './indexed-list.ts';
import type { ListSources, SharedList } from './shared-list.ts';
import type { Aggregate, SharedLists } from './shared-lists.ts';
import type { ValueListName } from './value-lists.ts';
import type { VehicleModels } from './vehicle-models.ts';

/** How an operation can get lists: as `ListSources`, but `fill` is null when nobody's token may be used. */
interface OperationSources extends Omit<ListSources, 'fill'> {
  readonly fill: PublicCall | null;
}

/** What is known of places and models without the aggregate. */
const noAggregate: Aggregate = { localities: null, vehicleModels: null };

/** What a section that cannot exist has for categories. */
const noCategories = indexed<{ readonly key: string; readonly label: string }>([]);

/**
 * Creates the reader of an operation. It asks for each list once, also when that fails, so that fifty labels of a list
 * that cannot be had cost one call.
 *
 * Assumption: R4. Without a token and without an application of the gateway's own there are no lists, even warm ones.
 */
export const createLookupReader = (lists: SharedLists, { fill, ...sources }: OperationSources) => {
  const once = <Argument extends string | number, List>(
    list: SharedList<Argument, List>,
  ): ((argument: Argument) => MaybePromise<List>) => {
    let asked: Map<Argument, MaybePromise<List>> | null = null;
    return (argument) => {
      if (fill === null) throw tokenMissing();
      asked ??= new Map();
      const known = asked.get(argument);
      if (known !== undefined) return known;
      const read = list.read(argument, { fill, ...sources });
      asked.set(argument, read);
      return read;
    };
  };

  const sections = once(lists.sections);
  const section = once(lists.section);
  const sectionCategories = once(lists.sectionCategories);
  const vehicleModels = once(lists.vehicleModels);
  const aggregate = once(lists.aggregate);
  const categories = once(lists.categories);
  const vehicleMakes = once(lists.vehicleMakes);

  /** One section by key; null when there is none. From the list of all when that is at hand. */
  const findSection = (key: Int64): MaybePromise<SectionEntry | null> => {
    if (fill !== null && lists.sections.has('all')) {
      return chain(sections('all'), ({ byKey }) => byKey.get(key) ?? null);
    }
    return Promise.resolve(section(key)).catch((error: unknown) => {
      if (error instanceof UpstreamNotFoundError) return null;
      throw error;
    });
  };

  /** The aggregate; one that has nothing when the service has none that can be read. */
  const findAggregate = async (): Promise<Aggregate> => {
    try {
      return await aggregate('all');
    } catch (error) {
      if (error instanceof UpstreamNotFoundError || error instanceof UpstreamInvalidError) return noAggregate;
      throw error;
    }
  };

  /**
   * Models with their makes from the aggregate, else without from their own endpoint.
   *
   * Assumption: R9.
   */
  const findVehicleModels = async (): Promise<VehicleModels> =>
    (await findAggregate()).vehicleModels ?? vehicleModels('all');

  return {
    values: once<ValueListName, Awaited<ReturnType<typeof lists.values.read>>>(lists.values),
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
    filterPrices: once<(typeof PriceFor)[keyof typeof PriceFor], readonly number[]>(lists.filterPrices),
    aggregate: findAggregate,
  };
};

/** Reads the shared lists within one operation. */
export type LookupReader = ReturnType<typeof createLookupReader>;
