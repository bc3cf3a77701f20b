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

/** Wrapper around a structure or a list in a body: arrays of one element and objects of one field, or a list without its structure. */
export type Wrapper =
  | { readonly kind: 'array' }
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'bare list' };

/** Takes a wrapper; called once for each, the innermost first. */
export type ReportWrapper = (wrapper: Wrapper) => void;

const wrapperOf = (json: unknown): Wrapper =>
  isJsonObject(json) ? { kind: 'field', field: Object.keys(json)[0] ?? '' } : { kind: 'array' };

const findIn = <Found>(
  json: unknown,
  accept: (json: unknown) => Found | null,
  reportWrapper: ReportWrapper | undefined,
  wrappers = MAX_WRAPPERS,
): Found | null => {
  const found = accept(json);
  if (found !== null || wrappers === 0) return found;
  const content = contentOf(json);
  const inner = content === undefined ? null : findIn(content, accept, reportWrapper, wrappers - 1);
  if (inner !== null) reportWrapper?.(wrapperOf(json));
  return inner;
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

/** Distinguishes an entry of the main list from the structure: they may have fields in common, as a movement and the account have. */
const isEntry = (structure: Structure, { item }: MainList, object: JsonObject): boolean =>
  hasAnyField(object, namesWithout(item, structure)) && !hasAnyField(object, namesWithout(structure, item));

/** Returns whether an object is a wrapper of the main list, even if the wrapping field is called like one of the structure. */
const isListWrapper = ({ field }: MainList, object: JsonObject): boolean =>
  Array.isArray(onlyFieldOf(object)) && fieldOf(object, field) === undefined;

const mainListOf = ({ name }: Structure): MainList | null => mainLists.get(name) ?? null;

/** Returns whether a body is a structure itself, and neither a wrapper nor an entry of its main list. */
const isStructure = (structure: Structure, json: unknown): json is JsonObject => {
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
export const unwrapStructure = (structure: Structure, json: unknown, reportWrapper?: ReportWrapper): JsonObject => {
  // Assumption: R7.
  const object = findIn(json, (body) => (isStructure(structure, body) ? body : null), reportWrapper);
  if (object !== null) return object;
  const main = mainListOf(structure);
  const items = main === null ? null : findList(json, undefined);
  if (main === null || items === null) throw new UnreadableBodyError(structure.name);
  const isAnyEntry = (each: unknown): boolean => isJsonObject(each) && hasAnyField(each, Object.keys(main.item.fields));
  if (items.length > 0 && !items.some(isAnyEntry)) throw new UnreadableBodyError(structure.name);
  reportWrapper?.({ kind: 'bare list' });
  return { [main.field]: items };
};

const findList = (json: unknown, reportWrapper: ReportWrapper | undefined): readonly unknown[] | null => {
  if (Array.isArray(json)) return json;
  const list = isJsonObject(json) ? onlyFieldOf(json) : null;
  if (!Array.isArray(list)) return null;
  reportWrapper?.(wrapperOf(json));
  return list;
};

/**
 * Finds a list in a body: the body itself or the content of a one-field wrapper.
 *
 * @param item what the elements are, for the error
 * @throws UnreadableBodyError when there is no list
 */
export const unwrapList = (json: unknown, item: string, reportWrapper?: ReportWrapper): readonly unknown[] => {
  const list = findList(json, reportWrapper);
  if (list === null) throw new UnreadableBodyError(`list of ${item}`);
  return list;
};
