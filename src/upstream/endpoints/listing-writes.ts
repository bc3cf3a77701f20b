/** Creating, changing and checking listings: `POST /v1/listings` and `POST /v1/listings/validate`. */
import { ErrorType } from '../../contract/codes.ts';
import { CreateOrUpdateResult, type ListingDefinition, ValidateResults } from '../../contract/listings.ts';
import { boolean, structure, untyped } from '../../contract/structure.ts';
import type { Int64 } from '../../json/int64.ts';
import { isJsonObject } from '../../json/json-object.ts';
import type { Call } from '../call/call.ts';
import type { ReportDrift } from '../call/drift.ts';
import type { Given } from '../call/encode-body.ts';
import { UnreadableResultError, UpstreamRejectedError } from '../call/errors.ts';
import { decodeBody, type Read } from '../decoding/decode.ts';
import { type FieldCheck, readFieldChecks } from '../decoding/field-checks.ts';
import { UnreadableBodyError } from '../decoding/unwrap.ts';

export { type FieldCheck, readFieldChecks } from '../decoding/field-checks.ts';

/** A listing as it is sent. Without `PKID` it is a new one (ruling R6). */
export type GivenListing = Given<typeof ListingDefinition>;

/** Result of saving a listing. `validation` is `ValidationResults` as the service wrote it; null when it has none. */
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

const idOf = (pkid: Int64 | null | undefined): Int64 | null => (pkid === '0' ? null : (pkid ?? null));

/** Result, or the reason why there is none: the check of a listing instead of the result is a refusal too. */
const LooseResult = structure('CreateOrUpdateResult', {
  ...CreateOrUpdateResult.fields,
  CanProceed: boolean,
  Results: untyped,
});

const isWrong = ({ errorType }: FieldCheck): boolean =>
  errorType === ErrorType.Required || errorType === ErrorType.Invalid;

/** Returns whether it was saved; null when the response does not let one know. */
const wasSaved = (
  { Success, Error: error, PKID, CanProceed }: Read<typeof LooseResult>,
  checks: readonly FieldCheck[],
): boolean | null => {
  // Assumption: R39. The sign of success is `Success`; without it an id alone says yes, and what is wrong alone says no.
  if (Success !== null) return Success;
  const hasError = error !== null && error !== '';
  if (hasError) return false;
  if (idOf(PKID) !== null) return true;
  return CanProceed === false || checks.some(isWrong) ? false : null;
};

const readSaveResult =
  (given: GivenListing) =>
  (json: unknown, drift: ReportDrift): SaveResult => {
    if (json === false) return { kind: 'refused', error: null, checks: [], validation: null };
    const result = decodeBody(LooseResult, json, drift);
    const validation = result.ValidationResults ?? result.Results;
    const checks = readFieldChecks(validation);
    const isSaved = wasSaved(result, checks);
    // Assumption: R6. A response without an id is about the listing that was sent.
    const id = idOf(result.PKID) ?? idOf(given.PKID);
    if (isSaved === null || (isSaved && id === null)) throw new UnreadableBodyError(LooseResult.name);
    return isSaved && id !== null
      ? { kind: 'saved', id, validation }
      : { kind: 'refused', error: result.Error, checks, validation };
  };

/** Takes what a 4xx says about single fields. @throws the failure when it says nothing of the kind, as any other */
const readRejection = (failure: unknown): Omit<SaveResult & { readonly kind: 'refused' }, 'kind'> => {
  if (!(failure instanceof UpstreamRejectedError)) throw failure;
  const { serviceMessage: error, validation } = failure;
  const checks = readFieldChecks(validation);
  if (checks.length === 0) throw failure;
  return { error, checks, validation };
};

/**
 * Creates a listing, or changes the one whose `PKID` is given: `POST /v1/listings`. It is never sent twice.
 *
 * Assumption: R7. A change whose response is a 2xx was made, for its request names the listing.
 *
 * @throws UnreadableResultError when the service does not say whether it created one, or not under which id
 */
export const saveListing = async (call: Call, listing: GivenListing): Promise<SaveResult> => {
  const reply = await call('saveListing', { body: listing }).catch(readRejection);
  if ('checks' in reply) return { kind: 'refused', ...reply };
  try {
    return reply.read(readSaveResult(listing));
  } catch (error) {
    const id = idOf(listing.PKID);
    if (id === null || !(error instanceof UnreadableResultError)) throw error;
    return { kind: 'saved', id, validation: null };
  }
};

/** Result of checking a listing. */
export interface ListingCheck {
  /** True when it could be saved as it is; null when the service does not say. */
  readonly canProceed: boolean | null;
  readonly checks: readonly FieldCheck[];
}

const LooseResults = structure('ValidateResults', { ...ValidateResults.fields, Results: untyped });

const isListOfObjects = (json: unknown): boolean => Array.isArray(json) && json.length > 0 && json.every(isJsonObject);

const readListingCheck = (json: unknown, drift: ReportDrift): ListingCheck => {
  try {
    const { CanProceed, Results } = decodeBody(LooseResults, json, drift);
    return { canProceed: CanProceed, checks: readFieldChecks(Results) };
  } catch (error) {
    // Assumption: R35. The list of results may come alone.
    const checks = error instanceof UnreadableBodyError && isListOfObjects(json) ? readFieldChecks(json) : [];
    if (checks.length === 0) throw error;
    return { canProceed: null, checks };
  }
};

/** Checks a listing without saving it: `POST /v1/listings/validate`. */
export const validateListing = async (call: Call, listing: GivenListing): Promise<ListingCheck> => {
  const reply = await call('validateListing', { body: listing }).catch(readRejection);
  return 'checks' in reply ? { canProceed: false, checks: reply.checks } : reply.read(readListingCheck);
};
