/**
 * Global ids: `<Type>:<key>`, e.g. `Listing:123` or `VehicleModel:Fiat/500`. Clients treat them as opaque; we keep them
 * readable because users paste them into GraphiQL. Parts of a key are percent-encoded and joined by `/`.
 */
import { type Int64, parseInt64 } from '../../json/int64.ts';
import { badUserInput } from '../errors/graphql-errors.ts';

/** Writes the global id of an object by the parts of its key, without those that are null. */
export const globalId = (type: string, ...key: readonly (string | null)[]): string =>
  `${type}:${key
    .filter((part) => part !== null)
    .map(encodeURIComponent)
    .join('/')}`;

/** Reads a global id of any type; null when the text is none. */
export const parseGlobalId = (id: string): { readonly type: string; readonly key: readonly string[] } | null => {
  const [, type, key] = /^([A-Z][A-Za-z]*):(.+)$/s.exec(id) ?? [];
  if (type === undefined || key === undefined) return null;
  try {
    return { type, key: key.split('/').map(decodeURIComponent) };
  } catch {
    return null;
  }
};

/** Reads an argument that takes the global id of a `type` or the plain key. @throws BAD_USER_INPUT when the id is of another type */
export const readKey = (type: string, argument: string, id: string): string => {
  const parsed = parseGlobalId(id);
  if (parsed === null) return id;
  const [key, ...rest] = parsed.key;
  if (parsed.type !== type || key === undefined || rest.length > 0) {
    throw badUserInput(`"${argument}" takes the id of a ${type}, e.g. "${type}:123", and got "${id.slice(0, 100)}".`);
  }
  return key;
};

/**
 * Reads an argument that takes the global id of a `type` or the plain number, every digit kept.
 *
 * @throws BAD_USER_INPUT when the id is of another type or no 64-bit integer
 */
export const readNumericKey = (type: string, argument: string, id: string): Int64 => {
  const number = parseInt64(readKey(type, argument, id));
  if (number === null) {
    throw badUserInput(
      `"${argument}" takes the id of a ${type} ("${type}:123") or its number ("123"), and got "${id.slice(0, 100)}".`,
    );
  }
  return number;
};
