/** What the body of a 2xx says of a write: one rule for all of them (assumptions R7, R37 and R39). */
import { MultiListingResult } from '../../contract/codes.ts';
import { ItemDetail, ListItem } from '../../contract/listings.ts';
import type { Structure } from '../../contract/structure.ts';
import { fieldFinder, isJsonObject, type JsonObject } from '../../json/json-object.ts';
import type { BodyReader } from '../call/call.ts';
import { isOfThing, sentencesIn, withoutThing, wordsIn } from './named-words.ts';
import { refusalWordsIn, wordsInPlace, wordsOfFields } from './refusal-words.ts';
import { readBoolean, readCode, readInt32, readText } from './scalars.ts';
import { layersOf, UnreadableBodyError, unwrapStructure } from './unwrap.ts';
import { readWords } from './words.ts';

/** A body says that a write was not made. */
export class RefusalBodyError extends Error {
  /** The object that says so, or `false`, which leaves the reason to what is around it: for `refusalWordsIn`. */
  readonly refusal: unknown;

  constructor(refusal: unknown) {
    super('The body is a refusal.');
    this.name = 'RefusalBodyError';
    this.refusal = refusal;
  }
}

const signFields = [
  'Success',
  'Succeeded',
  'Successful',
  'IsSuccess',
  'IsSuccessful',
  'IsSuccessStatusCode',
  'Ok',
  'CanProceed',
  'IsValid',
];
/** What things have, too, that are read. */
const signsOfChange = [
  'Done',
  'Saved',
  'Updated',
  'Rotated',
  'Acknowledged',
  'Accepted',
  'Applied',
  'Completed',
  'Processed',
  'Affected',
  'AffectedRows',
  'RowsAffected',
];
const statusFields = ['Status', 'StatusCode', 'HttpStatus', 'Code', 'State', 'Outcome', 'ResultCode', 'ReturnCode'];

const SUCCESS = /^(?:ok|y|yes|success(?:ful)?|succeeded|done|completed?|accepted)$/i;
const FAILURE =
  /^(?:n|no|nok|ko|false|err(?:or)?[\W\d]*|fail(?:ed|ure)?|denied|rejected|refused|forbidden|unauthori[sz]ed|invalid)$/i;
const UNDECIDED = /^(?:pending|queued|processing|in.?progress)$/i;
/** What stands for nothing in a field that is there for failures. */
const NO_FAILURE =
  /^(?:0*|-|n\/?a|nil|null|none|false|info|no errors?|ok|(?:completed |operation |was )*success(?:ful(?:ly)?)?)\W*$/i;

/** Names of fields that are there for failures, e.g. `ErrorCode`, `HasErrors` and `faultstring`. */
const FAILURE_FIELD = /^(?:is|has)?_?(?:err|exception|fault|fail|problem|not_?found)|(?<!^no_?)errors?$|^modelstate$/i;
/** Those of one text, which may stand beside a success. */
const FAILURE_TEXT = /^error(?:_?(?:message|text|description))?$/i;
/** Flags that are right in both states: what a change of the watch list makes of them, its own reader knows. */
const WATCH_FLAG = /^(?:is)?_?watch(?:ed|ing)?$/i;

/** What a word says; null when it says nothing of success. */
const readSign = (json: unknown): boolean | null => {
  const word = String(json);
  return readBoolean(json) ?? (SUCCESS.test(word) ? true : FAILURE.test(word) ? false : null);
};

/** What a status says: a number is one of HTTP, or of a table that nobody knows. */
const readStatus = (json: unknown): boolean | null => {
  const number = readInt32(json);
  if (number === null) return readSign(json);
  return number >= 200 && number < 300 ? true : number < 0 || (number >= 400 && number < 600) ? false : null;
};

/** What `Result` says. Zero is what serialisers write of a code that nobody has set. */
export const readOutcomeSign = (json: unknown): boolean | null => {
  const code = typeof json === 'boolean' ? null : readCode(MultiListingResult, json);
  if (code !== null) return code === MultiListingResult.Success ? null : false;
  return typeof json === 'number' ? null : readSign(json);
};

/** Whether a field that is there for failures says something: a flag, a number other than 0, a text, a list or an object. */
export const saysFailure = (json: unknown): boolean =>
  typeof json === 'object' && json !== null
    ? Object.keys(json).length > 0
    : (readBoolean(json) ?? !NO_FAILURE.test((readText(json) ?? '').trim()));

const isNothing = (json: unknown): boolean =>
  typeof json === 'object' && json !== null
    ? Object.values(json).every(isNothing)
    : !json || (readInt32(json) ?? 1) <= 0;

/** Whether a field that is not there for failures names what a write was made with. */
const isOfSome = ([name, value]: readonly [string, unknown]): boolean =>
  !FAILURE_FIELD.test(name) && Array.isArray(value) && value.some((id) => readInt32(id) !== null);

/** What one object says of a write: that it was made, that it was not, both or neither of them; null when it says nothing. */
type Verdict = 'done' | 'refused' | 'open' | null;

const verdictOfObject = (json: JsonObject, resultFields: readonly string[]): Verdict => {
  const find = fieldFinder(json);
  const signs = [...signFields, ...signsOfChange].map((name) => readSign(find(name)));
  const others = [...statusFields.map((name) => readStatus(find(name))), readOutcomeSign(find('Result'))];
  const entries = Object.entries(json);
  const isFailure = ([name, value]: readonly [string, unknown]): boolean =>
    FAILURE_FIELD.test(name) ? saysFailure(value) : value === true && FAILURE.test(name);
  const failures = entries.filter(isFailure);
  const isNoFailure = ([name, value]: readonly [string, unknown]): boolean =>
    FAILURE_FIELD.test(name) && (value === false || /^0{2,}$/.test(String(value)));
  const isDone = [...signs, ...others].includes(true) || entries.some(isNoFailure);
  const isFlag = failures.some(([, value]) => readBoolean(value) === true);
  if ([...signs, ...others, readBoolean(find('ItemFound'))].includes(false) || isFlag)
    return isDone ? 'open' : 'refused';
  if (failures.length > 0) {
    if (!isDone && !entries.some(isOfSome) && resultFields.every((name) => isNothing(find(name)))) return 'refused';
    const areWords = failures.every(([name, value]) => FAILURE_TEXT.test(name) && typeof value === 'string');
    return signs.includes(true) && areWords ? 'done' : 'open';
  }
  if (isDone) return 'done';
  const isNo = ([name, value]: readonly [string, unknown]): boolean => value === false && !WATCH_FLAG.test(name);
  const isUndecided = statusFields.some((name) => UNDECIDED.test(String(find(name))));
  return isUndecided || (entries.some(isNo) && entries.every((field) => field[1] === null || isNo(field)))
    ? 'open'
    : null;
};

/**
 * What one layer of a body says, apart from what is in it.
 *
 * Assumption: R39. `Success: false`, and without a sign of success an `Error`, a `Result` other than success, the status of a failure
 * and a bare `false` say that nothing was done, whatever the status of the response. Signs that contradict each other leave it open.
 *
 * @param resultFields fields that have a value where the write was made: an error beside them leaves it open
 */
export const verdictOf = (json: unknown, resultFields: readonly string[] = []): Verdict => {
  if (isJsonObject(json)) return verdictOfObject(json, resultFields);
  if (!Array.isArray(json)) return json === false || FAILURE.test(String(json).trim()) ? 'refused' : null;
  const verdicts = json.map((each) =>
    layersOf(each).some((layer) => verdictOf(layer) === 'refused') ? 'refused' : null,
  );
  if (!verdicts.includes('refused')) return null;
  return verdicts.includes(null) ? 'open' : 'refused';
};

/** Finds what says, in the response to a write, that nothing was done, also in a wrapper (assumption R7); undefined when nothing does. */
export const refusalIn = (json: unknown): unknown => layersOf(json).find((layer) => verdictOf(layer) === 'refused');

/** A bare number says so only where it is all that there is. */
const isNoAlone = (json: unknown): boolean => (readInt32(typeof json === 'string' ? json.trim() : json) ?? 1) <= 0;

/** @throws RefusalBodyError when a layer is a refusal; UnreadableBodyError when one leaves open whether the write was made */
const checkVerdicts = (layers: readonly unknown[], resultFields: readonly string[] = []): void => {
  const verdicts = layers.map((layer) => verdictOf(layer, resultFields));
  const said = layers[verdicts.indexOf(verdicts.includes('refused') ? 'refused' : 'open')];
  const isList = Array.isArray(said) && verdicts.includes('refused');
  if (verdicts.includes('refused'))
    throw new RefusalBodyError(isList ? refusalIn(said[0]) : isJsonObject(said) && said);
  if (verdicts.includes('open')) throw new UnreadableBodyError('result of a write', wordsOfRefusal(said));
};

/** The words of what leaves it open: of a list, those of its first refusal. */
const wordsOfRefusal = (json: unknown): string | null =>
  refusalWordsIn(Array.isArray(json) ? json.map(refusalIn).find((each) => each !== undefined) : json).serviceMessage;

/** Names of what may say that the response to a read is none: nearly all objects have none of them, and need no closer look. */
const TELLING = new RegExp(`^(?:${[...signFields, ...statusFields, 'Message', 'Type'].join('|')})$`, 'i');

const isTelling = (name: string): boolean => TELLING.test(name) || FAILURE_FIELD.test(name);

/** The names of which responses consist most, and that need no look at how they are written. */
const usualNames: ReadonlySet<string> = new Set(
  [ListItem, ItemDetail].flatMap(({ fields }) => Object.keys(fields)).filter((name) => !isTelling(name)),
);

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
    if (!Object.keys(layer).some((name) => !usualNames.has(name) && isTelling(name))) return false;
    const find = fieldFinder(layer);
    const signs = signFields.map((name) => readSign(find(name))).filter((sign) => sign !== null);
    if (signs.length > 0) return signs.includes(false);
    if (isProblem(find) || statusFields.some((name) => readStatus(find(name)) === false)) return true;
    const isOfWords = ([name]: readonly [string, unknown]): boolean =>
      /^message$/i.test(name) || FAILURE_FIELD.test(name);
    const said = Object.entries(layer).filter((field) => isOfWords(field) && saysFailure(field[1]));
    const rest = Object.entries(layer).filter((field) => !isOfWords(field));
    const isMessage = said.every(([name]) => name.toLowerCase() === 'message');
    return said.length > 0 && rest.every(([, value]) => (isMessage ? value === null : isNothing(value)));
  });

/** The object that is read as a structure; null when there is none. */
const ownOf = (structure: Structure, json: unknown): JsonObject | null => {
  try {
    return unwrapStructure(structure, json);
  } catch (error) {
    if (error instanceof UnreadableBodyError) return null;
    throw error;
  }
};

/**
 * Makes the reader of the response to a write that says more than whether it was done: what is around it and in it, and what it cannot
 * read, may be a refusal.
 *
 * @param resultFields fields that have a value where the write was made
 */
export const unlessRefused =
  <Result>(
    structure: Structure,
    reader: BodyReader<Result>,
    resultFields: readonly string[] = [],
  ): BodyReader<Result> =>
  (json, drift, text) => {
    const own = ownOf(structure, json);
    // What the word for a result means, its own reader knows.
    const isOwn = (layer: unknown): boolean =>
      own !== null && (layer === own || (typeof layer === 'string' && layer === fieldFinder(own)('Result')));
    const layers = layersOf(json);
    checkVerdicts(layers.filter((layer) => !isOwn(layer)));
    try {
      return reader(json, drift, text);
    } catch (error) {
      if (!(error instanceof UnreadableBodyError)) throw error;
      checkVerdicts(layers, resultFields);
      throw error.words === null ? new UnreadableBodyError('result of a write', loneWordsIn(json)) : error;
    }
  };

/** What an object without a sign of success says to users, also of single fields, but of no failure; null when it says nothing. */
const loneWordsIn = (json: unknown): string | null => {
  const layers = layersOf(json);
  if (layers.some((layer) => layer === true || verdictOf(layer) === 'done')) return null;
  const said = layers.map((layer) => {
    if (!isJsonObject(layer)) return wordsInPlace(layer);
    const fields = Object.entries(withoutThing(layer)).filter(([name]) => !FAILURE_FIELD.test(name));
    const rest = Object.fromEntries(fields);
    return wordsIn(rest) ?? wordsOfFields(layer) ?? sentencesIn(rest);
  });
  return said.find((words) => words !== null && !NO_FAILURE.test(words)) ?? null;
};

/** Whether there is nothing beside words. */
const isBlank = (json: unknown): boolean =>
  typeof json === 'object' && json !== null
    ? Object.entries(json).every(
        ([name, value]) => isBlank(value) || (typeof value === 'string' && !isOfThing(name, value)),
      )
    : json === null;

/** What says, in an object that is neither the result nor around it, that something failed. */
const refusalBeside = (json: unknown): unknown =>
  isJsonObject(json) && !layersOf(json).some((layer) => verdictOf(layer) === 'done')
    ? Object.values(json).find((value) => isJsonObject(value) && refusalIn(value) !== undefined)
    : undefined;

/** A code that is not in the list, or a word that is no success. */
const isUnknownResult = (json: unknown): boolean => {
  const result = isJsonObject(json) ? fieldFinder(json)('Result') : null;
  const code = readInt32(result);
  return code === null ? typeof result === 'string' && result !== '' && readSign(result) !== true : code !== 0;
};

/**
 * Makes the reader of the response to a write whose request alone says what was done.
 *
 * Assumption: R37. An empty body, and JSON that says nothing of failure, are done: null unless `reader` can read it. A page, words
 * without a sign of success, and an unknown `Result` leave it open.
 *
 * @param resultFields fields that have a value where the write was made
 * @throws RefusalBodyError when the body is a refusal; UnreadableBodyError when the result is unknown
 */
export const doneOr =
  <Result>(reader: BodyReader<Result>, resultFields: readonly string[] = []): BodyReader<Result | null> =>
  (json, drift, text) => {
    checkVerdicts(layersOf(json), resultFields);
    if (isNoAlone(json)) throw new RefusalBodyError(false);
    const words = loneWordsIn(json);
    if (words !== null && isBlank(json)) throw new UnreadableBodyError('result of a write', words);
    try {
      return reader(json, drift, text);
    } catch (error) {
      if (!(error instanceof UnreadableBodyError)) throw error;
      const beside = refusalBeside(json);
      const [first] = Array.isArray(json) ? json.filter((each) => typeof each === 'string') : [];
      const said = words ?? refusalWordsIn(beside).serviceMessage ?? readWords(first);
      const isOpen = json === undefined || typeof json === 'string' || beside !== undefined || isUnknownResult(json);
      if (isOpen || said !== null) throw new UnreadableBodyError('result of a write', said);
      return null;
    }
  };

/** Reads the response to a write that has nothing to say but that it was made. */
export const done: BodyReader<void> = doneOr((): null => {
  throw new UnreadableBodyError('result');
});

/** Makes the reader of what a change makes of a flag: it was not made where the flag is otherwise. Assumption: R37. */
const doneWithFlag =
  (name: RegExp, wanted: boolean): BodyReader<void> =>
  (json, drift) => {
    done(json, drift);
    const isOther = (layer: unknown): boolean =>
      isJsonObject(layer) &&
      Object.entries(layer).some(([field, value]) => name.test(field) && readBoolean(value) === !wanted);
    const other = layersOf(json).find(isOther);
    if (other !== undefined) throw new RefusalBodyError(other);
  };

/** Reads the response to a listing that is put on the watch list, or removed from it. */
export const watched = doneWithFlag(WATCH_FLAG, true);
export const unwatched = doneWithFlag(WATCH_FLAG, false);

/** The same of what is deleted. */
export const deleted = doneWithFlag(/^(?:is|item|was)?_?(?:deleted|removed)$/i, true);
