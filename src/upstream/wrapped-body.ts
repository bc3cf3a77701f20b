/** Finds the structure in a body that the specification leaves unspecified (ruling R7). */
import type { Structure } from '../contract/structure.ts';
import { hasAnyField, isJsonObject, type JsonObject } from './json-object.ts';

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

/**
 * Finds the object that stands for a structure in a body: the body itself, the content of a one-field wrapper, or the
 * one element of an array. A bare list is the `Items` of a `ListingResults`.
 *
 * @throws UnreadableBodyError when there is no object with at least one field of the structure
 */
export const unwrapStructure = (structure: Structure, json: unknown): JsonObject => {
  const names = Object.keys(structure.fields);
  // Assumption: R7.
  const object = findIn(json, (body) => (isJsonObject(body) && hasAnyField(body, names) ? body : null));
  if (object !== null) return object;
  const items = structure.name === 'ListingResults' ? findList(json) : null;
  if (items === null) throw new UnreadableBodyError(structure.name);
  return { Items: items };
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
