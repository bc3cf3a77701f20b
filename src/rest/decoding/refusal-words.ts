/** The service's own words for a refusal, in every form in which services write them (assumption R39). */
import { ListingDefinition } from '../../contract/listings.ts';
import { PostUserDetailsRequest } from '../../contract/user.ts';
import { hasAnyField, isJsonObject } from '../../json/json-object.ts';
import { parseJson } from '../../json/lossless-json.ts';
import { type FieldCheck, plainFieldName, readFieldChecks } from './field-checks.ts';
import { finderIn, listFields, sentencesIn, unquoted, wordFields, wordsIn } from './named-words.ts';
import { layersOf } from './unwrap.ts';
import { isPlainText, readMarkup, readWords } from './words.ts';

/** What the body of a refusal says. */
export interface RefusalWords {
  /** For users, 500 characters at most, first what it says of the whole, then of single fields; null when it says nothing. */
  readonly serviceMessage: string | null;
  /** About single fields, as it came: for `readFieldChecks`; null when it says nothing of the kind. */
  readonly validation: unknown;
}

const isList = (json: unknown): boolean => isJsonObject(json) || Array.isArray(json);

const areTexts = (json: unknown): boolean =>
  Array.isArray(json)
    ? json.length > 0 && json.every((text) => typeof text === 'string')
    : typeof json === 'string' && /\S\s/.test(json);

const fieldNames: ReadonlySet<string> = new Set(
  [ListingDefinition, PostUserDetailsRequest].flatMap(({ fields }) => Object.keys(fields).map(plainFieldName)),
);

/** Objects say what is wrong with a field only where its name is one: they may be envelopes. */
const isVerdict = ([name, json]: readonly [string, unknown]): boolean =>
  areTexts(json) ||
  (isList(json) && fieldNames.has(plainFieldName(name)) && wordsOfChecks(readFieldChecks(json)) !== null);

/** A map from fields to what is wrong with them, as ASP.NET writes it without anything around it. */
const isFieldMap = (json: object): boolean => Object.keys(json).length > 0 && Object.entries(json).every(isVerdict);

const validationIn = (json: unknown): unknown => {
  if (Array.isArray(json)) return json;
  if (!isJsonObject(json)) return null;
  if (hasAnyField(json, ['Field'])) return [json];
  const find = finderIn(json);
  const given = listFields.map(find).find(isList) ?? validationIn(find('Error')) ?? validationIn(find('Message'));
  return given ?? (wordsIn(json) === null && isFieldMap(json) ? json : null);
};

/** The words of a map from fields to lists of what is wrong with them; null when it is none. */
export const wordsOfFields = (json: object): string | null =>
  isFieldMap(json) && Object.values(json).every(Array.isArray) ? wordsOfChecks(readFieldChecks(json)) : null;

/** The words of checks, one after the other; null when none has any. */
export const wordsOfChecks = (checks: readonly FieldCheck[]): string | null =>
  readWords([...new Set(checks.flatMap(({ error }) => error ?? []))].join(' '));

/** Finds the words of a refusal: as the service writes it, as ASP.NET does, or as RFC 9457 has it; also in a wrapper. */
export const refusalWordsIn = (given: unknown): RefusalWords => {
  const json = unquoted(given);
  const validation = validationIn(json);
  const [words, ofFields] = [wordsIn(json), wordsOfChecks(readFieldChecks(validation))];
  const isWhole = words === null || ofFields === null || words.includes(ofFields);
  const serviceMessage = isWhole ? (words ?? ofFields) : readWords(`${words}\n${ofFields}`);
  if (serviceMessage !== null) return { serviceMessage, validation };
  const [content, ...others] = isJsonObject(json) ? Object.values(json).filter(isJsonObject) : [];
  if (validation === null && content !== undefined && others.length === 0) return refusalWordsIn(content);
  return { serviceMessage: sentencesIn(json), validation };
};

/** Reads the body of a refusal: JSON, XML, or lines of plain text. */
export const readRefusalWords = (body: string): RefusalWords => {
  try {
    return refusalWordsIn(parseJson(body));
  } catch {
    return refusalWordsIn(isPlainText(body) ? body : readMarkup(body));
  }
};

const saying = [...wordFields, 'Errors', 'ValidationErrors', 'ValidationResults', 'ModelState'];

/** A line of YAML or CSV. */
const ROW = /^\s*[\w-]+:(?:\s|$)|\S[,;|\t]\S/;

const isTable = (text: string): boolean => {
  const lines = text.trim().split('\n');
  return lines.length > 1 && lines.every((line) => ROW.test(line));
};

const wordsInText = (text: string): string | null => {
  if (isTable(text)) return null;
  const { serviceMessage } = readRefusalWords(text);
  return /\S[^\S\n]+\S/.test(serviceMessage ?? '') ? serviceMessage : null;
};

/**
 * Finds the words in what came in place of a response to a read, which may be about anything: a text of several words, or an object that
 * has a field for words, also in a wrapper.
 */
export const wordsInPlace = (json: unknown): string | null => {
  if (typeof json === 'string') return wordsInText(json);
  const [said] = layersOf(json).flatMap((layer) =>
    isJsonObject(layer) && hasAnyField(layer, saying) ? (refusalWordsIn(layer).serviceMessage ?? []) : [],
  );
  return said ?? null;
};
