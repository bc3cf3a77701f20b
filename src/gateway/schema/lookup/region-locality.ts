/** `Region` and `Locality`. */
import { all, chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import { HOME_COUNTRY_ID } from '../../../contract/lookups.ts';
import { isNoId } from '../../../json/int64.ts';
import type { LocalityEntry, RegionEntry } from '../../../rest/endpoints/lookups.ts';
import { globalId } from '../../arguments/global-id.ts';
import {
  type Aggregate,
  findByLabel,
  findEntry,
  findModel,
  type IndexedList,
  memoizeByList,
} from '../../loaders/lookups/indexed-list.ts';
import {
  type FieldVisit,
  hasCached,
  listInAggregate,
  oneCall,
  type Price,
  type Subject,
  UNKNOWN_LENGTH,
} from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { localitiesOfRegions } from '../core/list-length.ts';
import { LookupRef, NodeRef, registerNode } from '../core/node.ts';
import type { CodedValue } from '../listing/listing-model.ts';

interface RegionModel {
  readonly __typename: 'Region';
  readonly key: string;
  readonly label: string;
  /** From the service; that of `listedIn` where it says nothing. */
  readonly countryId: number;
  /** The country in whose list it is found. */
  readonly listedIn: number;
}

interface LocalityModel extends Pick<RegionModel, 'key' | 'countryId' | 'listedIn'> {
  readonly __typename: 'Locality';
  /** Null when only the list of localities knows it. */
  readonly label: string | null;
  /** Null when only the aggregate may know it. */
  readonly regionKey: string | null;
}

const regionOf =
  (listedIn: number) =>
  (entry: RegionEntry): RegionModel => ({
    __typename: 'Region',
    ...entry,
    countryId: entry.countryId ?? listedIn,
    listedIn,
  });

const localityOf =
  (listedIn: number) =>
  (entry: Omit<LocalityEntry, 'label'> & Pick<LocalityModel, 'label'>): LocalityModel => ({
    __typename: 'Locality',
    ...entry,
    countryId: entry.countryId ?? listedIn,
    listedIn,
  });

/** A locality whose key a listing has; null without one, or for 0. Listings are in the service's home country. */
export const localityLink = (key: string | null): LocalityModel | null =>
  key === null || isNoId(key)
    ? null
    : localityOf(HOME_COUNTRY_ID)({ key, label: null, countryId: null, regionKey: null });

/**
 * The locality that a listing names by its key or by its label; null for a word that is no label.
 *
 * Assumption: R15. A number that the list lacks is a locality whose label is the number.
 */
export const findLocality = ({ code, text }: CodedValue, { lookups }: GatewayContext) => {
  const key = String(code).trim();
  if (/^\d+$/.test(key)) return localityLink(key);
  const find = (localities: IndexedList<LocalityEntry> | null): LocalityEntry | undefined =>
    localities?.byKey.get(key) ?? findByLabel(localities, key) ?? findByLabel(localities, text);
  const has = (localities: IndexedList<LocalityEntry>): boolean => find(localities) !== undefined;
  return chain(lookups.read('localities', HOME_COUNTRY_ID, has), (localities) => {
    const entry = find(localities);
    return entry === undefined ? null : localityOf(HOME_COUNTRY_ID)(entry);
  });
};

/** The country is part of the id only where it is not the home country, so that a listing's link has the same id. */
const placeId = (type: string, { listedIn, key }: RegionModel | LocalityModel): string =>
  globalId(type, listedIn === HOME_COUNTRY_ID ? null : String(listedIn), key);

const readPlaceKey = (parts: readonly string[]): { countryId: number; key: string } | null => {
  const [countryOrKey, key] = parts;
  if (countryOrKey === undefined) return null;
  if (key === undefined) return { countryId: HOME_COUNTRY_ID, key: countryOrKey };
  return /^\d{1,9}$/.test(countryOrKey) ? { countryId: Number(countryOrKey), key } : null;
};

const regionsOf = memoizeByList(regionOf);
const localitiesOf = memoizeByList(localityOf);

/** All regions of a country; null when the service has none such. `GET /v1/properties/regions` */
export const listRegionModels = (countryId: number, { lookups }: GatewayContext) =>
  chain(lookups.read('regions', countryId), (regions) => regions && regionsOf(countryId, regions.entries));

/**
 * All localities of a country, or of one region of it; null when the service knows no such country, or does not say in which region
 * a locality is. `GET /v1/properties/localities`
 */
export const listLocalityModels = (countryId: number, regionKey: string | null, context: GatewayContext) => {
  const find = (has?: () => boolean): MaybePromise<readonly LocalityModel[] | null> =>
    chain(context.lookups.read('localities', countryId, has), (localities) => {
      const models = localities && localitiesOf(countryId, localities.entries);
      if (models === null || regionKey === null) return models;
      return chain(all(models.map((model) => regionKeyOf(model, context, has))), (regionKeys) =>
        regionKeys.every((key) => key === null)
          ? null
          : models.filter((_model, index) => regionKeys[index] === regionKey),
      );
    });
  // Assumption: R51. A region of no cached locality may be newer than they are.
  return chain(find(), (found) => (regionKey !== null && found?.length === 0 ? find(() => false) : found));
};

/**
 * The region of a locality as its list has it.
 *
 * Assumption: R8. Where the list of localities does not have their region, the aggregate may: it has the places of the home country.
 *
 * @param has says whether the aggregate has what is sought: the locality unless given
 */
const regionKeyOf = (
  { key, regionKey, listedIn }: LocalityModel,
  { lookups }: GatewayContext,
  has: (aggregate: Aggregate) => boolean = ({ localities }) => localities?.byKey.has(key) !== false,
): MaybePromise<string | null> =>
  regionKey !== null || listedIn !== HOME_COUNTRY_ID
    ? regionKey
    : chain(lookups.aggregate(has), (aggregate) => aggregate?.localities?.byKey.get(key)?.regionKey ?? null);

/** The locality as its list has it, of which a listing has nothing but the key. */
const listed = (locality: LocalityModel, { lookups }: GatewayContext): MaybePromise<LocalityModel> => {
  const { key, label, listedIn } = locality;
  if (label !== null) return locality;
  const found = findEntry((has) => lookups.readForLabel('localities', listedIn, has), key);
  return chain(found, (entry) => (entry === null ? locality : localityOf(listedIn)(entry)));
};

const regionOfLocality = (locality: LocalityModel, context: GatewayContext): MaybePromise<RegionModel | null> => {
  const found = chain(listed(locality, context), (known) => regionKeyOf(known, context));
  return chain(found, (key) => {
    if (key === null) return null;
    const region = findEntry((has) => context.lookups.read('regions', locality.listedIn, has), key);
    return chain(region, (entry) => regionOf(locality.listedIn)(entry ?? { key, label: key, countryId: null }));
  });
};

const HOME_COUNTRY = String(HOME_COUNTRY_ID);

const aggregate = oneCall('getProperties');

/** Plans the list of places of a country, which has their names. */
const placesIn = (visit: FieldVisit, endpoint: 'listRegions' | 'listLocalities', country: string): Subject => {
  listInAggregate(visit, endpoint, country);
  return { identity: `places of ${country} for ${visit.path}`, count: UNKNOWN_LENGTH, cached: ['label'], country };
};

/** Localities of the country that an argument names; of a region only with the help of the aggregate. */
export const localities: Price = (visit) => {
  const places = placesIn(visit, 'listLocalities', String(visit.args['countryId']));
  if (visit.args['regionId'] != null) aggregate(visit);
  return places;
};

/** Regions of the country that an argument names. */
export const regions: Price = (visit) => placesIn(visit, 'listRegions', String(visit.args['countryId']));

const localityLabel: Price = (visit) => {
  if (!hasCached(visit, 'label')) listInAggregate(visit, 'listLocalities', visit.subject.country ?? HOME_COUNTRY);
};

/** A place by its global id, which names the country unless that is the home country. */
const placeByKey =
  (endpoint: 'listRegions' | 'listLocalities') =>
  (visit: FieldVisit, key: string): Subject => {
    const country = key.includes('/') ? (key.split('/')[0] ?? HOME_COUNTRY) : HOME_COUNTRY;
    return { ...placesIn(visit, endpoint, country), count: 1 };
  };

export const LocalityRef = builder.objectRef<LocalityModel>('Locality');

export const RegionRef = builder.objectRef<RegionModel>('Region').implement({
  description: 'A region of a country.',
  interfaces: [NodeRef, LookupRef],
  fields: (t) => ({
    id: t.id({ nullable: false, description: 'Global id.', resolve: (region) => placeId('Region', region) }),
    key: t.exposeID('key', { nullable: false, description: 'Upstream region id.' }),
    label: t.exposeString('label', { nullable: false, description: 'Display name.' }),
    countryId: t.exposeInt('countryId', { description: 'Upstream country id.' }),
    localities: t.field({
      type: [LocalityRef],
      description: 'Localities of this region; null if upstream does not say which region a locality belongs to.',
      price: (visit) => {
        const places = placesIn(visit, 'listLocalities', visit.subject.country ?? HOME_COUNTRY);
        aggregate(visit);
        return places;
      },
      listLength: localitiesOfRegions,
      resolve: ({ listedIn, key }, _args, context) => listLocalityModels(listedIn, key, context),
    }),
  }),
});

LocalityRef.implement({
  description: 'A town or village.',
  interfaces: [NodeRef, LookupRef],
  fields: (t) => ({
    id: t.id({ nullable: false, description: 'Global id.', resolve: (locality) => placeId('Locality', locality) }),
    key: t.exposeID('key', { nullable: false, description: 'Upstream locality id.' }),
    label: t.string({
      nullable: false,
      description: 'Display name; the key if upstream does not list the locality.',
      price: localityLabel,
      resolve: (locality, _args, context) => chain(listed(locality, context), ({ key, label }) => label ?? key),
    }),
    countryId: t.exposeInt('countryId', { description: 'Upstream country id.' }),
    region: t.field({
      type: RegionRef,
      description: 'Null if upstream does not say.',
      price: (visit) => {
        localityLabel(visit);
        aggregate(visit);
        return placesIn(visit, 'listRegions', visit.subject.country ?? HOME_COUNTRY);
      },
      resolve: (locality, _args, context) => regionOfLocality(locality, context),
    }),
  }),
});

registerNode('Region', {
  find: (parts, { lookups }) => {
    const place = readPlaceKey(parts);
    if (place === null) return null;
    return findModel((has) => lookups.read('regions', place.countryId, has), place.key, regionOf(place.countryId));
  },
  price: placeByKey('listRegions'),
});

registerNode('Locality', {
  find: (parts, { lookups }) => {
    const place = readPlaceKey(parts);
    if (place === null) return null;
    return findModel((has) => lookups.read('localities', place.countryId, has), place.key, localityOf(place.countryId));
  },
  price: placeByKey('listLocalities'),
});
