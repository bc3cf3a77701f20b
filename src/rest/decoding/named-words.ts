/**
 * Words for users in JSON, in every form in which services write them: in a field that is there for words, or else in any sentence
 * (assumptions R39 and R48).
 */
import { STATUS_CODES } from 'node:http';
import { ItemDetail, ItemMiniData, ListingDefinition, ListItem } from '../../contract/listings.ts';
import { Image, UploadPhotoResult } from '../../contract/photos.ts';
import { PremiumOptionStatus } from '../../contract/premium-options.ts';
import { PostUserDetailsRequest, ProfilePictureRequest, UserDetailsResponse } from '../../contract/user.ts';
import { fieldFinder, isJsonObject, type JsonObject } from '../../json/json-object.ts';
import { parseJson } from '../../json/lossless-json.ts';
import { readWords } from './words.ts';

/** Fields for words, the first that counts first. */
export const wordFields = [
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
const otherWordFields = ['Title', 'Description', 'Msg', 'Text', 'Faultstring', 'ExceptionMessage'];
/** Fields for what is wrong with single fields of what was sent. */
export const listFields = [
  'ValidationResults',
  'ValidationErrors',
  'ModelState',
  'Errors',
  'FieldErrors',
  'Violations',
  'Invalid-Params',
  'Invalid_Params',
  'InvalidParams',
  'Failures',
  'Results',
  'Messages',
  'Details',
  'Detail',
];
/** Names of fields that services make for words, e.g. `errmsg`, `resultMessage` and `problem`; not of those that are for programmers. */
const MADE_NAME = /^(?!exception|developer|internal)\w*(?:message|msg|text|reason|detail|problem|phrase|err)$/i;
const MAX_DEPTH = 3;

const phrases = new Set(Object.values(STATUS_CODES));

/** Neither a code nor the phrase of a status. */
const isSentence = (text: string): boolean => /\s/.test(text) && !phrases.has(text);

const beside = (text: string, other: string): string =>
  text.includes(other) ? text : `${text}${/[\p{L}\p{N}]$/u.test(text) ? '.' : ''} ${other}`;

/** What a text is that has JSON in it; anything else as it is. */
export const unquoted = (json: unknown): unknown => {
  if (typeof json !== 'string' || !/^\s*[{["]/.test(json)) return json;
  try {
    return parseJson(json);
  } catch {
    return json;
  }
};

/** Finds fields as `fieldFinder` does, also in a text that has JSON in it. */
export const finderIn = (json: JsonObject): ((name: string) => unknown) => {
  const find = fieldFinder(json);
  return (name) => unquoted(find(name));
};

/** Finds the words in what stands for an error: a text, or an object that has a field for words; null when there are none. */
export const wordsIn = (json: unknown, depth = MAX_DEPTH): string | null => {
  if (!isJsonObject(json) || depth === 0) return readWords(json);
  const find = finderIn(json);
  const [first, ...others] = wordFields.flatMap((name) => wordsIn(find(name), depth - 1) ?? []);
  if (first !== undefined) return readWords([first, ...others.filter(isSentence)].reduce(beside));
  const [other = null] = otherWordFields.flatMap((name) => wordsIn(find(name), depth - 1) ?? []);
  const made = Object.entries(json).map(([name, value]) => (MADE_NAME.test(name) ? readWords(value) : null));
  const ofLists = listFields.map((name) => readWords(find(name)));
  const ofLanguage = find('Lang') === undefined ? null : readWords(find('Value'));
  return other ?? [...made, ...ofLists, ofLanguage].find((text) => text !== null) ?? null;
};

const thingFields = new Set(
  [
    ListingDefinition,
    ListItem,
    ItemDetail,
    ItemMiniData,
    UserDetailsResponse,
    PostUserDetailsRequest,
    ProfilePictureRequest,
    Image,
    UploadPhotoResult,
    PremiumOptionStatus,
  ].flatMap(({ fields }) => Object.keys(fields).map((name) => name.toLowerCase())),
);

/** Whether the value of a field belongs to a listing, a user or a photo. */
export const isOfThing = (name: string, value: unknown): boolean =>
  value !== null && thingFields.has(name.toLowerCase());

/** An object without what belongs to a thing, whose title and description are no words about what came of a request. */
export const withoutThing = (json: JsonObject): JsonObject => {
  const entries = Object.entries(json);
  const isThing = entries.some(
    ([name, value]) => isOfThing(name, value) && !/^(?:title|desc(?:ription)?)$/i.test(name),
  );
  return isThing ? Object.fromEntries(entries.filter(([name, value]) => !isOfThing(name, value))) : json;
};

/** Names of what is secret or for programmers, says when or where, or repeats what was sent. */
const NO_NAME_OF_WORDS =
  /token|secret|password|stack|trace|exception|developer|internal|debug|time|date|path|value|input|target/i;
const MAX_SENTENCE_DEPTH = 5;

const sentencesFrom = (json: unknown, depth: number): readonly string[] => {
  if (typeof json === 'string') return /\p{L}\s+\p{L}/u.test(json) ? [readWords(json) ?? []].flat() : [];
  if (typeof json !== 'object' || json === null || depth === 0) return [];
  if (Array.isArray(json)) return json.flatMap((each) => sentencesFrom(each, depth - 1));
  const rest = isJsonObject(json) ? withoutThing(json) : {};
  const words = depth < MAX_SENTENCE_DEPTH ? wordsIn(rest) : null;
  if (words !== null) return [words];
  return Object.entries(rest).flatMap(([name, value]) =>
    NO_NAME_OF_WORDS.test(name) ? [] : sentencesFrom(value, depth - 1),
  );
};

/** Finds the sentences in fields of any name, but those that belong to a thing, one after the other; null when there is none. */
export const sentencesIn = (json: unknown): string | null =>
  readWords([...new Set(sentencesFrom(json, MAX_SENTENCE_DEPTH))].join(' '));
