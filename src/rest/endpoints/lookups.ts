/** Lookup lists: `/v1/properties`. All are public: the same for every caller. */
import type { PriceFor } from '../../contract/codes.ts';
import { PropertiesCollection, StringId } from '../../contract/lookups.ts';
import type { Int64 } from '../../json/int64.ts';
import { fieldFinder } from '../../json/json-object.ts';
import type { CallInputs, PublicCall, PublicCallableName } from '../call/call.ts';
import type { ReportDrift } from '../call/drift.ts';
import { listOf, readEntries } from '../decoding/list-body.ts';
import {
  type LocalityEntry,
  type LookupEntry,
  type RegionEntry,
  readLocalityEntry,
  readLookupEntry,
  readRegionEntry,
  readVehicleMakeEntry,
  readVehicleModelEntry,
  type VehicleMakeEntry,
  type VehicleModelEntry,
} from '../decoding/lookup-entry.ts';
import { readNumber } from '../decoding/scalars.ts';
import { listWithin, unwrapStructure } from '../decoding/unwrap.ts';

export type {
  LocalityEntry,
  LookupEntry,
  RegionEntry,
  VehicleMakeEntry,
  VehicleModelEntry,
} from '../decoding/lookup-entry.ts';

/** A filter price in units of the service's currency, whole ones as a rule. */
interface FilterPrice {
  readonly amount: number;
  /** Its digits as the service wrote them. */
  readonly decimal: string;
}

const readPrice = (json: unknown): FilterPrice | null => {
  const amount = readNumber(json);
  return amount === null ? null : { amount, decimal: String(json) };
};

type EntryOf<Field extends keyof PropertiesCollection> = Field extends `FilterPrices_${string}`
  ? FilterPrice
  : Field extends 'Localities'
    ? LocalityEntry
    : Field extends 'Regions'
      ? RegionEntry
      : Field extends 'VehicleMakes'
        ? VehicleMakeEntry
        : Field extends 'VehicleModels'
          ? VehicleModelEntry
          : LookupEntry;

/** All lookup lists by their field in the aggregate; null for a list that is missing or cannot be read. */
export type Properties = {
  readonly [Field in keyof PropertiesCollection]: readonly EntryOf<Field>[] | null;
};

/**
 * Reads the aggregate of all lookup lists, each on its own.
 *
 * @throws UnreadableBodyError when the body has none of the lists
 */
const readProperties = (json: unknown, drift: ReportDrift): Properties => {
  const collection = unwrapStructure(PropertiesCollection, json);
  if (collection !== json) drift({ path: PropertiesCollection.name, problem: 'wrapped' });
  const find = fieldFinder(collection);

  const readList = <Entry>(
    field: keyof PropertiesCollection,
    readEntry: (json: unknown) => Entry | null,
  ): readonly Entry[] | null => {
    const path = `PropertiesCollection.${field}`;
    const json = find(field) ?? null;
    const elements = listWithin(json);
    if (elements !== null) {
      const entries = readEntries(elements, readEntry, drift, path);
      return entries.length === 0 && elements.length > 0 ? null : entries;
    }
    drift({ path, problem: json === null ? 'absent' : 'unreadable' });
    return null;
  };

  return {
    FilterPrices_Cars: readList('FilterPrices_Cars', readPrice),
    FilterPrices_PropertyForSale: readList('FilterPrices_PropertyForSale', readPrice),
    FilterPrices_PropertyLongLet: readList('FilterPrices_PropertyLongLet', readPrice),
    FilterPrices_PropertyShortLet: readList('FilterPrices_PropertyShortLet', readPrice),
    JobCandidateStatus: readList('JobCandidateStatus', readLookupEntry),
    JobEducation: readList('JobEducation', readLookupEntry),
    JobTypes: readList('JobTypes', readLookupEntry),
    PropertyBedrooms: readList('PropertyBedrooms', readLookupEntry),
    PropertyFinish: readList('PropertyFinish', readLookupEntry),
    PropertyGarden: readList('PropertyGarden', readLookupEntry),
    PropertyPool: readList('PropertyPool', readLookupEntry),
    PropertyTypes: readList('PropertyTypes', readLookupEntry),
    VehicleDoors: readList('VehicleDoors', readLookupEntry),
    VehicleFuel: readList('VehicleFuel', readLookupEntry),
    VehicleImported: readList('VehicleImported', readLookupEntry),
    VehicleTransmission: readList('VehicleTransmission', readLookupEntry),
    Localities: readList('Localities', readLocalityEntry),
    Regions: readList('Regions', readRegionEntry),
    VehicleMakes: readList('VehicleMakes', readVehicleMakeEntry),
    VehicleModels: readList('VehicleModels', readVehicleModelEntry),
  };
};

/** Gets all lookup lists at once: `GET /v1/properties`. */
export const getProperties = (call: PublicCall): Promise<Properties> => call('getProperties', {}, readProperties);

const entries = listOf(readLookupEntry, StringId.name);

/** Creates the function that lists the entries of an endpoint which takes no parameters. */
const listerOf =
  <Name extends PublicCallableName>(name: Name, inputs: CallInputs<Name>) =>
  (call: PublicCall): Promise<readonly LookupEntry[]> =>
    call(name, inputs, entries);

/** Functions that list keys and labels, by their endpoint, e.g. `GET /v1/properties/fuel`. The order of categories does not reveal their section. */
export const simpleLists = {
  listBedrooms: listerOf('listBedrooms', {}),
  listCandidateStatuses: listerOf('listCandidateStatuses', {}),
  listCategories: listerOf('listCategories', {}),
  listDoors: listerOf('listDoors', {}),
  listEducationLevels: listerOf('listEducationLevels', {}),
  listFinishLevels: listerOf('listFinishLevels', {}),
  listFuels: listerOf('listFuels', {}),
  listGardens: listerOf('listGardens', {}),
  listImportOrigins: listerOf('listImportOrigins', {}),
  listJobTypes: listerOf('listJobTypes', {}),
  listPools: listerOf('listPools', {}),
  listPropertyTypes: listerOf('listPropertyTypes', {}),
  listTransmissions: listerOf('listTransmissions', {}),
} as const;

/** Lists the categories of a section: `GET /v1/properties/categories/{id}`. */
export const listSectionCategories = (call: PublicCall, sectionId: Int64): Promise<readonly LookupEntry[]> =>
  call('listSectionCategories', { path: { id: sectionId } }, entries);

/**
 * Lists the prices to offer in a filter, in whole units of the service's currency: `GET /v1/properties/filterprices`.
 *
 * @param priceFor a code of `PriceFor`
 */
export const listFilterPrices = (
  call: PublicCall,
  priceFor: (typeof PriceFor)[keyof typeof PriceFor],
): Promise<readonly FilterPrice[]> =>
  call('listFilterPrices', { query: { pricefor: priceFor } }, listOf(readPrice, 'filter price'));

/** Lists the localities of a country: `GET /v1/properties/localities`. */
export const listLocalities = (call: PublicCall, countryId: Int64): Promise<readonly LocalityEntry[]> =>
  call('listLocalities', { query: { CountryId: countryId } }, listOf(readLocalityEntry, StringId.name));

/** Lists the regions of a country: `GET /v1/properties/regions`. */
export const listRegions = (call: PublicCall, countryId: Int64): Promise<readonly RegionEntry[]> =>
  call('listRegions', { query: { CountryId: countryId } }, listOf(readRegionEntry, StringId.name));

/** Lists the makes of vehicles: `GET /v1/properties/vehiclemakes`. */
export const listVehicleMakes = (call: PublicCall): Promise<readonly VehicleMakeEntry[]> =>
  call('listVehicleMakes', {}, listOf(readVehicleMakeEntry, StringId.name));

/** Lists the models of vehicles: `GET /v1/properties/vehiclemodels`. */
export const listVehicleModels = (call: PublicCall): Promise<readonly VehicleModelEntry[]> =>
  call('listVehicleModels', {}, listOf(readVehicleModelEntry, StringId.name));
