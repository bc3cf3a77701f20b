/** References between the objects of a body, as serialisers of .NET write them (assumption R47). */
import { isJsonObject } from './json-object.ts';

/** Things that references may add to a body; with more of them it is no response that anybody meant. */
const MAX_ADDED = 100_000;

type Named = ReadonlyMap<string, object>;

const nameIn = (object: object, field: '$id' | '$ref'): string | null => {
  const name: unknown = Object.hasOwn(object, field) ? Reflect.get(object, field) : null;
  return typeof name === 'string' || typeof name === 'number' ? String(name) : null;
};

const namedIn = (json: unknown, named = new Map<string, object>()): Named => {
  if (typeof json !== 'object' || json === null) return named;
  const name = nameIn(json, '$id');
  if (name !== null && !named.has(name)) named.set(name, json);
  for (const value of Object.values(json)) namedIn(value, named);
  return named;
};

/**
 * Makes plain JSON of a body with references: `{"$id", "$values": […]}` is its list, and `{"$ref"}` the thing that it names. One that
 * names a thing that it is within is null, and one that names nothing is empty: a list in its place cannot be read.
 *
 * Assumption: R47.
 *
 * @throws SyntaxError when the references make more than a hundred thousand things
 */
export const withoutReferences = (json: unknown): unknown => {
  const named = namedIn(json);
  const around = new Set<object>();
  let added = 0;

  const read = (value: unknown, isAdded: boolean): unknown => {
    if (isAdded && (added += 1) > MAX_ADDED) throw new SyntaxError('The JSON text has too many references.');
    if (Array.isArray(value)) return value.map((each) => read(each, isAdded));
    if (!isJsonObject(value)) return value;
    const target = named.get(nameIn(value, '$ref') ?? '');
    if (nameIn(value, '$ref') !== null)
      return target === undefined ? {} : around.has(target) ? null : read(target, true);
    around.add(value);
    const fields = Object.entries(value).filter(([name]) => name !== '$id');
    const list = fields.find(([name]) => name === '$values');
    const plain =
      list === undefined
        ? Object.fromEntries(fields.map(([name, each]) => [name, read(each, isAdded)]))
        : read(list[1], isAdded);
    around.delete(value);
    return plain;
  };

  return read(json, false);
};
