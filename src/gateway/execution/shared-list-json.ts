/** Keeps shared lists as they stand in responses, so that a list of thousands is written out once and not for every caller. */
import { randomBytes } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { LookupReader } from '../loaders/lookups/lookup-reader.ts';
import type { ListField } from '../operation/shared-list-fields.ts';

/** A result that may know how to write itself. */
export interface WritableResult extends ExecutionResult {
  /** Writes the result, perhaps with other errors or extensions, as JSON; `JSON.stringify` unless given. */
  readonly stringify?: (result: object) => string;
  /** Writes the same, in pieces of UTF-8 where that is the shorter way: most of it is available in that form. */
  readonly write?: (result: object) => string | readonly Buffer[];
}

/** JSON of a list: a long one is kept as UTF-8. */
type ListText = string | Buffer;

/** A list as it is kept. */
export interface CachedList {
  readonly text: ListText;
  /** Objects in it, however deep. */
  readonly objects: number;
  /** Bytes of its JSON. */
  readonly bytes: number;
}

/** The lists that an operation is made of, all available. */
export interface CachedLists {
  /** Those of all the fields, in their order; null when one of them is not kept. */
  readonly cached: readonly CachedList[] | null;
  /** Keeps the texts of the fields as they stand in a result. */
  keep(result: ExecutionResult): void;
}

/** Keeps the texts of lists. */
export interface SerialisedLists {
  /** Finds the lists of fields; null when one of them is not available. */
  find(fields: readonly ListField[], lookups: LookupReader): CachedLists | null;
}

const MAX_BYTES = 12_000_000;
/** Approximate memory of a cached text beside its bytes. */
const ENTRY_BYTES = 500;
/** From so many bytes on it pays not to make one string of the result, which would be encoded on its way out. */
const LARGE_BYTES = 8_192;

/** Stands in a result for a list. No value of the service can be taken for it. */
const mark = randomBytes(16).toString('hex');

/** Numbers objects, to name them in keys without holding them. */
const createNumbering = () => {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (object: object): number => {
    const known = numbers.get(object);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(object, last);
    return last;
  };
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The object that holds a field; null when the result has none. */
const holderOf = ({ data }: ExecutionResult, path: readonly string[]): Record<string, unknown> | null => {
  let holder: unknown = data;
  for (const key of path.slice(0, -1)) holder = isObject(holder) ? holder[key] : null;
  return isObject(holder) ? holder : null;
};

/** The cached list; null when it has to be waited for, or cannot be had: resolving the field shows which. */
const listAtHand = ({ find }: ListField, lookups: LookupReader): object | null => {
  try {
    const list = find(lookups);
    if (!(list instanceof Promise)) return list;
    list.catch(() => {});
    return null;
  } catch {
    return null;
  }
};

/** A long text as bytes of its own: small buffers are parts of a larger one, which stays as long as any of them. */
const cacheable = (text: string): ListText => {
  if (text.length < LARGE_BYTES) return text;
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
};

/** Bytes in memory: a character of a string takes two at most. */
const sizeOf = (text: ListText): number => (typeof text === 'string' ? 2 * text.length : text.length);

const countObjects = (value: unknown): number => {
  if (!isObject(value)) return 0;
  let count = Array.isArray(value) ? 0 : 1;
  for (const inner of Object.values(value)) count += countObjects(inner);
  return count;
};

const cachedOf = (value: readonly unknown[]): CachedList => {
  const text = cacheable(JSON.stringify(value));
  return { text, objects: countObjects(value), bytes: Buffer.byteLength(text) };
};

/** Creates what keeps texts. The least recently used go first. */
export const createSerialisedLists = (): SerialisedLists => {
  const known = new LRUCache<string, CachedList>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ text }) => sizeOf(text) + ENTRY_BYTES,
  });
  const numberOf = createNumbering();

  return {
    find: (fields, lookups) => {
      const keys: string[] = [];
      const cached: CachedList[] = [];
      for (const field of fields) {
        const list = listAtHand(field, lookups);
        if (list === null) return null;
        const key = `${numberOf(list)} ${field.selectionKey}`;
        keys.push(key);
        const found = known.get(key);
        if (found !== undefined) cached.push(found);
      }
      return {
        cached: cached.length === keys.length ? cached : null,
        keep: (result) => {
          if (result.errors !== undefined) return;
          for (const [index, { path }] of fields.entries()) {
            const value = holderOf(result, path)?.[path.at(-1) ?? ''];
            const key = keys[index];
            if (key !== undefined && Array.isArray(value) && !known.has(key)) known.set(key, cachedOf(value));
          }
        },
      };
    },
  };
};

/** Prefix of the number of a list in the JSON of a result. */
const opening = `"${mark}:`;

/** Takes the JSON of a result apart: what is between the lists, and the lists. */
const piecesOf = (sent: object, lists: readonly CachedList[]): readonly ListText[] => {
  const json = JSON.stringify(sent);
  const pieces: ListText[] = [];
  let from = 0;
  for (let at = json.indexOf(opening); at >= 0; at = json.indexOf(opening, from)) {
    const start = at + opening.length;
    const end = json.indexOf('"', start);
    pieces.push(json.slice(from, at), lists[Number(json.slice(start, end))]?.text ?? '');
    from = end + 1;
  }
  pieces.push(json.slice(from));
  return pieces;
};

/** As buffers: texts beside each other become one, and long lists stay what they are. */
const buffersOf = (pieces: readonly ListText[]): readonly Buffer[] => {
  const buffers: Buffer[] = [];
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece;
      continue;
    }
    if (text !== '') buffers.push(Buffer.from(text));
    buffers.push(piece);
    text = '';
  }
  return text === '' ? buffers : [...buffers, Buffer.from(text)];
};

/** A result whose data is written already: it is not written again. */
export const withJson = (result: ExecutionResult, json: string): WritableResult => {
  const place = `"${mark}"`;
  return { ...result, stringify: (sent) => JSON.stringify({ ...sent, data: mark }).replace(place, () => json) };
};

/** Puts lists that are kept into a result that has been made without them. */
export const withCachedLists = (
  result: ExecutionResult,
  fields: readonly ListField[],
  lists: readonly CachedList[],
): WritableResult => {
  if (result.data == null) return result;
  let bytes = 0;
  for (const [index, { path }] of fields.entries()) {
    const holder = holderOf(result, path);
    if (holder !== null) holder[path.at(-1) ?? ''] = `${mark}:${index}`;
    bytes += lists[index]?.bytes ?? 0;
  }
  const stringify = (sent: object): string => {
    let json = '';
    for (const piece of piecesOf(sent, lists)) json += typeof piece === 'string' ? piece : piece.toString();
    return json;
  };
  const write = bytes < LARGE_BYTES ? stringify : (sent: object): readonly Buffer[] => buffersOf(piecesOf(sent, lists));
  const { data, errors, extensions } = result;
  // Written out: to copy an object and add to it takes V8 a hundred times as long.
  if (errors === undefined && extensions === undefined) return { data, stringify, write };
  return { ...result, stringify, write };
};
