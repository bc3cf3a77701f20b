/** Deleting and relisting: one listing, several, or all that have expired. */

import { MultiListingResult as Outcome, type PaymentAuth } from '../../contract/codes.ts';
import { type ItemError, MultiListingActionResult } from '../../contract/listings.ts';
import { boolean, string, structure } from '../../contract/structure.ts';
import type { Int64 } from '../../json/int64.ts';
import type { Call } from '../call/call.ts';
import type { ReportDrift } from '../call/drift.ts';
import { decodeBody, type Read } from '../decoding/decode.ts';
import { checkNotRefused } from '../decoding/refusal.ts';
import { UnreadableBodyError } from '../decoding/unwrap.ts';

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
}

/** @param asked the listings of the request; empty when it names none */
const readFailures = (
  errors: readonly Read<typeof ItemError>[],
  asked: readonly Int64[],
  drift: ReportDrift,
): readonly ListingFailure[] => {
  // With one listing there is no doubt which one failed.
  const only = asked.length === 1 ? (asked[0] ?? null) : null;
  return errors.flatMap(({ ID, Error: error }) => {
    const id = ID ?? only;
    if (id !== null) return [{ id, error }];
    drift({ path: 'ItemError.ID', problem: 'missing' });
    return [];
  });
};

/** Also what a refusal of the whole may say. */
const LooseResult = structure('MultiListingActionResult', {
  ...MultiListingActionResult.fields,
  Success: boolean,
  Error: string,
});

const readResult =
  (asked: readonly Int64[]) =>
  (json: unknown, drift: ReportDrift): MultiListingResult => {
    const { Result: outcome, Items, Errors } = decodeBody(LooseResult, json, drift);
    const isEmpty = (list: readonly unknown[] | null): boolean => list === null || list.length === 0;
    const isSilent = outcome === null && isEmpty(Errors) && (asked.length > 0 ? isEmpty(Items) : Items === null);
    if (isSilent) {
      checkNotRefused(json);
      throw new UnreadableBodyError(LooseResult.name);
    }
    const failures = readFailures(Errors ?? [], asked, drift);
    const failed = new Set(failures.map(({ id }) => id));
    // Assumption: R28. Where all failed, what is named are the listings that were asked for.
    const items =
      isEmpty(Items) && outcome === Outcome.Success ? asked : outcome === Outcome.Failure ? [] : (Items ?? []);
    return { outcome, succeeded: [...new Set(items)].filter((id) => !failed.has(id)), failures };
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
  (await call('deleteListings', { body: { Items: ids, PaymentAuth: paymentAuth } })).read(readResult(ids));

/** Lists expired listings again: `POST /v1/listings/relist`. It is never sent twice. Assumption: R29. */
export const relistListings = async (
  call: Call,
  ids: readonly Int64[],
  paymentAuth?: PaymentAuthCode,
): Promise<MultiListingResult> =>
  (await call('relistListings', { body: { Items: ids, PaymentAuth: paymentAuth } })).read(readResult(ids));

/**
 * Lists all expired listings of the caller again: `POST /v1/listings/relistall`. It is never sent twice. `succeeded` has
 * only what the service names.
 *
 * Assumption: R29.
 */
export const relistAllListings = async (call: Call, paymentAuth?: PaymentAuthCode): Promise<MultiListingResult> =>
  (await call('relistAllListings', { body: { PaymentAuth: paymentAuth } })).read(readResult([]));
