/** Attributes of a vehicle, of a property or of a place: values of a listing that no view promises (ruling R19), read by name from its extra parameters or from its definition. */
import { isNoId } from '../../../json/int64.ts';
import { MADE } from '../../../rest/decoding/decode.ts';
import { type ExtraParam, readExtraParams } from '../../../rest/decoding/extra-params.ts';
import type { CodedValue, ListingDetail, ListingEntry, DefinitionView } from './listing-views.ts';

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

/** Finds parameters by name in any case, or else by label. */
export class ParameterFinder {
  readonly #parameters: readonly ExtraParam[];
  readonly #byName: Index;
  /** Null until something is not found by its name. */
  #byLabel: Index | null = null;

  constructor(parameters: readonly ExtraParam[]) {
    this.#parameters = parameters;
    this.#byName = indexBy('name', parameters);
  }

  #find(names: readonly string[]): ExtraParam | null {
    const named = firstIn(this.#byName, names);
    if (named !== null) return named;
    this.#byLabel ??= indexBy('label', this.#parameters);
    return firstIn(this.#byLabel, names);
  }

  /** A coded value by any of its names (lower case, letters and digits only); null when it is not there or empty. */
  coded(names: readonly string[]): CodedValue | null {
    const parameter = this.#find(names);
    const code = parameter?.value || parameter?.text || null;
    return code === null ? null : { code, text: parameter?.text || null };
  }

  /** A whole number likewise; null when it is none. */
  integer(names: readonly string[]): number | null {
    const parameter = this.#find(names);
    const digits = (parameter?.value || parameter?.text || '').replace(/[\s,]/g, '');
    return /^-?\d{1,9}$/.test(digits) ? Number(digits) : null;
  }

  /** A text likewise. */
  text(names: readonly string[]): string | null {
    const parameter = this.#find(names);
    return (parameter?.text || parameter?.value || '').trim() || null;
  }
}

/** A view keeps its finder: values of a WeakMap outlive their keys until the next full garbage collection. */
interface FinderHolder {
  [MADE]?: ParameterFinder | null;
}

/** The finder of a view's parameters, made when it is first needed. */
export const finderOf = (view: (ListingEntry | ListingDetail) & FinderHolder): ParameterFinder => {
  view[MADE] ??= new ParameterFinder(parametersOf(view));
  return view[MADE];
};

/** A value that the parameters of a view may state, or else the definition; each gives null where it is missing. */
export interface Attribute<Value extends AttributeValue> {
  readonly fromParameters: (parameters: ParameterFinder) => Value | null;
  readonly fromDefinition: (definition: DefinitionView) => Value | null;
}

/** A value of an attribute. */
export type AttributeValue = CodedValue | number | string;

/** Gives the value of an attribute as one view states it; null where it does not. */
export type ReadAttribute = <Value extends AttributeValue>(attribute: Attribute<Value>) => Value | null;

/** The attributes of one kind of listing. */
export type AttributeGroup = readonly Attribute<AttributeValue>[];

type FieldOf<Value> = {
  [Name in keyof DefinitionView]: DefinitionView[Name] extends Value | null ? Name : never;
}[keyof DefinitionView];

/** A code, by the names of its parameter in lower case, letters and digits only. 0 is a code (ruling R14). */
export const coded = (field: FieldOf<number>, ...names: readonly string[]): Attribute<CodedValue> => ({
  fromParameters: (parameters) => parameters.coded(names),
  fromDefinition: ({ [field]: code }) => (code === null ? null : { code, text: null }),
});

/** A whole number likewise. */
export const wholeNumber = (field: FieldOf<number>, ...names: readonly string[]): Attribute<number> => ({
  fromParameters: (parameters) => parameters.integer(names),
  fromDefinition: ({ [field]: value }) => value,
});

/** A text likewise. */
export const text = (field: FieldOf<string>, ...names: readonly string[]): Attribute<string> => ({
  fromParameters: (parameters) => parameters.text(names),
  fromDefinition: ({ [field]: value }) => value?.trim() || null,
});

/** Where a listing is. */
export const locality: Attribute<CodedValue> = {
  fromParameters: (parameters) => {
    const value = parameters.coded(['localityid', 'locality']);
    return isNoId(value?.code) ? null : value;
  },
  fromDefinition: ({ LocalityId }) => (LocalityId === null ? null : { code: LocalityId, text: null }),
};

/** Reads the parameters of a view. */
export const readingParameters =
  (parameters: ParameterFinder): ReadAttribute =>
  (attribute) =>
    attribute.fromParameters(parameters);

/** Reads a definition. */
export const readingDefinition =
  (definition: DefinitionView): ReadAttribute =>
  (attribute) =>
    attribute.fromDefinition(definition);

const isZero = (value: AttributeValue): boolean => Number(typeof value === 'object' ? value.code : value) === 0;

/** Returns whether a view has any attribute of a group. */
export const hasAnyAttribute = (group: AttributeGroup, read: ReadAttribute): boolean =>
  group.some((attribute) => read(attribute) !== null);

const hasNonZero = (group: AttributeGroup, read: ReadAttribute): boolean =>
  group.some((attribute) => {
    const value = read(attribute);
    return value !== null && !isZero(value);
  });

/**
 * Returns whether a listing is of the kind that has a group of attributes, by a view that does not say its kind.
 *
 * Assumption: R14. A serialiser may write 0 for each attribute of the other kinds: zeros alone make no kind where another
 * group is there.
 */
export const isOfKind = (group: AttributeGroup, other: AttributeGroup, read: ReadAttribute): boolean =>
  hasNonZero(group, read) || (hasAnyAttribute(group, read) && !hasAnyAttribute(other, read));

const reported = new WeakMap<readonly ListingEntry[], Map<Attribute<AttributeValue>, boolean>>();

/** Returns whether any entry of a response reports an attribute: one that does not is without it then. */
export const reportsAttribute = (entries: readonly ListingEntry[], attribute: Attribute<AttributeValue>): boolean => {
  const known = reported.get(entries) ?? new Map<Attribute<AttributeValue>, boolean>();
  reported.set(entries, known);
  const isReported =
    known.get(attribute) ?? entries.some((entry) => attribute.fromParameters(finderOf(entry)) !== null);
  known.set(attribute, isReported);
  return isReported;
};
