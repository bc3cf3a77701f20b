/** Prices of lookup lists, places and vehicles. */
import { HOME_COUNTRY_ID } from '../../../contract/lookups.ts';
import { isValueListName, type ValueListName, valueLists } from '../../loaders/lookups/value-lists.ts';
import {
  call,
  type FieldVisit,
  hasCached,
  listInAggregate,
  type Price,
  type Subject,
  UNKNOWN_LENGTH,
} from '../../pricing/price.ts';

/** Steps of a price filter. */
export const filterPrices: Price = (visit) => {
  listInAggregate(visit, 'listFilterPrices', String(visit.args['for']));
};

/** All makes. */
export const vehicleMakes: Price = (visit) => {
  listInAggregate(visit, 'listVehicleMakes');
};

/** A simple list, or a label of it. */
export const valueList =
  (list: ValueListName): Price =>
  (visit) => {
    listInAggregate(visit, valueLists[list].endpoint);
  };

/** The simple list that `list` names. */
export const namedValueList: Price = (visit) => {
  const { list } = visit.args;
  return typeof list === 'string' && isValueListName(list) ? valueList(list)(visit) : undefined;
};

/** Key of the country in which listings are. */
const HOME_COUNTRY = String(HOME_COUNTRY_ID);

const aggregate = (visit: FieldVisit): void => call(visit, 'getProperties', '');

/** Places of a country, with their names available. */
const placesOf = (visit: FieldVisit, country: string): Subject => ({
  identity: `places of ${country} for ${visit.path}`,
  count: UNKNOWN_LENGTH,
  cached: ['label'],
  country,
});

/** Localities of a country; of a region only with the help of the aggregate. */
export const localities: Price = (visit) => {
  const country = String(visit.args['countryId']);
  listInAggregate(visit, 'listLocalities', country);
  if (visit.args['regionId'] != null) aggregate(visit);
  return placesOf(visit, country);
};

/** Regions of a country. */
export const regions: Price = (visit) => {
  const country = String(visit.args['countryId']);
  listInAggregate(visit, 'listRegions', country);
  return placesOf(visit, country);
};

/** Localities of a region. */
export const regionLocalities: Price = (visit) => {
  const country = visit.subject.country ?? HOME_COUNTRY;
  listInAggregate(visit, 'listLocalities', country);
  aggregate(visit);
  return placesOf(visit, country);
};

/** The name of a locality. */
export const localityLabel: Price = (visit) => {
  if (!hasCached(visit, 'label')) listInAggregate(visit, 'listLocalities', visit.subject.country ?? HOME_COUNTRY);
};

/** The region of a locality. */
export const localityRegion: Price = (visit) => {
  const country = visit.subject.country ?? HOME_COUNTRY;
  localityLabel(visit);
  aggregate(visit);
  listInAggregate(visit, 'listRegions', country);
  return placesOf(visit, country);
};

/** Models of vehicles: from the aggregate, or else from their own endpoint. */
export const vehicleModels: Price = (visit) => {
  aggregate(visit);
  call(visit, 'listVehicleModels', '');
};

/** A region or a locality by its global id, which names the country unless that is the home country. */
export const priceOfPlace =
  (endpoint: 'listRegions' | 'listLocalities', typeName: string) =>
  (visit: FieldVisit, key: string): Subject => {
    const country = key.includes('/') ? (key.split('/')[0] ?? HOME_COUNTRY) : HOME_COUNTRY;
    listInAggregate(visit, endpoint, country);
    return { ...placesOf(visit, country), count: 1, typeName };
  };
