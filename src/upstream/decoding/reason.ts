/** The service's own words for a refusal, in every form in which services write them (ruling R39). */
import { STATUS_CODES } from 'node:http';
import { ListingDefinition } from '../../contract/listings.ts';
import { PostUserDetailsRequest } from '../../contract/user.ts';
import { fieldFinder, hasAnyField, isJsonObject, type JsonObject } from '../../json/json-object.ts';
import { parseJson } from '../../json/lossless-json.ts';
import { type FieldCheck, plainFieldName, readFieldChecks } from './field-checks.ts';
import { isPlainText, readMarkup } from './markup.ts';
import { layersOf } from './unwrap.ts';
import { readWords } from './words.ts';

/** The reason that the body of a refusal gives. */
export interface GivenReason {
  /** For users, 500 characters at most, first what it says of the whole, then of single fields; null when it says nothing. */
  readonly serviceMessage: string | null;
  /** About single fields, as it came: for `readFieldChecks`; null when it says nothing of the kind. */
  readonly validation: unknown;
}

const wordFields = [
  'UserMessage',
  'Message',
  'Error_description',
  'ErrorMessage',
  'Error_message',
  'Error',
  'Detail',
  'Reason',
];
/** Listings have these, too. */
const otherWordFields = [
  'Title',
  'Description',
  'Msg',
  'Text',
  'StatusText',
  'Faultstring',
  'ReasonPhrase',
  'ExceptionMessage',
];
const listFields = [
  'ValidationResults',
  'ValidationErrors',
  'ModelState',
  'Errors',
  'FieldErrors',
  'Violations',
  'Invalid-Params',
  'InvalidParams',
  'Failures',
  'Results',
  'Messages',
  'Details',
  'Detail',
] as const;
const MAX_DEPTH = 3;

const phrases = new Set(Object.values(STATUS_CODES));

/** Names of fields that services make for words, e.g. `errmsg`, `resultMessage` and `problem`; not of those that are for programmers. */
const MADE_NAME = /^(?!exception|developer|internal)\w*(?:message|msg|text|reason|detail|problem|err)$/i;

/** Neither a code nor the phrase of a status. */
const isSentence = (text: string): boolean => /\s/.test(text) && !phrases.has(text);

const beside = (text: string, other: string): string =>
  text.includes(other) ? text : `${text}${/[\p{L}\p{N}]$/u.test(text) ? '.' : ''} ${other}`;

/** What a text is that has JSON in it; anything else as it is. */
const unquoted = (json: unknown): unknown => {
  if (typeof json !== 'string' || !/^\s*[{["]/.test(json)) return json;
  try {
    return parseJson(json);
  } catch {
    return json;
  }
};

const finderIn = (json: JsonObject): ((name: string) => unknown) => {
  const find = fieldFinder(json);
  return (name) => unquoted(find(name));
};

/** Finds the words in what stands for an error: a text, or an object that has one; null when there are none. */
export const wordsIn = (json: unknown, depth = MAX_DEPTH): string | null => {
  if (!isJsonObject(json) || depth === 0) return readWords(json);
  const find = finderIn(json);
  const [first, ...others] = wordFields.flatMap((name) => wordsIn(find(name), depth - 1) ?? []);
  if (first !== undefined) return readWords([first, ...others.filter(isSentence)].reduce(beside));
  const [other = null] = otherWordFields.flatMap((name) => wordsIn(find(name), depth - 1) ?? []);
  const made = Object.entries(json).map(([name, value]) => (MADE_NAME.test(name) ? readWords(value) : null));
  const ofLists = listFields.map((name) => readWords(find(name)));
  return other ?? [...made, ...ofLists].find((text) => text !== null) ?? null;
};

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

/** Finds the reason in a refusal: as the service writes it, as ASP.NET does, or as RFC 9457 has it; also in a wrapper. */
export const reasonIn = (given: unknown): GivenReason => {
  const json = unquoted(given);
  const validation = validationIn(json);
  const [words, ofFields] = [wordsIn(json), wordsOfChecks(readFieldChecks(validation))];
  const isWhole = words === null || ofFields === null || words.includes(ofFields);
  const serviceMessage = isWhole ? (words ?? ofFields) : readWords(`${words}\n${ofFields}`);
  if (serviceMessage !== null || validation !== null || !isJsonObject(json)) return { serviceMessage, validation };
  const [content, ...others] = Object.values(json).filter(isJsonObject);
  return content !== undefined && others.length === 0 ? reasonIn(content) : { serviceMessage, validation };
};

/** Reads the body of a refusal: JSON, XML, or lines of plain text. */
export const readReason = (body: string): GivenReason => {
  try {
    return reasonIn(parseJson(body));
  } catch {
    return reasonIn(isPlainText(body) ? body : readMarkup(body));
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
  const { serviceMessage } = readReason(text);
  return /\S[^\S\n]+\S/.test(serviceMessage ?? '') ? serviceMessage : null;
};

/**
 * Finds the words in what came in place of a response to a read, which may be about anything: a text of several words, or an object that
 * has a field for words, also in a wrapper.
 */
export const wordsInPlace = (json: unknown): string | null => {
  if (typeof json === 'string') return wordsInText(json);
  const [said] = layersOf(json).flatMap((layer) =>
    isJsonObject(layer) && hasAnyField(layer, saying) ? (reasonIn(layer).serviceMessage ?? []) : [],
  );
  return said ?? null;
};
