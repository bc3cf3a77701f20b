/**
 * Reads responses of the service by the tables of the contract, tolerantly: unknown fields are ignored, missing ones are
 * null, and an odd value, such as an unknown code, is null and reported without harm to its neighbours.
 */
import { memoize } from '../../concurrency/lazy.ts';
import { ListingDefinition, ListItem, requiredListingFields } from '../../contract/listings.ts';
import { type FieldType, type ScalarValue, type Structure, typeNameOf } from '../../contract/structure.ts';
import { type Int64, isNoId, parseInt64 } from '../../json/int64.ts';
import { fieldOf, isJsonObject, type JsonObject, saysNothing } from '../../json/json-object.ts';
import type { ReportDrift } from '../call/call.ts';
import { readBoolean, readCode, readInt32, readNumber, readText } from './scalars.ts';
import { elementsOf, UnreadableBodyError, unwrapStructure } from './unwrap.ts';

/** Value of a type as the gateway reads it; a field of a structure is null where the service gave no usable value. */
export type Read<Type extends FieldType> =
  Type extends Structure<infer Fields>
    ? { readonly [Name in keyof Fields]: Read<Fields[Name]> | null }
    : Type extends { readonly kind: 'list'; readonly item: infer Item extends FieldType }
      ? readonly Read<Item>[]
      : ScalarValue<Type, Int64>;

/** Names of the fields of a view that are of a type, or may be. */
export type NamesOf<View, Value> = {
  [Name in keyof View]: View[Name] extends Value | null ? Name : never;
}[keyof View] &
  string;

/** Fields with the address of a picture or a page. */
const ADDRESS = /(?:url|image|pic|logo)$/i;

/** Marks what was read of an entry of a list with the fields that are absent. */
const ABSENT = Symbol('absent fields');

interface Incomplete {
  readonly [ABSENT]?: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** The fields that an entry of a list does not have at all; those that are null it has. */
export const absentFieldsOf = (read: object): ReadonlySet<string> => {
  const { [ABSENT]: absent = NONE }: Incomplete = read;
  return absent;
};

/** Where what is made of a view of a listing is kept with it; null until then. */
export const MADE = Symbol('made of it');

/** Marks what was read of a structure with what its values do not say. */
const RAW = Symbol('as the service wrote it');

interface Marked {
  readonly [RAW]?: Readonly<Record<string, string>>;
}

/**
 * The text of a field as the service wrote it, or its JSON, where what was read does not say it: a value or a list that cannot be read, and
 * an amount whose digits a number does not keep. Null where it does.
 *
 * Assumption: R47. A list that cannot be read must not look like an empty one.
 */
export const writtenIn = (read: object, name: string): string | null => allWrittenIn(read)[name] ?? null;

/** A text or an amount as the service wrote it, also where it is none; null where there is nothing. */
export const textIn = <View extends object>(view: View, name: keyof View & string): string | null => {
  const { [name]: value } = view;
  if (typeof value === 'string') return value;
  return writtenIn(view, name) ?? (typeof value === 'number' ? String(value) : null);
};

/** The number of a code, whether or not the contract has it; null where there is none. */
export const codeIn = <View extends object>(view: View, name: keyof View & string): number | null => {
  const { [name]: code } = view;
  return typeof code === 'number' ? code : readInt32(writtenIn(view, name));
};

/** The values of such fields by name. */
export const allWrittenIn = (read: object): Readonly<Record<string, string>> => {
  const { [RAW]: raw = {} }: Marked = read;
  return raw;
};

const isAmount = ({ kind }: FieldType): boolean => kind === 'double' || kind === 'float';

/** Whether what was read of a value does not say it. What every object inherits says nothing. */
const isUnsaid = (type: FieldType, given: unknown, read: unknown): boolean => {
  if (read !== null) return typeof given === 'string' && isAmount(type);
  return given !== null && (type.kind === 'list' || !(typeof given === 'function' || saysNothing(given)));
};

const textOf = (json: unknown): string => (typeof json === 'string' ? json : JSON.stringify(json));

/** Puts a list that has a reader of its own in the place of what the service gave; null where that cannot be read. */
export const withList = <View extends object, Name extends keyof View & string, List>(
  view: View,
  name: Name,
  items: List,
): Omit<View, Name> & Record<Name, List> => {
  const all: Omit<View, Name> & Record<Name, List> = { ...view, [name]: items };
  const isUnread = items === null && view[name] !== null;
  return isUnread ? Object.assign(all, { [RAW]: { ...allWrittenIn(view), [name]: textOf(view[name]) } }) : all;
};

/**
 * V8 makes a dictionary of an object that gets many properties one by one, and never of what is read from JSON, or of its copy; to
 * add a mark to a copy takes it three times as long as to fill the rest, and gives that copy a hidden class of its own.
 */
const formOf = (names: readonly string[], isMarked: boolean): JsonObject & Incomplete => {
  const form: JsonObject = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))));
  if (names.includes('N_Params')) Object.assign(form, { [MADE]: null });
  return isMarked ? Object.assign(form, { [ABSENT]: NONE }) : form;
};

/** How a structure is read. */
const planOf = memoize((structure: Structure) => {
  const names = Object.keys(structure.fields);
  // The others may be missing without a report.
  const required: readonly string[] = structure.name === ListingDefinition.name ? requiredListingFields : [];
  // Other views complete it: a field that is absent there is distinguished from one that is null.
  const isCompleted = structure.name === ListItem.name;
  const namesAt = (bits: number) => names.filter((_name, index) => (bits & (1 << index)) !== 0);
  return {
    fields: Object.entries(structure.fields).map(([name, type]) => ({
      name,
      type,
      path: `${structure.name}.${name}`,
      isRequired: required.includes(name),
    })),
    names: new Set(names),
    /** Index of a field by its name in lower case. */
    byLowerCase: new Map(names.map((name, index) => [name.toLowerCase(), index])),
    /** The set of absent fields whose bits are set, by their indexes; null where nobody wants to know. */
    absentSet: isCompleted ? memoize((bits: number) => new Set(namesAt(bits))) : null,
    /** Every field, null, the mark where there may be one, and the place for what is made of it. Copies of it are filled. */
    form: formOf(names, isCompleted),
  };
});

type StructurePlan = ReturnType<typeof planOf>;

/** The values of the fields of a structure, each by its exact name or else by its name in any case. */
const valuesOf = (plan: StructurePlan, json: JsonObject): readonly unknown[] => {
  const { fields } = plan;
  // To ask each time whether a field is the object's own would take twice as long as all the rest.
  const object: JsonObject = Object.getPrototypeOf(json) === Object.prototype ? json : { ...json };
  const values: unknown[] = [];
  let missing = 0;
  for (const { name } of fields) {
    const value = object[name];
    if (value === undefined) missing += 1;
    values.push(value);
  }
  if (missing > 0) findOtherwise(plan, object, values);
  return values;
};

/** Looks for the fields that an object does not have by their exact names. */
const findOtherwise = ({ names, byLowerCase }: StructurePlan, object: JsonObject, values: unknown[]): void => {
  for (const name in object) {
    if (names.has(name)) continue;
    const index = byLowerCase.get(name.toLowerCase());
    if (index !== undefined && values[index] === undefined) values[index] = object[name];
  }
  const key = byLowerCase.get('pkid');
  // A listing without its key would be lost. Assumption: R7.
  if (key !== undefined && values[key] === undefined) values[key] = fieldOf(object, 'Id');
};

/** @returns null for an object without any field of the structure */
const readFields = (structure: Structure, object: JsonObject, drift: ReportDrift): JsonObject | null => {
  const plan = planOf(structure);
  const values = valuesOf(plan, object);
  if (values.every((value) => value === undefined)) return null;
  const read: Record<PropertyKey, unknown> = { ...plan.form };
  let absent = 0;
  let raw: Record<string, string> | null = null;
  for (const [index, { name, type, path, isRequired }] of plan.fields.entries()) {
    const given = values[index] ?? null;
    if (values[index] === undefined) absent |= 1 << index;
    // Every field of type int64 is an id. Assumption: R14. An empty text is no address, as 0 is no id.
    const value = (type.kind === 'int64' && isNoId(given)) || (given === '' && ADDRESS.test(name)) ? null : given;
    if (value === null && isRequired) drift({ path, problem: 'missing' });
    if (values[index] === undefined) drift({ path, problem: 'absent' });
    read[name] = value === null ? null : readValue(type, value, drift, path);
    if (isUnsaid(type, value, read[name])) raw = Object.assign(raw ?? {}, { [name]: textOf(value) });
  }
  if (raw !== null) read[RAW] = raw;
  if (absent !== 0 && plan.absentSet !== null) read[ABSENT] = plan.absentSet(absent);
  return read;
};

/** Reads what can be read of a list; null when nothing of it can. */
const readList = (item: FieldType, json: unknown, drift: ReportDrift, path: string): readonly unknown[] | null => {
  const elements = elementsOf(item, json)?.filter((each) => each !== '') ?? null;
  const read = elements?.map((value) => readValue(item, value, drift, path)).filter((value) => value !== null) ?? [];
  return elements === null || (read.length === 0 && elements.length > 0) ? null : read;
};

const scalarReaders = {
  int64: parseInt64,
  int32: readInt32,
  double: readNumber,
  float: readNumber,
  boolean: readBoolean,
  string: readText,
  'date-time': readText,
  untyped: (json: unknown) => json,
} as const;

const readUnreported = (type: FieldType, json: unknown, drift: ReportDrift, path: string): unknown => {
  if (type.kind === 'structure') return isJsonObject(json) ? readFields(type, json, drift) : null;
  if (type.kind === 'list') return readList(type.item, json, drift, path);
  return type.kind === 'code' ? readCode(type.codes, json) : scalarReaders[type.kind](json);
};

const readValue = (type: FieldType, json: unknown, drift: ReportDrift, path: string): unknown => {
  const value = readUnreported(type, json, drift, path) ?? null;
  if (value === null) {
    const isScalar = typeof json === 'number' || typeof json === 'string';
    // Assumption: R15. An unknown code is reported as such and read as null.
    drift({ path, problem: type.kind === 'code' && isScalar ? 'unknown-code' : 'unreadable' });
  }
  return value;
};

/**
 * Reads a JSON value as a type of the contract. Never throws, whatever the value.
 *
 * @param path where the value stands, for reports; the name of the type unless given
 * @returns null when the value is null, absent or no value of the type at all
 */
export function decode<Type extends FieldType>(
  type: Type,
  json: unknown,
  drift: ReportDrift,
  path?: string,
): Read<Type> | null;
export function decode(type: FieldType, json: unknown, drift: ReportDrift, path: string = typeNameOf(type)): unknown {
  return json === null || json === undefined ? null : readValue(type, json, drift, path);
}

/**
 * Reads a whole body as a structure of the contract, also when it is wrapped (assumption R7).
 *
 * @throws UnreadableBodyError when the body is no such structure at all
 */
export const decodeBody = <Type extends Structure>(type: Type, json: unknown, drift: ReportDrift): Read<Type> => {
  const body = unwrapStructure(type, json);
  if (body !== json) drift({ path: type.name, problem: 'wrapped' });
  const value = decode(type, body, drift);
  if (value === null) throw new UnreadableBodyError(type.name);
  return value;
};

/** Makes the reader of a whole body, for a call. */
export const bodyOf =
  <Type extends Structure>(type: Type) =>
  (json: unknown, drift: ReportDrift): Read<Type> =>
    decodeBody(type, json, drift);
