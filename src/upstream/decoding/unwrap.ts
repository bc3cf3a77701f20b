/** Finds the structure in a body that the specification leaves unspecified (ruling R7). */
import { ListItem } from '../../contract/listings.ts';
import { PremiumOptionStatus } from '../../contract/premium-options.ts';
import type { Structure } from '../../contract/structure.ts';
import { AccountEntry } from '../../contract/user.ts';
import { fieldOf, hasAnyField, isJsonObject, type JsonObject } from '../../json/json-object.ts';

/** A whole body is no such structure at all: HTML, empty, a string, an object without one known field. */
export class UnreadableBodyError extends Error {
  constructor(expected: string) {
    super(`The body is no ${expected}.`);
    this.name = 'UnreadableBodyError';
  }
}

/** A body may be in one wrapper and one array at once, e.g. `{"data": [{…}]}`. */
const MAX_WRAPPERS = 2;

const onlyFieldOf = (object: JsonObject): unknown => {
  const values = Object.values(object);
  return values.length === 1 ? values[0] : undefined;
};

const contentOf = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.length === 1 ? json[0] : undefined;
  return isJsonObject(json) ? onlyFieldOf(json) : undefined;
};

const findIn = <Found>(
  json: unknown,
  accept: (json: unknown) => Found | null,
  wrappers = MAX_WRAPPERS,
): Found | null => {
  const found = accept(json);
  if (found !== null || wrappers === 0) return found;
  const content = contentOf(json);
  return content === undefined ? null : findIn(content, accept, wrappers - 1);
};

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

/** Tells an entry of the main list from the structure: they may have fields in common, as a movement and the account have. */
const isEntry = (structure: Structure, { item }: MainList, object: JsonObject): boolean =>
  hasAnyField(object, namesWithout(item, structure)) && !hasAnyField(object, namesWithout(structure, item));

/** Tells whether an object is a wrapper of the main list, even if the wrapping field is called like one of the structure. */
const isListWrapper = ({ field }: MainList, object: JsonObject): boolean =>
  Array.isArray(onlyFieldOf(object)) && fieldOf(object, field) === undefined;

const mainListOf = ({ name }: Structure): MainList | null => mainLists.get(name) ?? null;

/** The field of the list that a structure is there for, and that may come alone; null for any other structure. */
export const mainListFieldOf = (structure: Structure): string | null => mainListOf(structure)?.field ?? null;

/** Tells whether a body is a structure itself, and neither a wrapper nor an entry of its main list. */
export const isStructure = (structure: Structure, json: unknown): json is JsonObject => {
  if (!isJsonObject(json) || !hasAnyField(json, Object.keys(structure.fields))) return false;
  const main = mainListOf(structure);
  return main === null || !(isEntry(structure, main, json) || isListWrapper(main, json));
};

/**
 * Finds the object that stands for a structure in a body: the body itself, the content of a one-field wrapper, or the
 * one element of an array. Of a page and of the states of premium options the list may come alone.
 *
 * @throws UnreadableBodyError when there is no object with at least one field of the structure
 */
export const unwrapStructure = (structure: Structure, json: unknown): JsonObject => {
  // Assumption: R7.
  const object = findIn(json, (body) => (isStructure(structure, body) ? body : null));
  if (object !== null) return object;
  const main = mainListOf(structure);
  const items = main === null ? null : findList(json);
  if (main === null || items === null) throw new UnreadableBodyError(structure.name);
  const isAnyEntry = (each: unknown): boolean => isJsonObject(each) && hasAnyField(each, Object.keys(main.item.fields));
  if (items.length > 0 && !items.some(isAnyEntry)) throw new UnreadableBodyError(structure.name);
  return { [main.field]: items };
};

const findList = (json: unknown): readonly unknown[] | null => {
  const list = Array.isArray(json) ? json : isJsonObject(json) ? onlyFieldOf(json) : null;
  return Array.isArray(list) ? list : null;
};

/**
 * Finds a list in a body: the body itself or the content of a one-field wrapper.
 *
 * @param item what the elements are, for the error
 * @throws UnreadableBodyError when there is no list
 */
export const unwrapList = (json: unknown, item: string): readonly unknown[] => {
  const list = findList(json);
  if (list === null) throw new UnreadableBodyError(`list of ${item}`);
  return list;
};
