/** Deleting and relisting: one listing, several, or all that have expired. */

import { MultiListingResult as Outcome, type PaymentAuth } from '../../contract/codes.ts';
import { MultiListingActionResult } from '../../contract/listings.ts';
import { boolean, string, structure, untyped } from '../../contract/structure.ts';
import { type Int64, isNoId, parseInt64 } from '../../json/int64.ts';
import { fieldOf, firstFieldOf, isJsonObject } from '../../json/json-object.ts';
import type { BodyReader, Call } from '../call/call.ts';
import type { ReportDrift } from '../call/drift.ts';
import { decodeBody } from '../decoding/decode.ts';
import { reasonIn } from '../decoding/reason.ts';
import { readCode } from '../decoding/scalars.ts';
import { layersOf, UnreadableBodyError } from '../decoding/unwrap.ts';
import { readWords } from '../decoding/words.ts';
import { done, refusalIn, unlessRefused } from '../decoding/write-result.ts';

/** A code of `PaymentAuth`; null or undefined sends none. */
export type PaymentAuthCode = (typeof PaymentAuth)[keyof typeof PaymentAuth] | null | undefined;

/** A listing on which an action failed. */
export interface ListingFailure {
  readonly id: Int64;
  /** Reason, in the words of the service; null when it does not say. */
  readonly error: string | null;
}

/** Result of an action on several listings. */
export interface MultiListingResult {
  /** A code of `MultiListingResult`: 0 for all, 1 for none, 2 for some; null when the service does not say. */
  readonly outcome: (typeof Outcome)[keyof typeof Outcome] | null;
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

/** An error with the id that it names, if any. Assumption: R39. It is an object, a text, or the value of a map from ids to them. */
interface GivenError {
  readonly id: Int64 | null;
  readonly error: string | null;
}

const readError = (json: unknown): GivenError => {
  const id = isJsonObject(json) ? fieldOf(json, 'ID') : null;
  return { id: isNoId(id) ? null : parseInt64(id), error: reasonIn(json).serviceMessage };
};

const readErrors = (json: unknown): readonly GivenError[] => {
  if (Array.isArray(json)) return json.filter((error) => error !== null).map(readError);
  if (!isJsonObject(json)) return json === null || json === '' ? [] : [readError(json)];
  const entries = Object.entries(json);
  const isMap = entries.every(([key]) => parseInt64(key) !== null);
  return isMap
    ? entries.map(([key, error]) => ({ id: parseInt64(key), error: reasonIn(error).serviceMessage }))
    : [readError(json)];
};

/** A result of one listing in a list of such. */
const readOne = (json: unknown) => {
  if (!isJsonObject(json)) return null;
  const id = parseInt64(firstFieldOf(json, 'ID', 'ItemId', 'PKID', 'ListingId'));
  if (id === null || isNoId(id)) return null;
  return { id, Error: refusalIn(json) === undefined ? null : json };
};

/** Makes one result of a list that has one for each listing, as some services have it; anything else stays as it is. */
const asWhole = (json: unknown): unknown => {
  const list = layersOf(json).find((layer) => Array.isArray(layer));
  const results = list?.map(readOne).filter((result) => result !== null) ?? [];
  if (list === undefined || results.length === 0 || results.length < list.length) return json;
  const done = results.filter(({ Error }) => Error === null).map(({ id }) => id);
  const refused = results.filter(({ Error }) => Error !== null);
  return { Items: done, Errors: Object.fromEntries(refused.map(({ id, Error }) => [id, Error])) };
};

/** Assumption: R39. A success that names fewer listings than were asked for is a partial one. */
const outcomeOf = (
  outcome: MultiListingResult['outcome'],
  asked: readonly Int64[],
  succeeded: readonly Int64[],
): MultiListingResult['outcome'] =>
  outcome === Outcome.Success && asked.some((id) => !succeeded.includes(id)) ? Outcome.PartialSuccess : outcome;

/** @param asked the listings of the request; empty when it names none */
const readResult =
  (asked: readonly Int64[]) =>
  (json: unknown, drift: ReportDrift): MultiListingResult => {
    const { Result, Items, ...said } = decodeBody(LooseResult, asWhole(json), drift);
    // Assumption: R39. Zero is what serialisers write of a code that nobody has set.
    const isDenied = Result === Outcome.Success && (said.Success === false || readWords(said.Error) !== null);
    const outcome = isDenied ? null : (Result ?? (said.Success === true ? Outcome.Success : null));
    // With one listing there is no doubt which one failed.
    const only = asked.length === 1 ? (asked[0] ?? null) : null;
    const errors = readErrors(said.Errors).map(({ id, error }) => ({ id: id ?? only, error }));
    const isEmpty = Items === null || Items.length === 0;
    const isSilent = outcome === null && errors.length === 0 && (asked.length > 0 ? isEmpty : Items === null);
    if (isSilent) throw new UnreadableBodyError(LooseResult.name, readWords(said.Message));
    const failures = errors.flatMap(({ id, error }) => (id === null ? [] : [{ id, error }]));
    const failed = new Set(failures.map(({ id }) => id));
    // Assumption: R28. Where all failed, what is named are the listings that were asked for.
    const items = isEmpty && outcome === Outcome.Success ? asked : outcome === Outcome.Failure ? [] : (Items ?? []);
    const succeeded = [...new Set(items)].filter((id) => !failed.has(id));
    const ofWhole = outcome === Outcome.Success ? [] : [said.Error, said.Message].map(readWords);
    const ofNone = errors.flatMap(({ id, error }) => (id === null ? [error] : []));
    const reasons = [...ofWhole.filter((words) => words !== null), ...ofNone];
    return { outcome: outcomeOf(outcome, asked, succeeded), succeeded, failures, reasons };
  };

/** Whether an object says how an action ended, or with which listings it failed. */
const isResult = (json: unknown): boolean =>
  isJsonObject(json) &&
  (readCode(Outcome, fieldOf(json, 'Result')) !== null ||
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
    if (layersOf(asWhole(json)).some(isResult)) return unlessRefused(readResult(asked))(json, drift, text);
    done(json, drift, text);
    return { outcome: Outcome.Success, succeeded: asked, failures: [], reasons: [] };
  };

/** Deletes a listing: `DELETE /v1/listings/{id}`. */
export const deleteListing = async (call: Call, id: Int64): Promise<void> => {
  await call('deleteListing', { path: { id } });
};

/** Deletes listings: `POST /v1/listings/delete`. */
export const deleteListings = async (
  call: Call,
  ids: readonly Int64[],
  paymentAuth?: PaymentAuthCode,
): Promise<MultiListingResult> =>
  (await call('deleteListings', { body: { Items: ids, PaymentAuth: paymentAuth } })).read(
    unlessRefused(readResult(ids)),
  );

/** Lists expired listings again: `POST /v1/listings/relist`. It is never sent twice. Assumption: R29. */
export const relistListings = async (
  call: Call,
  ids: readonly Int64[],
  paymentAuth?: PaymentAuthCode,
): Promise<MultiListingResult> =>
  (await call('relistListings', { body: { Items: ids, PaymentAuth: paymentAuth } })).read(
    unlessRefused(readResult(ids)),
  );

/**
 * Lists all expired listings of the caller again: `POST /v1/listings/relistall`. It is never sent twice. `succeeded` has
 * only what the service names.
 *
 * Assumption: R29.
 */
export const relistAllListings = async (call: Call, paymentAuth?: PaymentAuthCode): Promise<MultiListingResult> =>
  (await call('relistAllListings', { body: { PaymentAuth: paymentAuth } })).read(unlessRefused(readResult([])));
