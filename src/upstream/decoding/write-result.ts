/** What the body of a 2xx says of a write: one rule for all of them (rulings R7, R37 and R39). */
import { MultiListingResult } from '../../contract/codes.ts';
import { fieldFinder, fieldOf, firstFieldOf, isJsonObject, type JsonObject } from '../../json/json-object.ts';
import type { BodyReader } from '../call/call.ts';
import { reasonIn, wordsOfFields } from './reason.ts';
import { readBoolean, readCode, readInt32, readText } from './scalars.ts';
import { layersOf, UnreadableBodyError } from './unwrap.ts';
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

const signFields = ['Success', 'Succeeded', 'Successful', 'IsSuccess', 'IsSuccessful', 'Ok', 'CanProceed', 'IsValid'];
const errorFields = ['Error', 'Errors', 'ErrorMessage', 'Error_description', 'ModelState', 'Exception', 'Fault'];
const failureFields = [...errorFields, 'ExceptionMessage', 'IsError', 'HasError', 'HasErrors', 'Failed'];
const statusFields = ['Status', 'StatusCode', 'HttpStatus', 'Code'];

const signOf = (json: JsonObject): boolean | null => readBoolean(firstFieldOf(json, ...signFields));

const FAILURE = /^(?:error|fail(?:ed|ure)?|denied|rejected|refused|forbidden|unauthori[sz]ed|invalid)$/i;

const isFailureStatus = (json: unknown): boolean => {
  const number = readInt32(json);
  return number === null ? FAILURE.test(String(json)) : number >= 400 && number < 600;
};

const isFailureResult = (json: unknown): boolean =>
  json === false ||
  FAILURE.test(String(json)) ||
  (readCode(MultiListingResult, json) ?? MultiListingResult.Success) !== MultiListingResult.Success;

/** Whether a field that is there for failures says something: a flag, a number other than 0, a text, a list or an object. */
const hasContent = (json: unknown): boolean =>
  typeof json === 'object' && json !== null
    ? Object.keys(json).length > 0
    : (readBoolean(json) ?? (readText(json) ?? '').trim() !== '');

const isRefusal = (json: unknown): boolean => {
  if (!isJsonObject(json)) return json === false;
  const success = signOf(json);
  if (success !== null) return !success;
  const find = fieldFinder(json);
  return (
    failureFields.map(find).some(hasContent) ||
    statusFields.map(find).some(isFailureStatus) ||
    (readInt32(find('ErrorCode')) ?? 0) !== 0 ||
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

const words = new Set(['message', ...errorFields.map((name) => name.toLowerCase())]);

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
    const isOfWords = ([name]: readonly [string, unknown]): boolean => words.has(name.toLowerCase());
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

/** Makes the reader of the response to a write that says more than whether it was done: what it cannot read may be a refusal. */
export const unlessRefused =
  <Result>(reader: BodyReader<Result>): BodyReader<Result> =>
  (json, drift, text) => {
    try {
      return reader(json, drift, text);
    } catch (error) {
      if (error instanceof UnreadableBodyError) checkNotRefused(json);
      throw error;
    }
  };

/** What an object without a sign of success says to users, also of single fields; null when it says nothing. */
const loneWordsIn = (json: unknown): string | null =>
  isJsonObject(json) && signOf(json) === null
    ? (readWords(firstFieldOf(json, 'Message', 'Detail', 'Reason')) ?? wordsOfFields(json))
    : null;

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
    try {
      return reader(json, drift, text);
    } catch (error) {
      if (!(error instanceof UnreadableBodyError)) throw error;
      const words = loneWordsIn(json) ?? readWords(elementsOf(json).find((element) => typeof element === 'string'));
      if (json === undefined || typeof json === 'string' || words !== null || isUnknownResult(json))
        throw new UnreadableBodyError('result of a write', words);
      return null;
    }
  };

/** Reads the response to a write that has nothing to say but that it was made. */
export const done = doneOr((): null => {
  throw new UnreadableBodyError('result');
});
