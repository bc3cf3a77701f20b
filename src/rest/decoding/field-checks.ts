/** Verdicts of the service on single fields of a listing (assumption R35). */
import { ErrorType } from '../../contract/codes.ts';
import type { CodeOf } from '../../contract/structure.ts';
import { fieldOf, firstFieldOf, hasAnyField, isJsonObject, type JsonObject } from '../../json/json-object.ts';
import { sentencesIn, wordsIn } from './named-words.ts';
import { readCode, readText } from './scalars.ts';
import { readWords } from './words.ts';

/** Verdict of the service on one field of a listing. */
export interface FieldCheck {
  /** The field as the service names it, e.g. `LocalityId`; null when it names none. */
  readonly field: string | null;
  /** Its fault, in the words of the service; null when it says nothing. */
  readonly error: string | null;
  /** A code of `ErrorType`: 0 for a field that is right; null when the service does not say. */
  readonly errorType: CodeOf<typeof ErrorType> | null;
}

const readErrorType = (json: unknown): FieldCheck['errorType'] => {
  const code = readCode(ErrorType, json);
  return code === ErrorType.OK || code === ErrorType.Required || code === ErrorType.Invalid ? code : null;
};

const isCheck = (json: JsonObject): boolean => hasAnyField(json, ['Field', 'ErrorType']);

const namesOfCheck = [
  'Field',
  'FieldName',
  'Path',
  'PropertyPath',
  'PropertyName',
  'Property',
  'Param',
  'Target',
  'MemberNames',
  'Loc',
  'Key',
  'Name',
  'Source',
];
const lowerNamesOfCheck = new Set(namesOfCheck.map((name) => name.toLowerCase()));
const listsOfCheck = ['Errors', '_errors', 'Messages', 'ErrorMessages', 'Reasons', 'Error', 'Message'];

/**
 * The name of a field alone, in small letters, of whatever a service says that it is a field of: `price` of `Definition.Price`, `$.price`,
 * `listing[price]`, `/data/Price` and `price[0]`.
 */
export const plainFieldName = (name: string): string =>
  (
    name
      .split(/[^\w -]+/)
      .filter((part) => /[a-z]/i.test(part))
      .at(-1) ?? ''
  )
    .replaceAll(/[\s_-]/g, '')
    .toLowerCase();

/** Assumption: R39. A name, a path as a list, or the JSON pointer of `source`; the last step names the field. */
const readFieldName = (json: unknown): string | null => {
  if (Array.isArray(json)) return readText(json.at(-1));
  const name = readText(isJsonObject(json) ? firstFieldOf(json, 'Pointer', 'Parameter') : json);
  return name === null ? null : name.slice(name.lastIndexOf('/') + 1);
};

const readCheck = (json: JsonObject, field: string | null): readonly FieldCheck[] => {
  const [key, value] = [readText(fieldOf(json, 'Key')), fieldOf(json, 'Value')];
  if (key !== null && value !== undefined) return readEntry(value, readFieldName(key));
  const check = {
    field: readFieldName(firstFieldOf(json, ...namesOfCheck)) ?? field,
    error: wordsIn(json),
    errorType: readErrorType(fieldOf(json, 'ErrorType')),
  };
  const inner = check.error === null ? (firstFieldOf(json, ...listsOfCheck) ?? null) : null;
  const innerChecks = inner === null ? [] : readEntry(inner, check.field);
  if (innerChecks.length > 0) return innerChecks;
  const rest = Object.entries(json).filter(([name]) => !lowerNamesOfCheck.has(name.toLowerCase()));
  const error = check.error ?? sentencesIn(Object.fromEntries(rest));
  return check.field === null && error === null ? [] : [{ ...check, error }];
};

/** @param field of which the checks are, unless they say so themselves; null when that is not known */
const readEntry = (json: unknown, field: string | null): readonly FieldCheck[] => {
  if (Array.isArray(json)) return json.flatMap((entry: unknown) => readEntry(entry, field));
  if (isJsonObject(json)) return readCheck(json, field);
  const error = readWords(json);
  return error === null ? [] : [{ field, error, errorType: null }];
};

/**
 * Reads what the service says about the fields of a listing.
 *
 * Assumption: R35. It is a list of `ValidateResult`, an object whose `Results` is one, or a map whose keys are fields and
 * whose values are texts, lists of texts or `ValidateResult`. Fields that are right may be among them (`errorType` 0).
 *
 * @returns an empty list for anything else; an entry that says neither which field nor what is dropped
 */
export const readFieldChecks = (json: unknown): readonly FieldCheck[] => {
  if (!isJsonObject(json)) return readEntry(json, null);
  const results = fieldOf(json, 'Results');
  if (Array.isArray(results)) return readEntry(results, null);
  if (isCheck(json)) return readCheck(json, null);
  return Object.entries(json).flatMap(([field, entry]) => readEntry(entry, field));
};
