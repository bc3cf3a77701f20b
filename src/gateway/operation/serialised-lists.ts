/** Keeps shared lists as they stand in answers, so that a list of thousands is written out once and not for every caller. */
import { randomBytes } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { LookupReader } from '../lookup/lookup-reader.ts';
import type { ListField } from './list-fields.ts';

/** A result that may know how to write itself. */
export interface WritableResult extends ExecutionResult {
  /** Writes the result, perhaps with other errors or extensions, as JSON; `JSON.stringify` unless given. */
  readonly stringify?: (result: object) => string;
  /** Writes the same as UTF-8, where that is the shorter way: most of it is at hand in that form. */
  readonly write?: (result: object) => Buffer;
}

/** The lists that an operation is made of, all at hand. */
export interface ListsAtHand {
  /** Texts of all the fields as UTF-8, in their order; null when one of them is not kept. */
  readonly texts: readonly Buffer[] | null;
  /** Keeps the texts of the fields as they stand in a result. */
  keep(result: ExecutionResult): void;
}

/** Keeps the texts of lists. */
export interface SerialisedLists {
  /** Finds the lists of fields; null when one of them is not at hand. `document` tells selections apart. */
  find(fields: readonly ListField[], document: object, lookups: LookupReader): ListsAtHand | null;
}

const MAX_BYTES = 12_000_000;
/** What a text that is kept takes beside its bytes, about. */
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

/** The list at hand; null when it has to be waited for, or cannot be had: resolving the field will tell. */
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

/** A text as bytes of its own: small buffers are parts of a larger one, which stays as long as any of them. */
const bytesOf = (text: string): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
};

/** Creates what keeps texts. The least recently used go first. */
export const createSerialisedLists = (): SerialisedLists => {
  const kept = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ length }) => length + ENTRY_BYTES,
  });
  const numberOf = createNumbering();

  return {
    find: (fields, document, lookups) => {
      const keys: string[] = [];
      for (const field of fields) {
        const list = listAtHand(field, lookups);
        if (list === null) return null;
        keys.push(`${numberOf(list)} ${numberOf(document)} ${field.path.join('.')}`);
      }
      const texts = keys.flatMap((key) => kept.get(key) ?? []);
      return {
        texts: texts.length === keys.length ? texts : null,
        keep: (result) => {
          if (result.errors !== undefined) return;
          for (const [index, { path }] of fields.entries()) {
            const value = holderOf(result, path)?.[path.at(-1) ?? ''];
            const key = keys[index];
            if (key !== undefined && Array.isArray(value)) kept.set(key, bytesOf(JSON.stringify(value)));
          }
        },
      };
    },
  };
};

/** Puts the texts of lists into a result that has been made without them. */
export const withTexts = (
  result: ExecutionResult,
  fields: readonly ListField[],
  texts: readonly Buffer[],
): WritableResult => {
  if (result.data == null) return result;
  for (const [index, { path }] of fields.entries()) {
    const holder = holderOf(result, path);
    if (holder !== null) holder[path.at(-1) ?? ''] = `${mark}:${index}`;
  }
  /** What is between the lists, and the lists. */
  const piecesOf = (sent: object): readonly (string | Buffer)[] =>
    JSON.stringify(sent)
      .split(`"${mark}:`)
      .flatMap((part, index) => {
        if (index === 0) return [part];
        const end = part.indexOf('"');
        return [texts[Number(part.slice(0, end))] ?? '', part.slice(end + 1)];
      });
  const stringify = (sent: object): string => piecesOf(sent).join('');
  const isLarge = texts.reduce((bytes, { length }) => bytes + length, 0) >= LARGE_BYTES;
  const write = (sent: object): Buffer =>
    Buffer.concat(piecesOf(sent).map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
  const { data, errors, extensions } = result;
  if (errors !== undefined || extensions !== undefined) return { ...result, stringify, write };
  return isLarge ? { data, stringify, write } : { data, stringify };
};
