/** What objects cost that are fetched by global id. */
import { parseGlobalId } from '../global-id.ts';
import { isValueListName } from '../lookup/value-lists.ts';
import { fromUserDetails } from './account-prices.ts';
import { detail, listingById } from './listing-prices.ts';
import { HOME_COUNTRY, placesOf, valueList, vehicleModels } from './lookup-prices.ts';
import { call, listInAggregate } from './planned-call.ts';
import type { FieldVisit, Price, Subject } from './price.ts';
import { sectionById } from './section-prices.ts';

const nodePrices: Readonly<Record<string, (visit: FieldVisit, key: string) => Subject>> = {
  LookupValue: (visit, key) => {
    const list = key.split('/')[0] ?? '';
    if (isValueListName(list)) valueList(list)(visit);
    return { identity: visit.path, count: 1, atHand: [], typeName: 'LookupValue' };
  },
  Listing: (visit, key) => {
    const subject = listingById(key);
    detail({ ...visit, subject });
    return subject;
  },
  Section: sectionById,
  Category: (visit, key) => {
    call(visit, 'listCategories', '');
    return { identity: `category ${key}`, count: 1, atHand: ['label'], typeName: 'Category' };
  },
  Region: (visit, key) => {
    const country = key.includes('/') ? (key.split('/')[0] ?? HOME_COUNTRY) : HOME_COUNTRY;
    listInAggregate(visit, 'listRegions', country);
    return { ...placesOf(visit, country), count: 1, typeName: 'Region' };
  },
  Locality: (visit, key) => {
    const country = key.includes('/') ? (key.split('/')[0] ?? HOME_COUNTRY) : HOME_COUNTRY;
    listInAggregate(visit, 'listLocalities', country);
    return { ...placesOf(visit, country), count: 1, typeName: 'Locality' };
  },
  VehicleMake: (visit) => {
    listInAggregate(visit, 'listVehicleMakes');
    return { identity: visit.path, count: 1, atHand: [], typeName: 'VehicleMake' };
  },
  VehicleModel: (visit) => {
    vehicleModels(visit);
    return { identity: visit.path, count: 1, atHand: [], typeName: 'VehicleModel' };
  },
  User: (visit) => {
    fromUserDetails(visit);
    return { identity: 'the caller', count: 1, atHand: [], typeName: 'User' };
  },
};

const nothing: Subject = { identity: 'nothing', count: 0, atHand: [], typeName: 'nothing' };

const nodeById = (visit: FieldVisit, id: unknown): Subject => {
  const parsed = parseGlobalId(String(id));
  const price = parsed === null ? undefined : nodePrices[parsed.type];
  return parsed === null || price === undefined ? nothing : price(visit, parsed.key.join('/'));
};

/** Any object by its global id. */
export const nodeQuery: Price = (visit) => nodeById(visit, visit.args['id']);

/** Most ids that one `nodes` takes. */
export const MAX_NODES = 50;

/** Several objects by their global ids. What is read of them is planned for each; too many are refused without a call. */
export const nodesQuery: Price = (visit) => {
  const { ids } = visit.args;
  return Array.isArray(ids) && ids.length <= MAX_NODES ? ids.map((id: unknown) => nodeById(visit, id)) : nothing;
};
