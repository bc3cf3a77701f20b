/** What the body of a 2xx says of a write: one rule for all of them (rulings R7, R37 and R39). */
import { MultiListingResult } from '../../contract/codes.ts';
import { fieldFinder, firstFieldOf, isJsonObject } from '../../json/json-object.ts';
import type { BodyReader } from '../call/call.ts';
import { wordsIn } from './reason.ts';
import { readBoolean, readCode } from './scalars.ts';
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

const signOf = (json: unknown): boolean | null =>
  isJsonObject(json) ? readBoolean(firstFieldOf(json, 'Success', 'Succeeded', 'IsSuccess', 'Ok')) : null;

const isFailureStatus = (json: unknown): boolean =>
  typeof json === 'number' ? json >= 400 && json < 600 : /^(?:error|fail(?:ed|ure)?)$/i.test(String(json));

const hasContent = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && Object.keys(json).length > 0;

const isRefusal = (json: unknown): boolean => {
  if (!isJsonObject(json)) return json === false;
  const success = signOf(json);
  if (success !== null) return !success;
  const find = fieldFinder(json);
  const result = find('Result');
  return (
    find('Error') === true ||
    wordsIn(find('Error')) !== null ||
    [find('Error'), find('Errors'), find('ModelState')].some(hasContent) ||
    [find('Status'), find('StatusCode')].some(isFailureStatus) ||
    result === false ||
    (readCode(MultiListingResult, result) ?? MultiListingResult.Success) !== MultiListingResult.Success
  );
};

/**
 * Looks for a refusal in the response to a write, also in a wrapper (ruling R7).
 *
 * Assumption: R39. `Success: false`, and without a sign of success an `Error`, a `Result` other than success, the status of a failure
 * and a bare `false` say that nothing was done, whatever the status of the response.
 *
 * @throws RefusalBodyError when there is one
 */
const checkNotRefused = (json: unknown): void => {
  const refusal = layersOf(json).find(isRefusal);
  if (refusal !== undefined) throw new RefusalBodyError(refusal);
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

/** What an object without a sign of success says to users; null when it says nothing. */
const loneWordsIn = (json: unknown): string | null =>
  isJsonObject(json) && signOf(json) === null
    ? readWords(firstFieldOf(json, 'Message', 'ErrorMessage', 'Detail'))
    : null;

/**
 * Makes the reader of the response to a write whose request alone says what was done.
 *
 * Assumption: R37. An empty body, and JSON that says nothing of failure, are done: null unless `reader` can read it. A page, and words
 * without a sign of success, leave it open.
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
      const words = loneWordsIn(json);
      if (json === undefined || typeof json === 'string' || words !== null)
        throw new UnreadableBodyError('result of a write', words);
      return null;
    }
  };

/** Reads the response to a write that has nothing to say but that it was made. */
export const done = doneOr((): null => {
  throw new UnreadableBodyError('result');
});
