/** Lookup lists: `/v1/properties`. All are public: the same for every caller. */
import type { PriceFor } from '../../contract/codes.ts';
import type { PublicEndpointName } from '../../contract/endpoints.ts';
import { PropertiesCollection, StringId } from '../../contract/lookups.ts';
import type { CodeOf } from '../../contract/structure.ts';
import type { Int64 } from '../../json/int64.ts';
import { fieldFinder, fieldOf, firstFieldOf, isJsonObject } from '../../json/json-object.ts';
import type { CallInputs, PublicCall, ReportDrift } from '../call/call.ts';
import { readInt32, readNumber, readPresentText } from '../decoding/scalars.ts';
import { listOf, listWithin, readEntries, unwrapStructure } from '../decoding/unwrap.ts';

/** An entry of a lookup list. */
export interface LookupEntry {
  /** The value to send where a parameter takes this lookup: digits for most lists, a name for makes and models. */
  readonly key: string;
  /** The text to show; the key when the service gives none. */
  readonly label: string;
}

/** A region, as far as the list has it. */
export interface RegionEntry extends LookupEntry {
  /** Null when the list does not have it. */
  readonly countryId: number | null;
}

/** A locality, as far as the list has it. */
export interface LocalityEntry extends RegionEntry {
  /** Key of its region; null when the list does not have it. */
  readonly regionKey: string | null;
}

/** A model of vehicle, by its name. */
export interface VehicleModelEntry {
  readonly name: string;
  /** Name of its make; null when the list does not have it. */
  readonly make: string | null;
}

/** What stands for the key and the label of an entry, in any of its forms. Assumption: R8. */
const partsOf = (json: unknown): { readonly key: unknown; readonly label: unknown } => {
  // Lists have tens of thousands of entries: an iterator for each pair takes as long as all the rest.
  if (Array.isArray(json)) return { key: json[0], label: json[1] };
  if (!isJsonObject(json)) return { key: json, label: null };
  return { key: firstFieldOf(json, 'Id', 'Key'), label: firstFieldOf(json, 'Item', 'Name', 'Value') };
};

/**
 * Reads an entry: `StringId`, a `[key, value]` pair, `Locality`, `Region`, or a bare text.
 *
 * @returns null when it has no key
 */
const readLookupEntry = (json: unknown): LookupEntry | null => {
  const parts = partsOf(json);
  const key = readPresentText(parts.key);
  return key === null ? null : { key, label: readPresentText(parts.label) ?? key };
};

const fieldIn = (json: unknown, name: string): unknown => (isJsonObject(json) ? fieldOf(json, name) : null);

/** Reads a region from any form of an entry, and its country where the form has it. */
const readRegionEntry = (json: unknown): RegionEntry | null => {
  const entry = readLookupEntry(json);
  if (entry === null) return null;
  const { key, label } = entry;
  return { key, label, countryId: readInt32(fieldIn(json, 'CountryId')) };
};

/** Reads a locality from any form of an entry, and its country and region where the form has them. */
const readLocalityEntry = (json: unknown): LocalityEntry | null => {
  const entry = readRegionEntry(json);
  if (entry === null) return null;
  const { key, label, countryId } = entry;
  return { key, label, countryId, regionKey: readPresentText(fieldIn(json, 'RegionId')) };
};

/** Reads a model: `VehicleModel`, or any form of an entry, which does not have the make. Assumption: R9. Its key is its name. */
const readVehicleModelEntry = (json: unknown): VehicleModelEntry | null => {
  const name = isJsonObject(json)
    ? readPresentText(firstFieldOf(json, 'Model', 'Item', 'Name', 'Value'))
    : (readLookupEntry(json)?.label ?? null);
  return name === null ? null : { name, make: readPresentText(fieldIn(json, 'ParentMake')) };
};

/** Reads a make. Assumption: R9. A listing stores its name, so the name is its key. */
const readVehicleMakeEntry = (json: unknown) => {
  const model = readVehicleModelEntry(json);
  return model === null ? null : { name: model.name };
};

/** Reads a filter price, in units of the service's currency; `decimal` has its digits as the service wrote them. */
const readPrice = (json: unknown) => {
  const amount = readNumber(json);
  return amount === null ? null : { amount, decimal: String(json) };
};

/**
 * Reads the aggregate of all lookup lists, each on its own.
 *
 * @throws UnreadableBodyError when the body has none of the lists
 */
const readProperties = (json: unknown, drift: ReportDrift) => {
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
    if (elements !== null) return readEntries(elements, readEntry, drift, path);
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
  } satisfies Record<keyof PropertiesCollection, unknown>;
};

/** All lookup lists by their field in the aggregate; null for a list that is missing or cannot be read. */
export type Properties = ReturnType<typeof readProperties>;

/** Gets all lookup lists at once: `GET /v1/properties`. */
export const getProperties = (call: PublicCall) => call('getProperties', {}, readProperties);

const entries = listOf(readLookupEntry, StringId.name);

/** Creates the function that lists the entries of an endpoint which takes no parameters. */
const listerOf =
  <Name extends PublicEndpointName>(name: Name, inputs: CallInputs<Name>) =>
  (call: PublicCall) =>
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
export const listSectionCategories = (call: PublicCall, id: Int64) =>
  call('listSectionCategories', { path: { id } }, entries);

/** Lists the prices to offer in a filter, in whole units of the service's currency: `GET /v1/properties/filterprices`. */
export const listFilterPrices = (call: PublicCall, priceFor: CodeOf<typeof PriceFor>) =>
  call('listFilterPrices', { query: { pricefor: priceFor } }, listOf(readPrice, 'filter price'));

/** Lists the localities of a country: `GET /v1/properties/localities`. */
export const listLocalities = (call: PublicCall, countryId: Int64) =>
  call('listLocalities', { query: { CountryId: countryId } }, listOf(readLocalityEntry, StringId.name));

/** Lists the regions of a country: `GET /v1/properties/regions`. */
export const listRegions = (call: PublicCall, countryId: Int64) =>
  call('listRegions', { query: { CountryId: countryId } }, listOf(readRegionEntry, StringId.name));

/** Lists the makes of vehicles: `GET /v1/properties/vehiclemakes`. */
export const listVehicleMakes = (call: PublicCall) =>
  call('listVehicleMakes', {}, listOf(readVehicleMakeEntry, StringId.name));

/** Lists the models of vehicles: `GET /v1/properties/vehiclemodels`. */
export const listVehicleModels = (call: PublicCall) =>
  call('listVehicleModels', {}, listOf(readVehicleModelEntry, StringId.name));
