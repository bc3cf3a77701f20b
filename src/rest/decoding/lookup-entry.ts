/** Entries of lookup lists, in every form in which the service may write them (assumptions R8 and R9). */
import { fieldOf, firstFieldOf, isJsonObject } from '../../json/json-object.ts';
import { readInt32, readText } from './scalars.ts';

/** An entry of a lookup list. */
export interface LookupEntry {
  /** The value to send where a parameter takes this lookup: digits for most lists, a name for makes and models. */
  readonly key: string;
  /** The text to show; the key when the service gives none. */
  readonly label: string;
}

/** A locality, as far as the list has it. */
export interface LocalityEntry extends LookupEntry {
  /** Null when the list does not have it. */
  readonly countryId: number | null;
  /** Key of its region; null when the list does not have it. */
  readonly regionKey: string | null;
}

/** A region, as far as the list has it. */
export interface RegionEntry extends LookupEntry {
  /** Null when the list does not have it. */
  readonly countryId: number | null;
}

/** A make of vehicle. A listing stores its name, so the name is its key. */
export interface VehicleMakeEntry {
  readonly name: string;
}

/** A model of vehicle, by its name. */
export interface VehicleModelEntry {
  readonly name: string;
  /** Name of its make; null when the list does not have it. */
  readonly make: string | null;
}

const presentText = (json: unknown): string | null => {
  const text = readText(json);
  return text === '' ? null : text;
};

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
export const readLookupEntry = (json: unknown): LookupEntry | null => {
  const parts = partsOf(json);
  const key = presentText(parts.key);
  return key === null ? null : { key, label: presentText(parts.label) ?? key };
};

/** Reads a locality from any form of an entry, and its country and region where the form has them. */
export const readLocalityEntry = (json: unknown): LocalityEntry | null => {
  const entry = readLookupEntry(json);
  if (entry === null) return null;
  const object = isJsonObject(json) ? json : {};
  return {
    key: entry.key,
    label: entry.label,
    countryId: readInt32(fieldOf(object, 'CountryId')),
    regionKey: presentText(fieldOf(object, 'RegionId')),
  };
};

/** Reads a region from any form of an entry, and its country where the form has it. */
export const readRegionEntry = (json: unknown): RegionEntry | null => {
  const entry = readLookupEntry(json);
  return entry === null
    ? null
    : { ...entry, countryId: isJsonObject(json) ? readInt32(fieldOf(json, 'CountryId')) : null };
};

/** Reads a make. */
export const readVehicleMakeEntry = (json: unknown): VehicleMakeEntry | null => {
  // Assumption: R9. The key of a make is its name.
  const name = readVehicleModelEntry(json)?.name ?? null;
  return name === null ? null : { name };
};

/** Reads a model: `VehicleModel`, or any form of an entry, which does not have the make. */
export const readVehicleModelEntry = (json: unknown): VehicleModelEntry | null => {
  // Assumption: R9. The key of a model is its name.
  if (isJsonObject(json)) {
    const name = presentText(firstFieldOf(json, 'Model', 'Item', 'Name', 'Value'));
    return name === null ? null : { name, make: presentText(fieldOf(json, 'ParentMake')) };
  }
  const entry = readLookupEntry(json);
  return entry === null ? null : { name: entry.label, make: null };
};
