/** Attributes of a listing (`N_Params`, `S_Params`), whose form the specification leaves open (assumption R18). */
import { fieldFinder, firstFieldOf, isJsonObject, type JsonObject } from '../../json/json-object.ts';
import { readText } from './scalars.ts';

/** One attribute of a listing. What the service does not give is null. */
export interface ExtraParam {
  /** Its name for programs. */
  readonly name: string | null;
  /** Its name for users. */
  readonly label: string | null;
  /** The value for users. */
  readonly text: string | null;
  /** The value for programs. */
  readonly value: string | null;
}

const parallelArrays = ['Names', 'Labels', 'Text', 'Values'] as const;

const textOf = (json: unknown): string | null => (typeof json === 'boolean' ? String(json) : readText(json));

type ParallelArrays = readonly (readonly unknown[] | null)[];

const parallelArraysOf = (object: JsonObject): ParallelArrays =>
  parallelArrays.map(fieldFinder(object)).map((field) => {
    // Assumption: R47. One thing in the place of a list is a list of one.
    const list = Array.isArray(field) ? field : textOf(field) === null ? [] : [field];
    return list.length > 0 ? list : null;
  });

const readParallel = ([names, labels, text, values]: ParallelArrays): readonly ExtraParam[] => {
  const lengths = [names, labels, text, values].map((array) => array?.length ?? Number.POSITIVE_INFINITY);
  const shortest = Math.min(...lengths);
  const length = Number.isFinite(shortest) ? shortest : 0;
  const params: ExtraParam[] = [];
  for (let at = 0; at < length; at += 1) {
    const [name, label] = [textOf(names?.[at]), textOf(labels?.[at])];
    params.push({ name, label, text: textOf(text?.[at]), value: textOf(values?.[at]) });
  }
  return params;
};

const readMap = (object: JsonObject): readonly ExtraParam[] =>
  Object.entries(object).map(([name, value]) => ({ name, label: null, text: null, value: textOf(value) }));

/** An element of a list of attributes: an object with a name and a value, or a `[name, value]` pair. */
const readElement = (json: unknown): readonly ExtraParam[] => {
  if (Array.isArray(json)) {
    const [name, value] = json;
    return json.length === 2 && typeof name === 'string' && !isJsonObject(value)
      ? [{ name, label: null, text: null, value: textOf(value) }]
      : [];
  }
  if (!isJsonObject(json)) return [];
  const name = textOf(firstFieldOf(json, 'Name', 'Key'));
  const label = textOf(firstFieldOf(json, 'Label'));
  const text = textOf(firstFieldOf(json, 'Text'));
  const value = textOf(firstFieldOf(json, 'Value'));
  const isNamed = name !== null || label !== null;
  return isNamed && (text !== null || value !== null) ? [{ name, label, text, value }] : readExtraParams(json);
};

/**
 * Reads the attributes of a listing.
 *
 * Assumption: R18. They come as the parallel arrays of `ItemExtraParams`, zipped to the shortest array that is there, where an
 * empty one is none; as a plain map from name to value; or as a list of such, of objects with `Name` and `Value`, or of pairs.
 *
 * @returns empty when there are none to read
 */
export const readExtraParams = (json: unknown): readonly ExtraParam[] => {
  if (Array.isArray(json)) return json.flatMap((element) => readElement(element));
  if (!isJsonObject(json)) return [];
  const find = fieldFinder(json);
  const areTexts = ['Names', 'Values'].every((name) => textOf(find(name)) !== null);
  if (!areTexts && !parallelArrays.some((name) => Array.isArray(find(name)))) return readMap(json);
  return readParallel(parallelArraysOf(json));
};
