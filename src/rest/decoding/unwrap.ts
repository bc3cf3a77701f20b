/** Finds what was asked for in a body that the specification leaves unspecified (assumption R7): a structure, a list, one thing, or none. */
import { ListItem } from '../../contract/listings.ts';
import { PremiumOptionStatus } from '../../contract/premium-options.ts';
import type { FieldType, Structure } from '../../contract/structure.ts';
import { AccountEntry } from '../../contract/user.ts';
import type { Int64 } from '../../json/int64.ts';
import { fieldFinder, fieldOf, hasAnyField, isJsonObject, type JsonObject } from '../../json/json-object.ts';
import type { BodyReader, PublicCall, ReportDrift } from '../call/call.ts';

/** A whole body is no such structure at all: HTML, empty, a string, an object without one known field. */
export class UnreadableBodyError extends Error {
  /** What it says to users; null when it says nothing. */
  readonly words: string | null;

  constructor(expected: string, words: string | null = null) {
    super(`The body is no ${expected}.`);
    this.name = 'UnreadableBodyError';
    this.words = words;
  }
}

/** A body may be in one wrapper and one array at once, e.g. `{"data": [{…}]}`. */
const MAX_WRAPPERS = 2;

/** Fields in which services put what they were asked for, beside others that say how it went. */
const ENVELOPE = /^(?:d|data|result|value|response|payload|content|body|items?|\$values)$/i;
const LONGEST_ENVELOPE = 8;

const isEnvelope = (name: string): boolean => name.length <= LONGEST_ENVELOPE && ENVELOPE.test(name);

const NOTHING: readonly unknown[] = [];

/** What an array of one element holds, an object in its only field, or in one that has the name of an envelope. */
const contentsOf = (json: unknown): readonly unknown[] => {
  if (Array.isArray(json)) return json.length === 1 ? json : NOTHING;
  if (!isJsonObject(json)) return NOTHING;
  const names = Object.keys(json).filter((name) => name !== '$id');
  const [only = ''] = names;
  if (names.length === 1 && (typeof json[only] === 'object' || isEnvelope(only))) return [json[only]];
  const envelopes = names.filter(isEnvelope);
  return envelopes.length === 0 ? NOTHING : envelopes.map((name) => json[name]);
};

/** A body and what it may be a wrapper of, the outermost first. */
export const layersOf = (json: unknown, wrappers = MAX_WRAPPERS): readonly unknown[] => {
  const contents = wrappers === 0 ? NOTHING : contentsOf(json);
  return contents.length === 0 ? [json] : [json, ...contents.flatMap((content) => layersOf(content, wrappers - 1))];
};

/** Returns whether a value is an object with at least one field of a structure. */
export const isLike = ({ fields }: Structure, json: unknown): json is JsonObject =>
  isJsonObject(json) && hasAnyField(json, Object.keys(fields));

/** A list that a structure is there for, and that may come alone, without the structure. */
interface MainList {
  readonly field: string;
  readonly item: Structure;
}

const mainLists: ReadonlyMap<string, MainList> = new Map(
  Object.entries({
    AccountResult: { field: 'AccountEntries', item: AccountEntry },
    ListingResults: { field: 'Items', item: ListItem },
    PremiumOptionsStatusResult: { field: 'options', item: PremiumOptionStatus },
  }),
);

const namesWithout = ({ fields }: Structure, { fields: others }: Structure): readonly string[] =>
  Object.keys(fields).filter((name) => !Object.hasOwn(others, name));

/** Distinguishes an entry of the main list from the structure: they may have fields in common, as a movement and the account have. */
const isEntry = (structure: Structure, { item }: MainList, object: JsonObject): boolean =>
  hasAnyField(object, namesWithout(item, structure)) && !hasAnyField(object, namesWithout(structure, item));

/** Returns whether an object is a wrapper of the main list, even if the wrapping field is called like one of the structure. */
const isListWrapper = ({ field }: MainList, object: JsonObject): boolean =>
  contentsOf(object).some((content) => Array.isArray(content)) && fieldOf(object, field) === undefined;

const mainListOf = ({ name }: Structure): MainList | null => mainLists.get(name) ?? null;

/** Returns whether a body is a structure itself, and neither a wrapper nor an entry of its main list. */
const isStructure = (structure: Structure, json: unknown): json is JsonObject => {
  if (!isLike(structure, json)) return false;
  const main = mainListOf(structure);
  return main === null || !(isEntry(structure, main, json) || isListWrapper(main, json));
};

/** Declared fields that say how a call went: an envelope has them as well as the answer that is in it. */
const OUTCOME = /^(?:success|result|errors?|message)$/i;

/** The declared fields that have a value. */
const fieldsWithValues = ({ fields }: Structure, object: JsonObject): readonly string[] => {
  const find = fieldFinder(object);
  return Object.keys(fields).filter((name) => (find(name) ?? null) !== null);
};

/** Whether an object has a value in a declared field, of those whose names are taken: nearly always in the first. */
const hasValue = ({ fields }: Structure, object: JsonObject, isTaken: (name: string) => boolean): boolean => {
  const find = fieldFinder(object);
  for (const name in fields) if ((find(name) ?? null) !== null && isTaken(name)) return true;
  return false;
};

/** Contents of fields that the structure does not have, or that are there to say how the call went. */
const undeclaredContentsOf = (structure: Structure, object: JsonObject): readonly unknown[] => {
  const names = new Set(Object.keys(structure.fields).map((name) => name.toLowerCase()));
  return Object.entries(object).flatMap(([field, json]) =>
    typeof json === 'object' && (!names.has(field.toLowerCase()) || (OUTCOME.test(field) && isJsonObject(json)))
      ? [json]
      : [],
  );
};

/** Whether an object says more of a structure than another, which is around it. */
const saysMore = (structure: Structure, inner: JsonObject, outer: JsonObject): boolean => {
  const [own, around] = [fieldsWithValues(structure, inner), fieldsWithValues(structure, outer)];
  return own.length > around.length || own.some((name) => !OUTCOME.test(name));
};

/** Returns whether an object has values, and none of them in a field of the structure: it must not look like a thing without values. */
const isEnvelopeOfOthers = (structure: Structure, object: JsonObject): boolean =>
  !hasValue(structure, object, () => true) &&
  undeclaredContentsOf(structure, object).some((content) => content !== null);

/** Returns whether an object tells nothing of a structure but how the call went, or, of one that is there for a list, lacks the list. */
const mayBeEnvelope = (structure: Structure, object: JsonObject): boolean => {
  const main = mainListOf(structure);
  return main === null
    ? !hasValue(structure, object, (name) => !OUTCOME.test(name))
    : fieldOf(object, main.field) === undefined;
};

const findIn = (structure: Structure, json: unknown, wrappers = MAX_WRAPPERS): JsonObject | null => {
  const own = isStructure(structure, json) ? json : null;
  if (wrappers === 0 || (own !== null && !mayBeEnvelope(structure, own))) return own;
  const undeclared = own === null ? null : undeclaredContentsOf(structure, own);
  for (const content of contentsOf(json)) {
    if (undeclared?.includes(content) === false) continue;
    const inner = findIn(structure, content, wrappers - 1);
    if (inner === null) continue;
    if (own === null || saysMore(structure, inner, own)) return inner;
  }
  return own;
};

/**
 * Finds the object that stands for a structure in a body: the body itself, what is in an envelope or another wrapper of one field, or
 * the one element of an array. Of a page and of the states of premium options the list may come alone.
 *
 * @throws UnreadableBodyError when there is no object with at least one field of the structure
 */
export const unwrapStructure = (structure: Structure, json: unknown): JsonObject => {
  // Assumption: R7.
  const object = findIn(structure, json);
  if (object !== null && isEnvelopeOfOthers(structure, object)) throw new UnreadableBodyError(structure.name);
  if (object !== null) return object;
  const main = mainListOf(structure);
  // Assumption: R47. One thing in the place of a list is a list of one.
  const isOne =
    main !== null &&
    isJsonObject(json) &&
    fieldsWithValues(main.item, json).length > 1 &&
    isEntry(structure, main, json);
  const items = main === null ? null : isOne ? [json] : findList(json);
  if (main === null || items === null) throw new UnreadableBodyError(structure.name);
  if (items.length > 0 && !items.some((each) => isLike(main.item, each))) throw new UnreadableBodyError(structure.name);
  return { [main.field]: items };
};

const findList = (json: unknown): readonly unknown[] | null => {
  if (Array.isArray(json)) return json;
  const content = contentsOf(json).find((each) => Array.isArray(each));
  return Array.isArray(content) ? content : null;
};

/**
 * Finds a list: the value itself, the content of an envelope or another wrapper of one field, or one object in its place.
 *
 * @returns null when there is none
 */
export const listWithin = (json: unknown): readonly unknown[] | null =>
  findList(json) ?? (isJsonObject(json) ? [json] : null);

/** A text that comes as the only field of an object, e.g. `{"Number": "123"}`. */
const textWithin = (json: unknown): unknown => {
  if (!isJsonObject(json)) return json;
  const [value, ...others] = Object.entries(json).flatMap(([name, each]) => (name === '$id' ? [] : [each]));
  return typeof value === 'string' && value !== '' && others.length === 0 ? value : json;
};

/**
 * Finds the elements of a field that is declared as a list.
 *
 * Assumption: R47. One thing in the place of a list is a list of one, and an empty text is an empty list. A text may be alone in an object.
 *
 * @returns null when there is nothing that may be an element
 */
export const elementsOf = (item: FieldType, json: unknown): readonly unknown[] | null => {
  if (Array.isArray(json)) return item.kind === 'string' ? json.map(textWithin) : json;
  if (json === '' || json === null) return [];
  if (!isJsonObject(json)) return item.kind === 'structure' ? null : [json];
  if (item.kind === 'string' && textWithin(json) !== json) return [textWithin(json)];
  if (item.kind === 'list' || (item.kind === 'structure' && isLike(item, json))) return [json];
  const [content, ...others] = contentsOf(json);
  return content === undefined || others.length > 0 ? null : elementsOf(item, content);
};

/**
 * Reads each element of a list: null for one that cannot be read, which is reported.
 *
 * @param path where the list stands, for reports
 */
export const readEach = <Value>(
  elements: readonly unknown[],
  read: (json: unknown) => Value | null,
  drift: ReportDrift,
  path: string,
): readonly (Value | null)[] =>
  elements.map((element) => {
    const value = read(element);
    if (value === null) drift({ path, problem: 'unreadable' });
    return value;
  });

/**
 * Reads the entries of a list; unreadable ones are dropped and reported.
 *
 * @returns null when none of them can be read
 */
export const readEntries = <Entry>(
  elements: readonly unknown[],
  readEntry: (json: unknown) => Entry | null,
  drift: ReportDrift,
  path: string,
): readonly Entry[] | null => {
  const entries = readEach(elements, readEntry, drift, path).filter((entry) => entry !== null);
  return entries.length === 0 && elements.length > 0 ? null : entries;
};

/**
 * Makes the reader of a body that is a list, wrapped or not. A list of which no entry can be read is no list.
 *
 * @param path what the list is, for reports
 */
export const listOf =
  <Entry>(readEntry: (json: unknown) => Entry | null, path: string): BodyReader<readonly Entry[]> =>
  (json, drift) => {
    const elements = listWithin(json);
    if (elements === null) throw new UnreadableBodyError(`list of ${path}`);
    if (elements !== json) drift({ path, problem: 'wrapped' });
    const entries = readEntries(elements, readEntry, drift, path);
    if (entries === null) throw new UnreadableBodyError(`list of ${path}`);
    return entries;
  };

/** A body says that there is no such thing. */
export class NothingFoundError extends Error {
  override readonly name = 'NothingFoundError';
}

/**
 * Makes the reader of one thing that is asked for by id: where the service returns nothing, there is none.
 *
 * Assumption: R7. It is `not_found` then, as for a 404.
 */
export const oneOrNotFound =
  <Result>(reader: BodyReader<Result>): BodyReader<Result> =>
  (json, ...rest) => {
    if (json === null || json === undefined) throw new NothingFoundError();
    return reader(json, ...rest);
  };

/**
 * Makes the reader of one thing that is asked for by an id, which it has itself.
 *
 * Assumption: R45. A response about another one is none. One whose id cannot be read is taken to be about the one that was asked for.
 *
 * @param idOf the id in what was read; null where it cannot be read
 */
export const oneById = <Result>(
  id: Int64,
  reader: BodyReader<Result>,
  idOf: (result: Result) => string | null,
): BodyReader<Result> =>
  oneOrNotFound((...body) => {
    const result = reader(...body);
    const given = idOf(result);
    if (given !== null && given !== id) throw new UnreadableBodyError('thing that was asked for');
    return result;
  });

/**
 * Makes a call that finds nothing where the service returns nothing, as where it responds with 404.
 *
 * Assumption: R7.
 */
export const nothingIsNotFound =
  (call: PublicCall): PublicCall =>
  (name, inputs, reader) =>
    call(name, inputs, oneOrNotFound(reader));
