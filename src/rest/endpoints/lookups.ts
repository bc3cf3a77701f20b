/** Lookup lists: `/v1/properties`. All are public: the same for every caller. */
import type { PriceFor } from '../../contract/codes.ts';
import { StringId } from '../../contract/lookups.ts';
import type { Int64 } from '../../json/int64.ts';
import type { CallInputs, PublicCall, PublicCallableName } from '../call/call.ts';
import { listOf } from '../decoding/list-body.ts';
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
import { type FilterPrice, type Properties, readPrice, readProperties } from '../decoding/properties.ts';

export type {
  LocalityEntry,
  LookupEntry,
  RegionEntry,
  VehicleMakeEntry,
  VehicleModelEntry,
} from '../decoding/lookup-entry.ts';
export type { Properties } from '../decoding/properties.ts';

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
