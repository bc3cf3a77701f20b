/** Creating, changing and checking listings: `POST /v1/listings` and `POST /v1/listings/validate`. */
import { ErrorType } from '../../contract/codes.ts';
import { CreateOrUpdateResult, type ListingDefinition, ValidateResults } from '../../contract/listings.ts';
import { structure, untyped } from '../../contract/structure.ts';
import type { Int64 } from '../../json/int64.ts';
import { isJsonObject } from '../../json/json-object.ts';
import type { Call, ReportDrift } from '../call/call.ts';
import type { Given } from '../call/encode-body.ts';
import { failureIn } from '../call/failure.ts';
import { decodeBody } from '../decoding/decode.ts';
import { type FieldCheck, readFieldChecks } from '../decoding/field-checks.ts';
import { wordsIn } from '../decoding/named-words.ts';
import { layersOf, UnreadableBodyError } from '../decoding/unwrap.ts';
import { readWords } from '../decoding/words.ts';
import { doneOr, unlessRefused } from '../decoding/write-result.ts';

export type { FieldCheck } from '../decoding/field-checks.ts';

/** A listing as it is sent. Without `PKID` it is a new one (assumption R6). */
export type GivenListing = Given<typeof ListingDefinition>;

/**
 * Result of saving a listing. `validation` is `ValidationResults` as the service wrote it; else the text that it says beside a
 * success; null when there is neither.
 */
export type SaveResult =
  | { readonly kind: 'saved'; readonly id: Int64; readonly validation: unknown }
  | {
      readonly kind: 'refused';
      /** Reason, in the words of the service; null when it does not say. */
      readonly error: string | null;
      /** The same `validation`, field by field. */
      readonly checks: readonly FieldCheck[];
      readonly validation: unknown;
    };

/** Serialisers write 0 or -1 where there is no id. */
const idOf = (pkid: Int64 | null | undefined): Int64 | null =>
  pkid === undefined || pkid === null || pkid === '0' || pkid.startsWith('-') ? null : pkid;

/** Result, or the reason why there is none: the check of a listing instead of the result is a refusal too. */
const LooseResult = structure('CreateOrUpdateResult', {
  ...CreateOrUpdateResult.fields,
  Results: untyped,
});

const isWrong = ({ errorType }: FieldCheck): boolean =>
  errorType === ErrorType.Required || errorType === ErrorType.Invalid;

type Refused = SaveResult & { readonly kind: 'refused' };

/** @param given the id of the listing that was sent; null for a new one */
const readSaveResult =
  (given: Int64 | null) =>
  (json: unknown, drift: ReportDrift): SaveResult => {
    const { Success, Error: error, PKID, ...result } = decodeBody(LooseResult, json, drift);
    const validation = result.ValidationResults ?? result.Results;
    const checks = readFieldChecks(validation);
    // Assumption: R39. The sign of success is `Success`; without it a new id alone says yes, and what is wrong alone says no.
    const isWrongAlone = (given !== null || idOf(PKID) === null) && checks.some(isWrong);
    if (Success === null && isWrongAlone) return { kind: 'refused', error: null, checks, validation };
    // Assumption: R6. A response without an id is about the listing that was sent.
    const id = idOf(PKID) ?? (Success === true ? given : null);
    if (id === null) throw new UnreadableBodyError(LooseResult.name);
    return { kind: 'saved', id, validation: validation ?? readWords(error) };
  };

/** Takes what a refusal says, which may be about single fields. @throws the failure when it is none */
const readRejection = (thrown: unknown): Refused => {
  const failure = failureIn(thrown);
  if (failure?.kind !== 'rejected') throw thrown;
  const { serviceMessage: error, validation } = failure;
  return { kind: 'refused', error, checks: readFieldChecks(validation), validation };
};

/**
 * Creates a listing, or changes the one whose `PKID` is given: `POST /v1/listings`. It is never sent twice.
 *
 * Assumption: R7. A change whose response says nothing was made, for its request names the listing.
 *
 * @throws UpstreamFailure `result_unreadable` when the service does not say whether it saved the listing, or not under which id
 */
export const saveListing = async (call: Call, listing: GivenListing): Promise<SaveResult> => {
  const given = idOf(listing.PKID);
  try {
    return await call('saveListing', { body: listing }, (json, drift) => {
      const result = doneOr(readSaveResult(given), given === null ? ['PKID'] : [])(json, drift) ?? given;
      if (result === null) throw new UnreadableBodyError(LooseResult.name);
      return typeof result === 'string' ? { kind: 'saved', id: result, validation: null } : result;
    });
  } catch (error) {
    return readRejection(error);
  }
};

/** Result of checking a listing. */
export interface ListingCheck {
  /** True when it could be saved as it is; null when the service does not say. */
  readonly canProceed: boolean | null;
  readonly checks: readonly FieldCheck[];
  /** What the service says of the whole, in its words; null when it says nothing, and when the listing can be saved. */
  readonly error: string | null;
}

const LooseResults = structure('ValidateResults', { ...ValidateResults.fields, Results: untyped });

const isListOfObjects = (json: unknown): boolean => Array.isArray(json) && json.length > 0 && json.every(isJsonObject);

const readListingCheck = (json: unknown, drift: ReportDrift): ListingCheck => {
  try {
    const { CanProceed, Results } = decodeBody(LooseResults, json, drift);
    const [error = null] = CanProceed === true ? [] : layersOf(json).flatMap((layer) => wordsIn(layer) ?? []);
    return { canProceed: CanProceed, checks: readFieldChecks(Results), error };
  } catch (error) {
    // Assumption: R35. The list of results may come alone.
    const checks = error instanceof UnreadableBodyError && isListOfObjects(json) ? readFieldChecks(json) : [];
    if (checks.length === 0) throw error;
    return { canProceed: null, checks, error: null };
  }
};

/** Checks a listing without saving it: `POST /v1/listings/validate`. */
export const validateListing = async (call: Call, listing: GivenListing): Promise<ListingCheck> => {
  try {
    return await call('validateListing', { body: listing }, unlessRefused(LooseResults, readListingCheck));
  } catch (failure) {
    const { checks } = readRejection(failure);
    if (checks.length === 0) throw failure;
    return { canProceed: false, checks, error: null };
  }
};
