/** What stands in fields whose form the specification leaves open: attributes of a listing (assumption R18), companies and users (R20). */
import { CompanyDetails, UserPublicProfile } from '../../contract/user.ts';
import { isNoId, parseInt64 } from '../../json/int64.ts';
import { fieldFinder, fieldOf, firstFieldOf, isJsonObject, type JsonObject } from '../../json/json-object.ts';
import type { ReportDrift } from '../call/call.ts';
import { decode, type Read } from './decode.ts';
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

const ignore: ReportDrift = () => {};

const nameIn = (json: unknown, ...fields: readonly string[]): string | null => {
  const name = isJsonObject(json) ? firstFieldOf(json, ...fields) : json;
  return typeof name === 'string' && name.trim() !== '' ? name : null;
};

const hasId = (json: unknown, field: string): boolean => {
  const id = isJsonObject(json) ? fieldOf(json, field) : null;
  return parseInt64(id) !== null && !isNoId(id);
};

/**
 * Reads a company.
 *
 * Assumption: R20. With an `Id` it is a `CompanyDetails`; a string, or an object without one, gives the name alone.
 *
 * @returns null when there is neither an id nor a name
 */
export const readCompany = (json: unknown): Read<typeof CompanyDetails> | null => {
  if (hasId(json, 'Id')) return decode(CompanyDetails, json, ignore);
  const name = nameIn(json, 'Name');
  if (name === null) return null;
  return { Id: null, Logo: null, Name: name, CompanyType: null };
};

/**
 * Reads a user as others see them.
 *
 * Assumption: R20. With a `UserId` it is a `UserPublicProfile`; a string, or an object without one, gives the name alone.
 *
 * @returns null when there is neither an id nor a name
 */
export const readProfile = (json: unknown): Read<typeof UserPublicProfile> | null => {
  if (hasId(json, 'UserId')) return decode(UserPublicProfile, json, ignore);
  const name = nameIn(json, 'Username', 'Name');
  if (name === null) return null;
  return { Company: null, ItemCount: null, PictureUrl: null, RegistrationDate: null, UserId: null, Username: name };
};
