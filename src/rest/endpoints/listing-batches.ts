/** Deleting and relisting: one listing, several, or all that have expired. */

import { MultiListingResult as Outcome, type PaymentAuth } from '../../contract/codes.ts';
import { MultiListingActionResult } from '../../contract/listings.ts';
import { boolean, type CodeOf, string, structure, untyped } from '../../contract/structure.ts';
import { type Int64, isNoId, parseInt64 } from '../../json/int64.ts';
import { fieldOf, firstFieldOf, isJsonObject, type JsonObject } from '../../json/json-object.ts';
import type { BodyReader, Call, ReportDrift } from '../call/call.ts';
import { failureIn } from '../call/failure.ts';
import { decodeBody } from '../decoding/decode.ts';
import { refusalWordsIn } from '../decoding/refusal-words.ts';
import { readCode } from '../decoding/scalars.ts';
import { layersOf, UnreadableBodyError, unwrapStructure } from '../decoding/unwrap.ts';
import { readWords } from '../decoding/words.ts';
import {
  deleted,
  done,
  RefusalBodyError,
  readOutcomeSign,
  refusalIn,
  saysFailure,
  unlessRefused,
  verdictOf,
} from '../decoding/write-result.ts';

/** A code of `PaymentAuth`; null or undefined sends none. */
export type PaymentAuthCode = CodeOf<typeof PaymentAuth> | null | undefined;

/** A listing on which an action failed. */
export interface ListingFailure {
  readonly id: Int64;
  /** Reason, in the words of the service; null when it does not say. */
  readonly error: string | null;
}

/** Result of an action on several listings. */
export interface MultiListingResult {
  /** A code of `MultiListingResult`: 0 for all, 1 for none, 2 for some; null when the service does not say. */
  readonly outcome: CodeOf<typeof Outcome> | null;
  readonly succeeded: readonly Int64[];
  readonly failures: readonly ListingFailure[];
  /** Reasons of which the service does not say to which listing they belong, in its words; null for one that it does not say. */
  readonly reasons: readonly (string | null)[];
}

/** Also what a refusal of the whole may say. */
const LooseResult = structure('MultiListingActionResult', {
  ...MultiListingActionResult.fields,
  Errors: untyped,
  Success: boolean,
  Error: string,
  Message: string,
});

/** An error with the id that it names, if any. Assumption: R39. It is an object, a text, an id, a pair of an id and one of them, or an entry of such a map. */
interface GivenError {
  readonly id: Int64 | null;
  readonly error: string | null;
}

/** The listing that an object names; null when it names none. */
const idIn = (json: unknown): Int64 | null => {
  const id = isJsonObject(json) ? firstFieldOf(json, 'ID', 'ItemId', 'PKID', 'ListingId') : null;
  return isNoId(id) ? null : parseInt64(id);
};

const readError = (json: unknown): GivenError => {
  const [key, value, ...others] = Array.isArray(json)
    ? json
    : isJsonObject(json)
      ? [fieldOf(json, 'Key'), fieldOf(json, 'Value')]
      : [json, null];
  const id = others.length === 0 ? parseInt64(key) : null;
  return id === null
    ? { id: idIn(json), error: refusalWordsIn(json).serviceMessage }
    : { id, error: refusalWordsIn(value).serviceMessage };
};

const readErrors = (json: unknown): readonly GivenError[] => {
  if (Array.isArray(json)) {
    const given = json.filter((error) => error !== null);
    return given.flatMap((error) => (isJsonObject(error) ? readErrors(error) : [readError(error)]));
  }
  if (!isJsonObject(json)) return json === null || json === '' ? [] : [readError(json)];
  const entries = Object.entries(json);
  return entries.every(([key]) => parseInt64(key) !== null) ? entries.map(readError) : [readError(json)];
};

/** The errors that name a listing that was asked for, one a listing; of an action on all listings, those that name any. */
const failuresOf = (errors: readonly GivenError[], asked: readonly Int64[]): readonly ListingFailure[] => {
  const reasons = new Map<Int64, string | null>();
  for (const { id, error } of errors) {
    if (id === null || (asked.length > 0 && !asked.includes(id))) continue;
    const known = reasons.get(id) ?? null;
    const hasMore = known && error && !known.includes(error);
    reasons.set(id, hasMore ? `${known} ${error}` : (known ?? error));
  }
  return [...reasons].map(([id, error]) => ({ id, error }));
};

/** Makes one result of a list that has one for each listing, as some services have it; null for any other value. */
const wholeOf = (json: unknown, given: unknown = null): JsonObject | null => {
  if (!Array.isArray(json) || json.length === 0 || json.some((each) => idIn(each) === null)) return null;
  const isRefused = (each: unknown): boolean => refusalIn(each) !== undefined;
  const succeeded = json.filter((each) => !isRefused(each));
  return { Items: succeeded.map(idIn), Errors: [...[given].flat(), ...json.filter(isRefused)] };
};

/** Puts one result in the place of such a list, beside what is said of the whole; anything else stays as it is. */
const asWhole = (json: unknown, wrappers = 2): unknown => {
  const whole = wholeOf(json);
  if (whole !== null || wrappers === 0) return whole ?? json;
  const [, ...contents] = layersOf(json, 1);
  if (Array.isArray(json)) return contents.length === 1 ? asWhole(contents[0], wrappers - 1) : json;
  if (!isJsonObject(json)) return json;
  const errors = fieldOf(json, 'Errors');
  const list = contents.find((content) => wholeOf(content) !== null);
  const fields = Object.entries(json);
  if (list !== undefined) {
    const others = fields.filter(([, value]) => value !== list && value !== errors);
    return { ...Object.fromEntries(others), ...wholeOf(list, errors) };
  }
  const inner = (value: unknown): unknown => (contents.includes(value) ? asWhole(value, wrappers - 1) : value);
  return Object.fromEntries(fields.map(([name, value]) => [name, inner(value)]));
};

/** Assumption: R39. A success that names fewer listings than were asked for is a partial one. */
const outcomeOf = (
  outcome: MultiListingResult['outcome'],
  asked: readonly Int64[],
  succeeded: readonly Int64[],
): MultiListingResult['outcome'] =>
  outcome === Outcome.Success && asked.some((id) => !succeeded.includes(id)) ? Outcome.PartialSuccess : outcome;

/** What an object says of the whole beside its result. */
const withoutResult = (json: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(json).filter(([name]) => !/^(?:result|errors)$/i.test(name)));

const readResult =
  (asked: readonly Int64[]) =>
  (json: unknown, drift: ReportDrift): MultiListingResult => {
    const own = unwrapStructure(LooseResult, json);
    const read = decodeBody(LooseResult, own, drift);
    const { Result, Items, Success, Error: error, Message: message } = read;
    // With one listing there is no doubt which one failed.
    const only = asked.length === 1 ? (asked[0] ?? null) : null;
    const given = readErrors(read.Errors).filter(({ error: words }) => words === null || saysFailure(words));
    const isSuccess = Result === Outcome.Success || readOutcomeSign(fieldOf(own, 'Result')) === true;
    // A success that has an error without words for each listing has none.
    const isOfAll = isSuccess && asked.every((each) => given.some(({ id }) => id === each));
    const isBlank = isOfAll && given.every(({ error: words }) => words === null);
    const errors = isBlank ? [] : given.map(({ id, error: words }) => ({ id: id ?? only, error: words }));
    const isAsked = (id: Int64): boolean => asked.length === 0 || asked.includes(id);
    const failures = failuresOf(errors, asked);
    const ofNone = errors.flatMap(({ id, error: words }) => (id !== null && isAsked(id) ? [] : [words]));
    // Assumption: R47. Listings of which none can be read are not none.
    const isOdd = Items === null && (fieldOf(own, 'Items') ?? null) !== null;
    const isEmpty = !isOdd && (Items === null || Items.length === 0);
    // Assumption: R39. Zero is what serialisers write of a code that nobody has set: listings have to be named beside it.
    const verdict = Result === null || isSuccess ? verdictOf(withoutResult(own), isSuccess ? ['Items'] : []) : null;
    if (verdict === 'refused' && failures.length === 0) throw new RefusalBodyError(own);
    const isOfSome = !isEmpty && asked.some((id) => !Items?.includes(id));
    const isContradicted = verdict === 'refused' || (verdict === 'open' && !isOfSome);
    const outcome =
      isContradicted && isSuccess
        ? null
        : isSuccess || (Result === null && Success === true)
          ? Outcome.Success
          : Result;
    const isUnknown = (fieldOf(own, 'Result') ?? null) !== null && Result === null && !isSuccess;
    const isSilent = outcome === null && errors.length === 0 && (asked.length > 0 ? isEmpty : Items === null);
    // Whether something failed that is not named, while nothing is named that was done.
    const isUntold = outcome === Outcome.Success && isEmpty && failures.length === 0 && ofNone.length > 0;
    const isNamed = failures.length > 0 || outcome === Outcome.Failure || outcome === Outcome.PartialSuccess;
    const isUnsaid = isSilent || isUntold || (isOdd && !isNamed);
    if (isUnsaid || ((isUnknown || isContradicted) && failures.length === 0))
      throw new UnreadableBodyError(LooseResult.name, readWords(error) ?? readWords(message) ?? ofNone[0] ?? null);
    const failed = new Set(failures.map(({ id }) => id));
    // Assumption: R28. Where all failed, or some of which none is named, what is named are the listings that were asked for.
    const isOfAsked =
      failures.length === 0 && outcome === Outcome.PartialSuccess && asked.every((id) => Items?.includes(id));
    const areAsked = outcome === Outcome.Failure || (asked.length > 0 && isOfAsked);
    const items = isEmpty && outcome === Outcome.Success ? asked : areAsked ? [] : (Items ?? []);
    // Nobody expects a listing that was not asked for, nor the calls for it.
    const succeeded = [...new Set(items)].filter((id) => isAsked(id) && !failed.has(id));
    const ofWhole = outcome === Outcome.Success ? [] : [saysFailure(error) ? error : null, message].map(readWords);
    const reasons = [...ofWhole.filter((words) => words !== null), ...ofNone];
    return { outcome: outcomeOf(outcome, asked, succeeded), succeeded, failures, reasons };
  };

/** @param asked the listings of the request; empty when it names none */
const resultOf =
  (asked: readonly Int64[]): BodyReader<MultiListingResult> =>
  (json, drift, text) =>
    unlessRefused(LooseResult, readResult(asked), ['Items'])(asWhole(json), drift, text);

/** Whether an object says how an action ended, or with which listings. */
const isResult = (json: unknown): boolean =>
  isJsonObject(json) &&
  (readCode(Outcome, fieldOf(json, 'Result')) !== null ||
    [fieldOf(json, 'Items')].flat().some((id) => parseInt64(id) !== null) ||
    readErrors(fieldOf(json, 'Errors') ?? null).some(({ id }) => id !== null));

/**
 * Makes the reader of the response to an action that has nothing to say but that it was done with all listings.
 *
 * Assumption: R37. What it says of the listings counts.
 *
 * @param asked the listings of the request
 */
export const doneOrResult =
  (asked: readonly Int64[]): BodyReader<MultiListingResult> =>
  (json, drift, text) => {
    if (layersOf(asWhole(json)).some(isResult)) return resultOf(asked)(json, drift, text);
    done(json, drift, text);
    return { outcome: Outcome.Success, succeeded: asked, failures: [], reasons: [] };
  };

/** Deletes a listing: `DELETE /v1/listings/{id}`. */
export const deleteListing = (call: Call, id: Int64) => call('deleteListing', { path: { id } }, deleted);

/** Creates the function that sends listings to an endpoint. A refusal that names some of them is a result: each has its own reason. */
const senderOf =
  (name: 'deleteListings' | 'relistListings') =>
  async (call: Call, ids: readonly Int64[], paymentAuth?: PaymentAuthCode): Promise<MultiListingResult> => {
    try {
      return await call(name, { body: { Items: ids, PaymentAuth: paymentAuth } }, resultOf(ids));
    } catch (error) {
      const failure = failureIn(error);
      const errors = failure?.kind === 'rejected' ? readErrors(failure.validation) : [];
      const failures = failuresOf(errors, ids);
      if (failures.length === 0) throw error;
      return { outcome: failures.length === ids.length ? Outcome.Failure : null, succeeded: [], failures, reasons: [] };
    }
  };

/** Deletes listings: `POST /v1/listings/delete`. */
export const deleteListings = senderOf('deleteListings');

/** Lists expired listings again: `POST /v1/listings/relist`. It is never sent twice. Assumption: R29. */
export const relistListings = senderOf('relistListings');

/**
 * Lists all expired listings of the caller again: `POST /v1/listings/relistall`. It is never sent twice. `succeeded` has
 * only what the service names.
 *
 * Assumption: R29.
 */
export const relistAllListings = (call: Call, paymentAuth?: PaymentAuthCode) =>
  call('relistAllListings', { body: { PaymentAuth: paymentAuth } }, resultOf([]));
