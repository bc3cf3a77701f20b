/** The forms of entries of lookup lists (rulings R8 and R9). */
import { Locality, Region, StringId, VehicleModel } from '../../../contract/lookups.ts';
import type { Structure } from '../../../contract/structure.ts';
import { hasAnyField, isJsonObject } from '../../../json/json-object.ts';
import { readLookupEntry, readVehicleModelEntry } from '../../../upstream/decoding/lookup-entry.ts';
import { covered, type Form, holds, open, type ReadForm, type Ruled } from './form.ts';
import { jsonTypeOf } from './json-type.ts';

const TEXT = 'text';
const PAIR = '[key, value]';
type EntryForm = Structure | typeof TEXT | typeof PAIR;

/** Fields by which the types of entries are recognised, the most distinctive first. */
const signs: readonly (readonly [Structure, readonly string[]])[] = [
  [VehicleModel, ['Model', 'ParentMake']],
  [Locality, ['RegionId']],
  [Region, ['CountryId', 'Name']],
  [StringId, ['Item']],
];

const formOf = (json: unknown): EntryForm | null => {
  if (Array.isArray(json)) return json.length === 2 ? PAIR : null;
  if (isJsonObject(json)) return signs.find(([, fields]) => hasAnyField(json, fields))?.[0] ?? null;
  const type = jsonTypeOf(json);
  return type === 'string' || type === 'integer' || type === 'long integer' ? TEXT : null;
};

const isReadable = (json: unknown): boolean => readLookupEntry(json) !== null || readVehicleModelEntry(json) !== null;

const readEntryForm =
  (declared: Structure | typeof TEXT, accepted: readonly Structure[]): ReadForm =>
  (json, compareAs): Form => {
    const found = formOf(json);
    const isKnown = typeof found === 'string' || found === StringId || (found !== null && accepted.includes(found));
    const form = isKnown || !isJsonObject(json) ? found : declared;
    if (form === null || !isReadable(json)) return open(json);
    if (typeof form === 'object') compareAs(form, json);
    const text = `${typeof form === 'object' ? form.name : form} elements`;
    return form === declared ? holds(text) : covered(text);
  };

/** Entries that the specification declares as one type, or as text, and that may also come in other forms. */
const entries = (
  ruling: Ruled['ruling'],
  declared: Structure | typeof TEXT,
  ...accepted: readonly Structure[]
): Ruled => ({
  ruling,
  read: readEntryForm(declared, accepted),
});

/** Entries of any list of `StringId` without a ruling of its own. */
export const plainEntries = entries('R8', StringId);

/** Elements of the lists that are responses of their own. */
export const responseEntries = {
  listLocalities: entries('R8', StringId, Locality, Region),
  listRegions: entries('R8', StringId, Region),
  listVehicleMakes: entries('R9', StringId, VehicleModel),
  listVehicleModels: entries('R9', StringId, VehicleModel),
} as const satisfies Record<string, Ruled>;

/** Elements of lists within types. */
export const fieldEntries: ReadonlyMap<string, Ruled> = new Map([
  ['PropertiesCollection.Localities', entries('R8', Locality, Region)],
  ['PropertiesCollection.Regions', entries('R8', Region)],
  ['PropertiesCollection.VehicleMakes', entries('R9', TEXT, VehicleModel)],
  ['PropertiesCollection.VehicleModels', entries('R9', VehicleModel)],
]);
