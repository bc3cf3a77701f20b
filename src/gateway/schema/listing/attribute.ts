/**
 * Attributes of a vehicle, of a property or of a place: values of a listing that no view promises (assumption R19). Others than the owner find
 * them among the extra parameters of a view, by name; the owner also finds them in the definition.
 */
import { isNoId } from '../../../json/int64.ts';
import { MADE, type NamesOf, writtenIn } from '../../../rest/decoding/decode.ts';
import { type ExtraParam, readExtraParams } from '../../../rest/decoding/untyped-fields.ts';
import type { CodedValue, DefinitionView, ListingDetail, ListingEntry } from './listing-model.ts';

/** The parameters of a view, numeric ones first. */
export const parametersOf = (view: ListingEntry | ListingDetail): readonly ExtraParam[] => [
  ...readExtraParams(view.N_Params),
  ...readExtraParams(view.S_Params),
];

const normalised = (name: string): string => {
  const lower = name.toLowerCase();
  return /^[a-z0-9]*$/.test(lower) ? lower : lower.replace(/[^a-z0-9]/g, '');
};

type Index = ReadonlyMap<string, ExtraParam>;

/** One without a value hides none that has one. */
const indexBy = (part: 'name' | 'label', parameters: readonly ExtraParam[]): Index => {
  const index = new Map<string, ExtraParam>();
  for (const parameter of parameters) {
    const { [part]: called, value, text } = parameter;
    if (called !== null && (value || text)) index.set(normalised(called), parameter);
  }
  return index;
};

const firstIn = (index: Index, names: readonly string[]): ExtraParam | null => {
  for (const name of names) {
    const parameter = index.get(name);
    if (parameter !== undefined) return parameter;
  }
  return null;
};

interface IndexedParameters {
  readonly parameters: readonly ExtraParam[];
  readonly byName: Index;
  /** Null until something is not found by its name. */
  byLabel: Index | null;
}

/** A view that carries parameters, and keeps them: values of a WeakMap outlive their keys until the next full garbage collection. */
type ParameterView = (ListingEntry | ListingDetail) & { [MADE]?: IndexedParameters | null };

const indexesOf = (view: ParameterView): IndexedParameters => {
  const parameters = parametersOf(view);
  return { parameters, byName: indexBy('name', parameters), byLabel: null };
};

/** Finds a parameter of a view by any of its names (lower case, letters and digits only), or else by its label. */
const findParameter = (view: ParameterView, names: readonly string[]): ExtraParam | null => {
  view[MADE] ??= indexesOf(view);
  const indexes = view[MADE];
  const named = firstIn(indexes.byName, names);
  if (named !== null) return named;
  indexes.byLabel ??= indexBy('label', indexes.parameters);
  return firstIn(indexes.byLabel, names);
};

export type AttributeValue = CodedValue | number | string;

/** A value that the parameters of a view may state, or else the definition; each gives null where it is missing. */
export interface Attribute<Value extends AttributeValue> {
  readonly inView: (view: ListingEntry | ListingDetail) => Value | null;
  readonly inDefinition: (definition: DefinitionView) => Value | null;
}

/** Reads an attribute of something; null where it has none. */
export type ReadAttribute = <Value extends AttributeValue>(attribute: Attribute<Value>) => Value | null;

const readCode = (view: ListingEntry | ListingDetail, names: readonly string[]): CodedValue | null => {
  const { value, text } = findParameter(view, names) ?? {};
  const code = value || text;
  return code ? { code, text: text || null } : null;
};

const asCoded = (code: string | number | null): CodedValue | null => (code === null ? null : { code, text: null });

/** A code, or the name that stands for it, by the names of its parameter in lower case, letters and digits only. 0 is a code (assumption R14). */
export const coded = (field: NamesOf<DefinitionView, number>, ...names: readonly string[]): Attribute<CodedValue> => ({
  inView: (view) => readCode(view, names),
  inDefinition: (definition) => asCoded(definition[field] ?? writtenIn(definition, field)),
});

/** A whole number likewise. */
export const wholeNumber = (
  field: NamesOf<DefinitionView, number>,
  ...names: readonly string[]
): Attribute<number> => ({
  inView: (view) => {
    const parameter = findParameter(view, names);
    const digits = (parameter?.value || parameter?.text || '').replace(/[\s,]/g, '');
    return /^-?\d{1,9}$/.test(digits) ? Number(digits) : null;
  },
  inDefinition: ({ [field]: value }) => value,
});

/** A text likewise. */
export const text = (field: NamesOf<DefinitionView, string>, ...names: readonly string[]): Attribute<string> => ({
  inView: (view) => {
    const parameter = findParameter(view, names);
    return (parameter?.text || parameter?.value || '').trim() || null;
  },
  inDefinition: ({ [field]: value }) => value?.trim() || null,
});

export const locality: Attribute<CodedValue> = {
  inView: (view) => {
    const value = readCode(view, ['localityid', 'locality']);
    return isNoId(value?.code) ? null : value;
  },
  inDefinition: ({ LocalityId }) => asCoded(LocalityId),
};

export const vehicle = {
  make: text('VehicleMake', 'vehiclemake', 'make'),
  model: text('VehicleModel', 'vehiclemodel', 'model'),
  registrationYear: wholeNumber('RegYear', 'regyear', 'registrationyear', 'year'),
  fuel: coded('Fuel', 'fuel'),
  transmission: coded('Transmission', 'transmission'),
  imported: coded('Imported', 'imported'),
  doors: coded('Doors', 'doors'),
  mileage: wholeNumber('Mileage', 'mileage'),
  engineSize: wholeNumber('EngineSize', 'enginesize'),
} as const;

export const property = {
  propertyType: coded('PropertyType', 'propertytype'),
  bedrooms: coded('Bedrooms', 'bedrooms'),
  finishLevel: coded('FinishLevel', 'finishlevel', 'leveloffinish', 'finish'),
  gardenOrYard: coded('GardenOrYard', 'gardenoryard', 'gardenyard', 'garden'),
  pool: coded('Pool', 'pool'),
} as const;

/** A kind of listing that has attributes of its own. */
export type AttributedKind = 'Vehicle' | 'Property';

const attributesOf: Readonly<Record<AttributedKind, readonly Attribute<AttributeValue>[]>> = {
  Vehicle: Object.values(vehicle),
  Property: Object.values(property),
};

const isZero = (value: AttributeValue): boolean => Number(typeof value === 'object' ? value.code : value) === 0;

const hasAnyOf = (kind: AttributedKind, read: ReadAttribute, isCounted = (_value: AttributeValue) => true): boolean =>
  attributesOf[kind].some((attribute) => {
    const value = read(attribute);
    return value !== null && isCounted(value);
  });

/** Returns whether something has any attribute of any kind. */
export const hasAnyAttribute = (read: ReadAttribute): boolean =>
  hasAnyOf('Vehicle', read) || hasAnyOf('Property', read);

/**
 * Returns whether a listing is of a kind, by the attributes of a view that does not say its kind.
 *
 * Assumption: R14. A serialiser may write 0 for each attribute of the other kinds: zeros alone make no kind where another
 * group is there.
 */
export const isOfKind = (kind: AttributedKind, read: ReadAttribute): boolean =>
  hasAnyOf(kind, read, (value) => !isZero(value)) ||
  (hasAnyOf(kind, read) && !hasAnyOf(kind === 'Vehicle' ? 'Property' : 'Vehicle', read));

const reported = new WeakMap<readonly ListingEntry[], Map<Attribute<AttributeValue>, boolean>>();

/** Returns whether any entry of a response reports an attribute: one that does not is without it then. */
export const reportsAttribute = (entries: readonly ListingEntry[], attribute: Attribute<AttributeValue>): boolean => {
  const known = reported.get(entries) ?? new Map<Attribute<AttributeValue>, boolean>();
  reported.set(entries, known);
  const isReported = known.get(attribute) ?? entries.some((entry) => attribute.inView(entry) !== null);
  known.set(attribute, isReported);
  return isReported;
};
