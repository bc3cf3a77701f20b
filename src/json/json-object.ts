/** Access to the fields of JSON objects whose keys come from outside. */

/** A JSON object. Read its fields with `fieldOf`: a plain access would find `constructor` and other inherited names. */
export interface JsonObject {
  readonly [name: string]: unknown;
}

/** Distinguishes a JSON object from arrays, null and scalars. */
export const isJsonObject = (json: unknown): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/**
 * Finds fields of one object, each by its exact name or else by the first of its name in any case.
 *
 * @returns a function that gives undefined when there is no such field, and null as the service wrote it
 */
export const fieldFinder = (object: JsonObject): ((name: string) => unknown) => {
  const keys = Object.keys(object);
  return (name) => {
    if (Object.hasOwn(object, name)) return object[name];
    const lower = name.toLowerCase();
    // Nearly every key is told apart by its length.
    const found = keys.find((key) => key.length === name.length && key.toLowerCase() === lower);
    return found === undefined ? undefined : object[found];
  };
};

/** Finds one field as `fieldFinder` does, and allocates nothing: lists have tens of thousands of entries, many without it. */
export const fieldOf = (object: JsonObject, name: string): unknown => {
  if (Object.hasOwn(object, name)) return object[name];
  for (const key in object) {
    if (key.length === name.length && key.toLowerCase() === name.toLowerCase()) return object[key];
  }
  return undefined;
};

/** Finds the first of several fields that is neither absent nor null. */
export const firstFieldOf = (object: JsonObject, ...names: readonly string[]): unknown => {
  for (const name of names) {
    const value = fieldOf(object, name) ?? null;
    if (value !== null) return value;
  }
  return undefined;
};

/** Returns whether JSON says nothing: it is absent, null, or an object or a list without anything in it. */
export const saysNothing = (json: unknown): boolean => {
  if (json === undefined || json === null) return true;
  // Of bytes, as of lists, each would be a key: twelve million for an invoice.
  if (Array.isArray(json) || json instanceof Uint8Array) return json.length === 0;
  return typeof json === 'object' && Object.keys(json).length === 0;
};

/** Returns whether an object has at least one of the fields, in any case, with any value. */
export const hasAnyField = (object: JsonObject, names: readonly string[]): boolean => {
  if (names.some((name) => Object.hasOwn(object, name))) return true;
  const find = fieldFinder(object);
  return names.some((name) => find(name) !== undefined);
};
