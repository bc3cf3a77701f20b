/** The aggregate of all lookup lists: `GET /v1/properties`. */
import { PropertiesCollection } from '../../contract/lookups.ts';
import { fieldFinder } from '../../json/json-object.ts';
import type { ReportDrift } from '../call/drift.ts';
import { readEntries } from './list-body.ts';
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
} from './lookup-entry.ts';
import { readNumber } from './scalars.ts';
import { listWithin, unwrapStructure } from './unwrap.ts';

/** A filter price in units of the service's currency, whole ones as a rule. */
export interface FilterPrice {
  readonly amount: number;
  /** Its digits as the service wrote them. */
  readonly decimal: string;
}

/** Reads a filter price. */
export const readPrice = (json: unknown): FilterPrice | null => {
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
 * Reads the aggregate, each list on its own.
 *
 * @throws UnreadableBodyError when the body has none of the lists
 */
export const readProperties = (json: unknown, drift: ReportDrift): Properties => {
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
