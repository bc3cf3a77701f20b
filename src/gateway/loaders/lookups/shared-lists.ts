/**
 * The public lists that all callers share: lookups and sections (ruling R41).
 *
 * Assumption: R41. Only endpoints of that ruling are public; `PublicCall` takes no other, so nothing of a user can get
 * in here.
 */

import type { Int64 } from '../../../json/int64.ts';
import { parseInt64 } from '../../../json/int64.ts';
import type { Logger } from '../../../log/logger.ts';
import { kindOf } from '../../../upstream/call/failure.ts';
import * as lookups from '../../../upstream/endpoints/lookups.ts';
import { getPhotoSpecs } from '../../../upstream/endpoints/photos.ts';
import { getSection, listSections } from '../../../upstream/endpoints/sections.ts';
import { ofCountry, type PriceForCode, pricesInAggregate, readAggregate } from './aggregate.ts';
import { keepFailureMs } from './cached-failure.ts';
import { indexBy, indexed } from './indexed-list.ts';
import { ListCache, SEARCH_PAUSE_MS } from './list-cache.ts';
import { groupByMake } from './models-by-make.ts';
import { SharedList, type SharedListOptions } from './shared-list.ts';
import { type ValueListName, valueLists } from './value-lists.ts';

/** Options of caching lists. Times are in milliseconds. */
export interface CachingOptions {
  /** Time for which a list is fresh. */
  readonly freshMs: number;
  /** Time after that in which it may still be served when the service does not respond, or while it is re-read. */
  readonly staleMs: number;
  readonly log: Logger;
  /** A clock that never goes back, and does not begin at 0. */
  readonly now: () => number;
}

const countryId = (country: number): Int64 => {
  const id = parseInt64(country);
  if (id === null) throw new TypeError('A country id is a whole number.');
  return id;
};

const hasEntries = ({ entries }: { readonly entries: readonly unknown[] }): boolean => entries.length > 0;

interface Kind<Argument, List> extends Omit<SharedListOptions<Argument, List>, 'cache' | 'now'> {
  readonly maxEntries: number;
  /** Empty lists are not kept: a response without entries is more likely a fault than a fact. */
  readonly isKeepable: (list: List) => boolean;
  /** Longest time, in milliseconds, for which one that the service does not have is not asked for again. */
  readonly missingMs?: number;
}

const only = (_all: 'all'): string => '';

/** Creates the lists that all callers share. They live as long as the gateway. */
export const createSharedLists = ({ freshMs, staleMs, log, now }: CachingOptions) => {
  const onRefreshError = (key: string, error: unknown): void =>
    log.warn({ list: key, err: error }, 'A list went stale.');
  const kind = <Argument, List>({
    maxEntries,
    isKeepable,
    missingMs = Number.POSITIVE_INFINITY,
    ...options
  }: Kind<Argument, List>): SharedList<Argument, List> => {
    const keepMs = (error: unknown): number =>
      Math.min(keepFailureMs(error), kindOf(error) === 'not_found' ? missingMs : Number.POSITIVE_INFINITY);
    const kept = { maxEntries, isKeepable, freshMs, staleMs, keepFailureMs: keepMs, onRefreshError, now };
    return new SharedList({ ...options, cache: new ListCache<List>(kept), now });
  };

  return {
    values: kind({
      endpointOf: (list) => valueLists[list].endpoint,
      maxEntries: Object.keys(valueLists).length,
      isKeepable: hasEntries,
      keyOf: (list: ValueListName) => list,
      read: async (call, list) => indexed(await lookups.simpleLists[valueLists[list].endpoint](call)),
      pick: (list) => (properties) => {
        const entries = properties[valueLists[list].inAggregate];
        return entries === null || entries.length === 0 ? null : indexed(entries);
      },
    }),
    sections: kind({
      endpointOf: () => 'listSections',
      maxEntries: 1,
      isKeepable: hasEntries,
      keyOf: only,
      read: async (call) => indexed(await listSections(call)),
    }),
    sectionsOfType: kind({
      missingMs: SEARCH_PAUSE_MS,
      endpointOf: () => 'listSections',
      maxEntries: 100,
      isKeepable: hasEntries,
      keyOf: (type: string) => type,
      read: async (call, type) => indexed(await listSections(call, type)),
    }),
    section: kind({
      endpointOf: () => 'getSection',
      maxEntries: 500,
      isKeepable: () => true,
      // Assumption: R51. Whoever asks for one that is not there asks the service.
      missingMs: 0,
      keyOf: (key: Int64) => key,
      read: (call, key) => getSection(call, key),
    }),
    categories: kind({
      endpointOf: () => 'listCategories',
      maxEntries: 1,
      isKeepable: hasEntries,
      keyOf: only,
      read: async (call) => indexed(await lookups.simpleLists.listCategories(call)),
    }),
    sectionCategories: kind({
      missingMs: SEARCH_PAUSE_MS,
      endpointOf: () => 'listSectionCategories',
      maxEntries: 500,
      isKeepable: hasEntries,
      keyOf: (key: Int64) => key,
      read: async (call, key) => indexed(await lookups.listSectionCategories(call, key)),
    }),
    regions: kind({
      endpointOf: () => 'listRegions',
      maxEntries: 50,
      isKeepable: hasEntries,
      keyOf: String,
      read: async (call, country: number) => indexed(await lookups.listRegions(call, countryId(country))),
      pick: ofCountry(({ Regions }) => Regions),
    }),
    localities: kind({
      endpointOf: () => 'listLocalities',
      maxEntries: 50,
      isKeepable: hasEntries,
      keyOf: String,
      read: async (call, country: number) => indexed(await lookups.listLocalities(call, countryId(country))),
      pick: ofCountry(({ Localities }) => Localities),
    }),
    vehicleMakes: kind({
      endpointOf: () => 'listVehicleMakes',
      maxEntries: 1,
      isKeepable: hasEntries,
      keyOf: only,
      read: async (call) => indexBy(await lookups.listVehicleMakes(call), ({ name }) => name),
      pick:
        () =>
        ({ VehicleMakes }) =>
          VehicleMakes === null || VehicleMakes.length === 0 ? null : indexBy(VehicleMakes, ({ name }) => name),
    }),
    vehicleModels: kind({
      endpointOf: () => 'listVehicleModels',
      maxEntries: 1,
      isKeepable: hasEntries,
      keyOf: only,
      read: async (call) => groupByMake(await lookups.listVehicleModels(call)),
    }),
    filterPrices: kind({
      endpointOf: () => 'listFilterPrices',
      maxEntries: Object.keys(pricesInAggregate).length,
      isKeepable: (prices: readonly number[]) => prices.length > 0,
      keyOf: String,
      read: (call, priceFor: PriceForCode): Promise<readonly number[]> => lookups.listFilterPrices(call, priceFor),
      pick: (priceFor) => {
        const field = pricesInAggregate[priceFor];
        return field === null ? undefined : (properties) => (properties[field]?.length ? properties[field] : null);
      },
    }),
    photoSpecs: kind({
      missingMs: SEARCH_PAUSE_MS,
      endpointOf: () => 'getPhotoSpecs',
      maxEntries: 2_000,
      isKeepable: () => true,
      keyOf: ({ section, category }: { readonly section: Int64; readonly category: Int64 }) => `${section}/${category}`,
      read: (call, { section, category }) => getPhotoSpecs(call, category, section),
    }),
    aggregate: kind({
      endpointOf: () => 'getProperties',
      maxEntries: 1,
      isKeepable: () => true,
      keyOf: only,
      read: (call) => readAggregate(call),
    }),
  };
};

/** The lists that all callers share. */
export type SharedLists = ReturnType<typeof createSharedLists>;
