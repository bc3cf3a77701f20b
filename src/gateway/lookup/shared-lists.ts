/**
 * The public lists that all callers share: lookups and sections (ruling R41).
 *
 * Assumption: R41. Only endpoints of that ruling are public; `PublicCall` takes no other, so nothing of a user can get
 * in here.
 */
import { createStaleCache } from '../../cache/stale-cache.ts';
import type { PriceFor } from '../../contract/codes.ts';
import type { Logger } from '../../log.ts';
import type { PublicCall } from '../../upstream/client.ts';
import type { Int64 } from '../../upstream/int64.ts';
import { parseInt64 } from '../../upstream/int64.ts';
import {
  getProperties,
  type LocalityEntry,
  listCategories,
  listFilterPrices,
  listLocalities,
  listRegions,
  listSectionCategories,
  listVehicleMakes,
  listVehicleModels,
} from '../../upstream/lookups.ts';
import { getSection, listSections } from '../../upstream/sections.ts';
import { type IndexedList, indexBy, indexed } from './indexed-list.ts';
import { createSharedList, type SharedList } from './shared-list.ts';
import { type ValueListName, valueLists } from './value-lists.ts';
import { groupByMake, type VehicleModels } from './vehicle-models.ts';

/** How long lists are kept. Times are in milliseconds. */
export interface SharedListOptions {
  /** How long a list is fresh. */
  readonly freshMs: number;
  /** How long after that it may still be served when the service does not answer, or while it is read anew. */
  readonly staleMs: number;
  readonly log: Logger;
  /** A clock that never goes back. */
  readonly now?: () => number;
}

/** What the aggregate tells beyond the lists' own endpoints. */
export interface Aggregate {
  /** With their regions; null when the aggregate has no such list. */
  readonly localities: IndexedList<LocalityEntry> | null;
  /** With their makes; null when the aggregate has no such list. */
  readonly vehicleModels: VehicleModels | null;
}

const readAggregate = async (call: PublicCall): Promise<Aggregate> => {
  const { Localities, VehicleModels: models } = await getProperties(call);
  return {
    localities: Localities && indexed(Localities),
    vehicleModels: models && groupByMake(models),
  };
};

const countryId = (country: number): Int64 => {
  const id = parseInt64(country);
  if (id === null) throw new TypeError('A country id is a whole number.');
  return id;
};

/** Share of the time a list is fresh by which it may go stale earlier, so that lists do not all go stale at once. */
const JITTER = 0.1;

const hasEntries = ({ entries }: { readonly entries: readonly unknown[] }): boolean => entries.length > 0;

/** Creates the lists that all callers share. They live as long as the gateway. */
export const createSharedLists = ({ freshMs, staleMs, log, now }: SharedListOptions) => {
  const kind = <Argument extends string | number, List>(
    name: string,
    maxEntries: number,
    isKeepable: (list: List) => boolean,
    readFrom: (call: PublicCall, argument: Argument) => Promise<List>,
  ): SharedList<Argument, List> =>
    createSharedList(
      createStaleCache<List>({
        freshMs,
        staleMs,
        maxEntries,
        jitter: JITTER,
        isKeepable,
        onRefreshError: (key, error) =>
          log.warn(
            { list: name, key, error: error instanceof Error ? error.message : 'unknown' },
            'A list went stale.',
          ),
        ...(now === undefined ? {} : { now }),
      }),
      readFrom,
    );

  return {
    values: kind('values', Object.keys(valueLists).length, hasEntries, async (call, list: ValueListName) =>
      indexed(await valueLists[list].read(call)),
    ),
    sections: kind('sections', 1, hasEntries, async (call, _all: 'all') => indexed(await listSections(call))),
    sectionsOfType: kind('sections of a type', 100, hasEntries, async (call, type: string) =>
      indexed(await listSections(call, type)),
    ),
    section: kind(
      'section',
      500,
      () => true,
      (call, key: Int64) => getSection(call, key),
    ),
    categories: kind('categories', 1, hasEntries, async (call, _all: 'all') => indexed(await listCategories(call))),
    sectionCategories: kind('categories of a section', 500, hasEntries, async (call, key: Int64) =>
      indexed(await listSectionCategories(call, key)),
    ),
    regions: kind('regions', 50, hasEntries, async (call, country: number) =>
      indexed(await listRegions(call, countryId(country))),
    ),
    localities: kind('localities', 50, hasEntries, async (call, country: number) =>
      indexed(await listLocalities(call, countryId(country))),
    ),
    vehicleMakes: kind('makes', 1, hasEntries, async (call, _all: 'all') =>
      indexBy(await listVehicleMakes(call), ({ name }) => name),
    ),
    vehicleModels: kind('models', 1, hasEntries, async (call, _all: 'all') =>
      groupByMake(await listVehicleModels(call)),
    ),
    filterPrices: kind(
      'filter prices',
      5,
      (prices: readonly number[]) => prices.length > 0,
      (call, priceFor: (typeof PriceFor)[keyof typeof PriceFor]) => listFilterPrices(call, priceFor),
    ),
    aggregate: kind(
      'aggregate',
      1,
      () => true,
      (call, _all: 'all') => readAggregate(call),
    ),
  };
};

/** The lists that all callers share. */
export type SharedLists = ReturnType<typeof createSharedLists>;
