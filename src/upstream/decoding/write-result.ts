/** What the body of a 2xx says of a write: one rule for all of them (rulings R7, R37 and R39). */
import { MultiListingResult } from '../../contract/codes.ts';
import type { Structure } from '../../contract/structure.ts';
import { fieldFinder, fieldOf, firstFieldOf, isJsonObject, type JsonObject } from '../../json/json-object.ts';
import type { BodyReader } from '../call/call.ts';
import { reasonIn, wordsOfFields } from './reason.ts';
import { readBoolean, readCode, readInt32, readText } from './scalars.ts';
import { layersOf, UnreadableBodyError, unwrapStructure } from './unwrap.ts';
import { readWords } from './words.ts';

/** A body says that a write was not made. */
export class RefusalBodyError extends Error {
  /** The object that says so, or `false`: for `reasonIn`. */
  readonly refusal: unknown;

  constructor(refusal: unknown) {
    super('The body is a refusal.');
    this.name = 'RefusalBodyError';
    this.refusal = refusal;
  }
}

const signFields =
  'Success Succeeded Successful IsSuccess IsSuccessful IsSuccessStatusCode Ok CanProceed IsValid'.split(' ');
const statusFields = ['Status', 'StatusCode', 'HttpStatus', 'Code'];

const SUCCESS = /^(?:ok|y|yes|success(?:ful)?|succeeded|done|completed?|accepted)$/i;
const FAILURE = /^(?:n|no|nok|ko|error|fail(?:ed|ure)?|denied|rejected|refused|forbidden|unauthori[sz]ed|invalid)$/i;
const NO_FAILURE = /^(?:0*|none|no errors?|ok|success)$/i;

/** Names of fields that are there for failures, e.g. `ErrorCode`, `HasErrors` and `faultstring`. */
const FAILURE_FIELD = /^(?:is|has)?_?(?:error|exception|fault|fail)|(?<!^no_?)errors?$|^modelstate$/i;

/** What a word or a status says; null when it says neither. */
const readSign = (json: unknown): boolean | null => {
  const word = String(json);
  return readBoolean(json) ?? (SUCCESS.test(word) ? true : FAILURE.test(word) ? false : null);
};

const signOf = (json: JsonObject, ...others: readonly string[]): boolean | null =>
  readSign(firstFieldOf(json, ...signFields, ...others));

/** What a status says: a number is one of HTTP, or of a table that nobody knows. */
const readStatus = (json: unknown): boolean | null => {
  const number = readInt32(json);
  if (number === null) return readSign(json);
  return number >= 200 && number < 300 ? true : number >= 400 && number < 600 ? false : null;
};

const isFailureStatus = (json: unknown): boolean => readStatus(json) === false;

const isFailureResult = (json: unknown): boolean =>
  json === false ||
  FAILURE.test(String(json)) ||
  (readCode(MultiListingResult, json) ?? MultiListingResult.Success) !== MultiListingResult.Success;

/** Whether a field that is there for failures says something: a flag, a number other than 0, a text, a list or an object. */
const hasContent = (json: unknown): boolean =>
  typeof json === 'object' && json !== null
    ? Object.keys(json).length > 0
    : (readBoolean(json) ?? !NO_FAILURE.test((readText(json) ?? '').trim()));

/** Whether one object, apart from what is in it, says that a write was not made. */
export const isRefusal = (json: unknown): boolean => {
  if (!isJsonObject(json)) return json === false || (typeof json === 'string' && readBoolean(json.trim()) === false);
  const success = signOf(json, 'ItemFound');
  if (success !== null) return !success;
  const find = fieldFinder(json);
  return (
    Object.entries(json).some(([name, value]) => FAILURE_FIELD.test(name) && hasContent(value)) ||
    statusFields.map(find).some(isFailureStatus) ||
    isFailureResult(find('Result'))
  );
};

/**
 * Finds what says, in the response to a write, that nothing was done, also in a wrapper (ruling R7); undefined when nothing does.
 *
 * Assumption: R39. `Success: false`, and without a sign of success an `Error`, a `Result` other than success, the status of a failure
 * and a bare `false` say so, whatever the status of the response.
 */
export const refusalIn = (json: unknown): unknown => layersOf(json).find(isRefusal);

const isNothing = (json: unknown): boolean =>
  typeof json === 'object' && json !== null ? Object.values(json).every(isNothing) : !json;

/** Whether an object is a problem of RFC 9457, whose title is not that of a listing. */
const isProblem = (find: (name: string) => unknown): boolean =>
  ['Type', 'Title', 'Detail'].every((name) => typeof find(name) === 'string');

/**
 * Returns whether the response to a read says that it is none: there is no success, or there are words and nothing beside them.
 *
 * Assumption: R39. A `Message` may stand beside a list that is empty.
 */
export const isRefusedRead = (json: unknown): boolean =>
  layersOf(json).some((layer) => {
    if (!isJsonObject(layer)) return false;
    const success = signOf(layer);
    if (success !== null) return !success;
    const find = fieldFinder(layer);
    if (isProblem(find) || statusFields.map(find).some(isFailureStatus)) return true;
    const isOfWords = ([name]: readonly [string, unknown]): boolean =>
      /^message$/i.test(name) || FAILURE_FIELD.test(name);
    const said = Object.entries(layer).filter((field) => isOfWords(field) && hasContent(field[1]));
    const rest = Object.entries(layer).filter((field) => !isOfWords(field));
    const isMessage = said.every(([name]) => name.toLowerCase() === 'message');
    return said.length > 0 && rest.every(([, value]) => (isMessage ? value === null : isNothing(value)));
  });

/** What stands in a list in place of one result. */
const elementsOf = (json: unknown): readonly unknown[] => {
  const list: unknown = isJsonObject(json) ? fieldOf(json, '$values') : json;
  return Array.isArray(list) ? list : [];
};

/** @throws RefusalBodyError when there is a refusal, or nothing but refusals; UnreadableBodyError when some of a list are */
const checkNotRefused = (json: unknown): void => {
  const refusal = refusalIn(json);
  if (refusal !== undefined) throw new RefusalBodyError(refusal);
  const elements = elementsOf(json);
  const [first, ...others] = elements.map((element) => refusalIn(element)).filter((each) => each !== undefined);
  if (first === undefined) return;
  if (others.length + 1 === elements.length) throw new RefusalBodyError(first);
  throw new UnreadableBodyError('result of a write', reasonIn(first).serviceMessage);
};

/** What stands around the object that is read as a structure, the outermost first. */
const layersAround = (structure: Structure, json: unknown): readonly unknown[] => {
  const layers = layersOf(json);
  try {
    const own = unwrapStructure(structure, json);
    return layers.slice(0, Math.max(layers.indexOf(own), 0));
  } catch (error) {
    if (error instanceof UnreadableBodyError) return [];
    throw error;
  }
};

/**
 * Makes the reader of the response to a write that says more than whether it was done: what is around it, and what it cannot read,
 * may be a refusal.
 */
export const unlessRefused =
  <Result>(structure: Structure, reader: BodyReader<Result>): BodyReader<Result> =>
  (json, drift, text) => {
    const refusal = layersAround(structure, json).find(isRefusal);
    if (refusal !== undefined) throw new RefusalBodyError(refusal);
    try {
      return reader(json, drift, text);
    } catch (error) {
      if (error instanceof UnreadableBodyError) checkNotRefused(json);
      throw error;
    }
  };

const wordFields = ['Message', 'Detail', 'Reason', 'ReasonPhrase', 'Msg', 'Text', 'Info', 'Description'];
const wordNames = new Set(wordFields.map((name) => name.toLowerCase()));

const isSuccess = (json: unknown): boolean => {
  if (!isJsonObject(json)) return json === true;
  const find = fieldFinder(json);
  return (
    signOf(json) === true ||
    statusFields.map(find).some((status) => readStatus(status) === true) ||
    SUCCESS.test(String(find('Result'))) ||
    Object.entries(json).some(([name, value]) => FAILURE_FIELD.test(name) && value === false)
  );
};

/** What an object without a sign of success says to users, also of single fields; null when it says nothing. */
const loneWordsIn = (json: unknown): string | null => {
  const layers = layersOf(json);
  if (layers.some(isSuccess)) return null;
  const said = layers.filter(isJsonObject).map((layer) => {
    const words = wordFields.map(fieldFinder(layer)).map(readWords);
    return words.find((each) => each !== null) ?? wordsOfFields(layer);
  });
  return said.find((words) => words !== null) ?? null;
};

/** Whether there is nothing beside words. */
const isBlank = (json: unknown): boolean =>
  typeof json === 'object' && json !== null
    ? Object.entries(json).every(([name, value]) => wordNames.has(name.toLowerCase()) || isBlank(value))
    : json === null;

/** What says, in an object that is neither the result nor around it, that something failed. */
const refusalBeside = (json: unknown): unknown =>
  isJsonObject(json) && !layersOf(json).some(isSuccess)
    ? Object.values(json).find((value) => isJsonObject(value) && refusalIn(value) !== undefined)
    : undefined;

const isUnknownResult = (json: unknown): boolean =>
  isJsonObject(json) &&
  (readInt32(fieldOf(json, 'Result')) ?? MultiListingResult.Success) !== MultiListingResult.Success;

/**
 * Makes the reader of the response to a write whose request alone says what was done.
 *
 * Assumption: R37. An empty body, and JSON that says nothing of failure, are done: null unless `reader` can read it. A page, words
 * without a sign of success, and an unknown `Result` leave it open.
 *
 * @throws RefusalBodyError when the body is a refusal; UnreadableBodyError when the result is unknown
 */
export const doneOr =
  <Result>(reader: BodyReader<Result>): BodyReader<Result | null> =>
  (json, drift, text) => {
    checkNotRefused(json);
    const words = loneWordsIn(json);
    if (words !== null && isBlank(json)) throw new UnreadableBodyError('result of a write', words);
    try {
      return reader(json, drift, text);
    } catch (error) {
      if (!(error instanceof UnreadableBodyError)) throw error;
      const beside = refusalBeside(json);
      const said =
        words ??
        reasonIn(beside).serviceMessage ??
        readWords(elementsOf(json).find((each) => typeof each === 'string'));
      const isOpen = json === undefined || typeof json === 'string' || beside !== undefined || isUnknownResult(json);
      if (isOpen || said !== null) throw new UnreadableBodyError('result of a write', said);
      return null;
    }
  };

/** Reads the response to a write that has nothing to say but that it was made. */
export const done = doneOr((): null => {
  throw new UnreadableBodyError('result');
});
