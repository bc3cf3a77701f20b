/** Premium options of listings: `/v1/listings/{id}/premiumoptions` and their cost. */
import { PremiumCostResult, PremiumOptionsStatusResult } from '../../contract/premium-options.ts';
import type { Int64 } from '../../json/int64.ts';
import type { Call } from '../call/call.ts';
import { bodyOf, type Read } from '../decoding/decode.ts';
import { oneOrNotFound } from '../decoding/nothing.ts';
import { doneOr } from '../decoding/write-result.ts';

/** Gets the premium options of a listing: `GET /v1/listings/{id}/premiumoptions`. */
export const getPremiumOptions = (call: Call, id: Int64): Promise<Read<typeof PremiumOptionsStatusResult>> =>
  call('getPremiumOptions', { path: { id } }, oneOrNotFound(bodyOf(PremiumOptionsStatusResult)));

/**
 * Gets what a set of options would cost the caller: `GET /v1/user/premiumoptionscost`.
 *
 * @param options codes of `PremiumOption`; order and repeats are kept
 */
export const getPremiumOptionsCost = (
  call: Call,
  options: readonly number[],
): Promise<Read<typeof PremiumCostResult>> =>
  call('getPremiumOptionsCost', { query: { options } }, bodyOf(PremiumCostResult));

/**
 * Buys premium options for a listing: `POST /v1/listings/{id}/premiumoptions`. It is never sent twice.
 *
 * @param options codes of `PremiumOption`; order and repeats are kept
 * @returns null when the service accepted them and does not say their states
 * @throws UpstreamFailure `rejected` when the service refused them, also inside a 2xx; `result_unreadable` when it says neither
 */
export const setPremiumOptions = (
  call: Call,
  id: Int64,
  options: readonly number[],
): Promise<Read<typeof PremiumOptionsStatusResult> | null> =>
  call(
    'setPremiumOptions',
    { path: { id }, body: { Options: options } },
    doneOr(bodyOf(PremiumOptionsStatusResult), ['options']),
  );
