/**
 * The public lists that all callers share: lookups and sections (assumption R41).
 *
 * Assumption: R41. Only endpoints of that assumption are public; `PublicCall` takes no other, so nothing of a user can get
 * in here.
 */

import { createLoopTurns } from '../../../concurrency/loop-turns.ts';
import { PriceFor } from '../../../contract/codes.ts';
import { operationOf, type PublicEndpointName } from '../../../contract/endpoints.ts';
import { HOME_COUNTRY_ID } from '../../../contract/lookups.ts';
import type { CodeOf } from '../../../contract/structure.ts';
import { type Int64, parseInt64 } from '../../../json/int64.ts';
import type { Logger } from '../../../log/logger.ts';
import { failureKinds } from '../../../rest/call/failure-kinds.ts';
import { failureReasonOf } from '../../../rest/call/failure-reason.ts';
import { failureIn, hasCode, kindOf } from '../../../rest/call/failure.ts';
import type { PublicCall } from '../../../rest/client.ts';
import * as lookups from '../../../rest/endpoints/lookups.ts';
import { getPhotoSpecs } from '../../../rest/endpoints/photos.ts';
import { getSection, listSections } from '../../../rest/endpoints/sections.ts';
import { milliseconds } from '../../../settings/kinds.ts';
import { settingIn } from '../../../settings/setting.ts';
import { type Aggregate, groupByMake, type IndexedList, indexBy, indexed } from './indexed-list.ts';
import { ListCache, SEARCH_PAUSE_MS } from './list-cache.ts';
import { type ValueListName, valueLists } from './value-lists.ts';

/** Finds a list in the aggregate; null when that lacks it. */
export type PickList<List> = (properties: lookups.Properties) => List | null;

/** A kind of list: one for each argument, e.g. the localities of each country. */
interface ListKind<Argument, List> {
  readonly endpoint: PublicEndpointName;
  /** Tells arguments apart. */
  readonly keyOf: (argument: Argument) => string;
  /** Reads the list from its own endpoint. Only public endpoints can be read: others do not compile. */
  readonly read: (call: PublicCall, argument: Argument) => Promise<List>;
  /** Says how to find the list in the aggregate; undefined when that has no such list for the argument. */
  readonly pick?: (argument: Argument) => PickList<List> | undefined;
}

/** A kind of list that is kept for all callers. */
export interface SharedList<Argument, List> extends ListKind<Argument, List> {
  readonly cache: ListCache<List>;
  /** The list when it is available, however old; undefined when it is not. */
  readonly peek: (argument: Argument) => List | undefined;
}

/** Time for which a list that is no longer fresh may be served: an outage of the service ends within a day, and a list hardly changes in one. */
export const LOOKUP_STALE_MS = 86_400_000;

const lookup = settingIn('Shared lookups');

/** For how long lists are kept. */
export const lookupSettings = {
  freshMs: lookup('LOOKUP_FRESH_MS', milliseconds(0), {
    what: 'How long a lookup list or section counts as fresh.',
    default: 3_600_000,
    example: '600000',
  }),
};

/** Options of caching lists. Times are in milliseconds. */
export interface CachingOptions {
  /** Time for which a list is fresh: the setting `LOOKUP_FRESH_MS`. */
  readonly freshMs: number;
  /** Time after that in which it may still be served when the service does not respond, or while it is re-read; `LOOKUP_STALE_MS` unless given. */
  readonly staleMs?: number;
  readonly log: Logger;
  /** A clock that never goes back, and does not begin at 0. */
  readonly now: () => number;
}

interface KindToKeep<Argument, List> extends ListKind<Argument, List> {
  /** Longest time, in milliseconds, for which one that the service does not have is not asked for again. */
  readonly missingMs?: number;
}

const GRANT = operationOf('requestToken');

/**
 * Returns for how many milliseconds a failure is the response to whoever asks next for the same list. 0 for one that may be about the
 * caller: a token that the service refuses, a share of calls that is used up. Null for one of his operation alone.
 */
const keepFailureMs = (error: unknown, missingMs: number): number | null => {
  const failure = failureIn(error);
  if (failure === null) return null;
  // What stands in the place of a response may be about the caller.
  const isSaid = failure.serviceMessage !== null && hasCode(failure, 'UPSTREAM_INVALID');
  // Of the token of the gateway's own application, which other callers do not need.
  if (isSaid || failure.operation === GRANT) return 0;
  const { keptMs } = failureKinds[failure.kind];
  return failure.kind === 'not_found' ? Math.min(keptMs, missingMs) : keptMs;
};

/** Returns whether a list is there, and cannot be read by anybody. */
export const isUnreadable = (error: unknown): boolean =>
  hasCode(error, 'UPSTREAM_INVALID', 'UPSTREAM_TOO_LARGE') && keepFailureMs(error, 0) !== 0;

const countryId = (country: number): Int64 => {
  const id = parseInt64(country);
  if (id === null) throw new TypeError('A country id is a whole number.');
  return id;
};

const indexedUnlessEmpty = <Entry extends { readonly key: string }>(
  entries: readonly Entry[] | null | undefined,
): IndexedList<Entry> | null => (entries == null || entries.length === 0 ? null : indexed(entries));

type PriceForCode = CodeOf<typeof PriceFor>;

/**
 * Fields of the aggregate that hold price steps.
 *
 * Assumption: R13. The aggregate has no generic steps.
 */
const pricesInAggregate: Readonly<Record<PriceForCode, (keyof lookups.Properties & `FilterPrices_${string}`) | null>> =
  {
    [PriceFor.Generic]: null,
    [PriceFor.PropertyForSale]: 'FilterPrices_PropertyForSale',
    [PriceFor.PropertyLongLet]: 'FilterPrices_PropertyLongLet',
    [PriceFor.PropertyShortLet]: 'FilterPrices_PropertyShortLet',
    [PriceFor.Cars]: 'FilterPrices_Cars',
  };

/** Creates the lists that all callers share. They live as long as the gateway. */
export const createSharedLists = ({ freshMs, staleMs = LOOKUP_STALE_MS, log, now }: CachingOptions) => {
  const inTurn = createLoopTurns();
  const keep = <Argument, List>(
    { missingMs = Number.POSITIVE_INFINITY, ...kind }: KindToKeep<Argument, List>,
    entriesOf: (list: List) => number = () => 1,
  ): SharedList<Argument, List> => {
    const cache = new ListCache<List>({
      entriesOf,
      freshMs,
      staleMs,
      keepFailureMs: (error) => keepFailureMs(error, missingMs),
      onRefreshError: (key, error) => {
        const reason = failureReasonOf(error) ?? kindOf(error);
        const why = reason === null ? { err: error } : { reason };
        log.warn({ operation: operationOf(kind.endpoint), list: key, ...why }, 'A list went stale.');
      },
      now,
      inTurn,
    });
    return { ...kind, cache, peek: (argument) => cache.peek(kind.keyOf(argument))?.list };
  };

  /** A list of entries. An empty one is not kept: a response without entries is more likely a fault than a fact. */
  const list = <Argument, List extends { readonly entries: readonly unknown[] }>(kind: KindToKeep<Argument, List>) =>
    keep(kind, ({ entries }) => entries.length);

  const oneList = <List extends { readonly entries: readonly unknown[] }>(
    endpoint: PublicEndpointName,
    read: (call: PublicCall) => Promise<List>,
    pick?: PickList<List>,
  ) => list({ endpoint, keyOf: (_all: 'all') => '', read, pick: () => pick });

  /** Lists of places by country. The aggregate has those of the home country. */
  const places = <Entry extends { readonly key: string; readonly countryId: number | null }>(
    endpoint: PublicEndpointName,
    read: (call: PublicCall, country: Int64) => Promise<readonly Entry[]>,
    listOf: (properties: lookups.Properties) => readonly Entry[] | null,
  ) =>
    list({
      endpoint,
      keyOf: String,
      read: async (call, country: number) => indexed(await read(call, countryId(country))),
      pick: (country) =>
        country === HOME_COUNTRY_ID
          ? (properties) =>
              indexedUnlessEmpty(listOf(properties)?.filter((each) => (each.countryId ?? country) === country))
          : undefined,
    });

  const values = (name: ValueListName) => {
    const { endpoint, inAggregate } = valueLists[name];
    return oneList(
      endpoint,
      async (call) => indexed(await lookups.simpleLists[endpoint](call)),
      (properties) => indexedUnlessEmpty(properties[inAggregate]),
    );
  };

  return {
    BEDROOMS: values('BEDROOMS'),
    CANDIDATE_STATUS: values('CANDIDATE_STATUS'),
    DOORS: values('DOORS'),
    EDUCATION: values('EDUCATION'),
    FINISH_LEVEL: values('FINISH_LEVEL'),
    FUEL: values('FUEL'),
    GARDEN: values('GARDEN'),
    IMPORTED: values('IMPORTED'),
    JOB_TYPE: values('JOB_TYPE'),
    POOL: values('POOL'),
    PROPERTY_TYPE: values('PROPERTY_TYPE'),
    TRANSMISSION: values('TRANSMISSION'),
    sections: oneList('listSections', async (call) => indexed(await listSections(call))),
    sectionsOfType: list({
      endpoint: 'listSections',
      missingMs: SEARCH_PAUSE_MS,
      keyOf: (type: string) => type,
      read: async (call, type) => indexed(await listSections(call, type)),
    }),
    section: keep({
      endpoint: 'getSection',
      // Assumption: R51. Whoever asks for one that is not there asks the service.
      missingMs: 0,
      keyOf: (key: Int64) => key,
      read: (call, key) => getSection(call, key),
    }),
    categories: oneList('listCategories', async (call) => indexed(await lookups.simpleLists.listCategories(call))),
    sectionCategories: list({
      endpoint: 'listSectionCategories',
      missingMs: SEARCH_PAUSE_MS,
      keyOf: (key: Int64) => key,
      read: async (call, key) => indexed(await lookups.listSectionCategories(call, key)),
    }),
    regions: places('listRegions', lookups.listRegions, ({ Regions }) => Regions),
    localities: places('listLocalities', lookups.listLocalities, ({ Localities }) => Localities),
    vehicleMakes: oneList(
      'listVehicleMakes',
      async (call) => indexBy(await lookups.listVehicleMakes(call), ({ name }) => name),
      ({ VehicleMakes }) => (VehicleMakes?.length ? indexBy(VehicleMakes, ({ name }) => name) : null),
    ),
    vehicleModels: oneList('listVehicleModels', async (call) => groupByMake(await lookups.listVehicleModels(call))),
    filterPrices: list({
      endpoint: 'listFilterPrices',
      keyOf: String,
      read: async (call, priceFor: PriceForCode) => ({ entries: await lookups.listFilterPrices(call, priceFor) }),
      pick: (priceFor) => {
        const field = pricesInAggregate[priceFor];
        if (field === null) return undefined;
        return ({ [field]: entries }) => (entries?.length ? { entries } : null);
      },
    }),
    photoSpecs: keep({
      endpoint: 'getPhotoSpecs',
      missingMs: SEARCH_PAUSE_MS,
      keyOf: ({ section, category }: { readonly section: Int64; readonly category: Int64 }) => `${section}/${category}`,
      read: (call, { section, category }) => getPhotoSpecs(call, category, section),
    }),
    aggregate: keep({
      endpoint: 'getProperties',
      keyOf: (_all: 'all') => '',
      read: async (call): Promise<Aggregate> => {
        const properties = await lookups.getProperties(call);
        const { Localities, VehicleModels } = properties;
        return {
          properties,
          localities: indexedUnlessEmpty(Localities),
          vehicleModels: VehicleModels?.length ? groupByMake(VehicleModels) : null,
          gotAt: now(),
        };
      },
    }),
  };
};

/** The lists that all callers share. */
export type SharedLists = ReturnType<typeof createSharedLists>;

/** Milliseconds since a list available came from the service, by endpoint; no entry where nothing is available. */
export type ListAges = ReadonlyMap<PublicEndpointName, number>;

/** Reads the ages. Of an endpoint that has many lists, such as the regions of each country, it is that of the list that was read last. */
export const agesOf = (lists: SharedLists): ListAges => {
  const ages = new Map<PublicEndpointName, number>();
  for (const { endpoint, cache } of Object.values(lists)) {
    const { latestAgeMs } = cache;
    if (latestAgeMs !== null && !ages.has(endpoint)) ages.set(endpoint, latestAgeMs);
  }
  return ages;
};
