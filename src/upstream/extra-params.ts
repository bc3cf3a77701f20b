/** Attributes of a listing (`N_Params`, `S_Params`), whose form the specification leaves open (ruling R18). */
import { fieldFinder, isJsonObject, type JsonObject } from './json-object.ts';
import { readText } from './scalars.ts';

/** One attribute of a listing. What the service does not give is null. */
export interface ExtraParam {
  /** What a program calls it. */
  readonly name: string | null;
  /** What people call it. */
  readonly label: string | null;
  /** The value for people. */
  readonly text: string | null;
  /** The value for programs. */
  readonly value: string | null;
}

const parallelArrays = ['Names', 'Labels', 'Text', 'Values'] as const;

const textOf = (json: unknown): string | null => (typeof json === 'boolean' ? String(json) : readText(json));

type ParallelArrays = readonly (readonly unknown[] | null)[];

const parallelArraysOf = (object: JsonObject): ParallelArrays =>
  parallelArrays.map(fieldFinder(object)).map((field) => (Array.isArray(field) ? field : null));

const readParallel = ([names, labels, text, values]: ParallelArrays): readonly ExtraParam[] => {
  const lengths = [names, labels, text, values].map((array) => array?.length ?? Number.POSITIVE_INFINITY);
  const length = Math.min(...lengths);
  const params: ExtraParam[] = [];
  for (let at = 0; at < length; at += 1) {
    const [name, label] = [textOf(names?.[at]), textOf(labels?.[at])];
    params.push({ name, label, text: textOf(text?.[at]), value: textOf(values?.[at]) });
  }
  return params;
};

const readMap = (object: JsonObject): readonly ExtraParam[] =>
  Object.entries(object).map(([name, value]) => ({ name, label: null, text: null, value: textOf(value) }));

/**
 * Reads the attributes of a listing.
 *
 * Assumption: R18. They come as the parallel arrays of `ItemExtraParams`, zipped to the shortest array that is there; as a
 * plain map from name to value; or as an array of such.
 *
 * @returns empty when there are none to read
 */
export const readExtraParams = (json: unknown): readonly ExtraParam[] => {
  if (Array.isArray(json)) return json.filter(isJsonObject).flatMap(readExtraParams);
  if (!isJsonObject(json)) return [];
  const parallel = parallelArraysOf(json);
  return parallel.some((array) => array !== null) ? readParallel(parallel) : readMap(json);
};
