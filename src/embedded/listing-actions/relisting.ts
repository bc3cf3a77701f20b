/** Making expired listings active again: POST /v1/listings/relist and /v1/listings/relistall. */
import { ExtraParamsType, PaymentAuth } from '../../contract/codes.ts';
import type { MultiListingActionResult, MultiListingRequest } from '../../contract/listings.ts';
import type { WireInt64 } from '../../contract/structure.ts';
import { balanceCents, chargeAccount, notEnoughBalance } from '../billing/account-charges.ts';
import { RELISTING_PRICE_CENTS } from '../billing/price-list.ts';
import { badRequest } from '../core/refusal.ts';
import { getEditableListing } from '../listings/editable-listing.ts';
import type { ListingRow } from '../listings/listing-row.ts';
import { nextExpiry } from '../listings/listing-store.ts';
import { isExpired } from '../listings/listing-visibility.ts';
import { findTestListingProblem } from '../listings/test-listings.ts';
import type { Handler, UserCaller } from '../service/endpoint-handler.ts';
import type { Service } from '../service/service.ts';
import { actOnEach, readItems } from './multi-listing.ts';

/** Computes what relisting a listing costs its owner, in cents: property listings have a price, all others have none. */
const priceCentsOf = (listing: ListingRow): number =>
  listing.extraParamsType === ExtraParamsType.Property ? RELISTING_PRICE_CENTS : 0;

/** Listings to be paid for, counted by the owner who pays. */
type UnpaidCounts = Map<number, number>;

/** Counts a listing that has a price. */
const reservePayment = (
  service: Service,
  listing: ListingRow,
  paymentAuth: MultiListingRequest['PaymentAuth'],
  unpaid: UnpaidCounts,
): void => {
  const priceCents = priceCentsOf(listing);
  if (priceCents === 0) return;
  if (paymentAuth !== PaymentAuth.Authorised) {
    throw badRequest(`Relisting costs EUR ${(priceCents / 100).toFixed(2)}, which you have to agree to.`);
  }
  const count = (unpaid.get(listing.ownerId) ?? 0) + 1;
  const balance = balanceCents(service, listing.ownerId);
  if (balance < count * priceCents) throw notEnoughBalance(count * priceCents, balance);
  unpaid.set(listing.ownerId, count);
};

const activate = (service: Service, listing: ListingRow): void => {
  const { database } = service;
  // What lasted as long as the listing ended with it: it is not bought again by relisting.
  database.run('UPDATE premium_options SET expires_at = ? WHERE listing_id = ? AND expires_at IS NULL', [
    listing.expiresAt,
    listing.id,
  ]);
  database.run('UPDATE listings SET relisted_at = ?, expires_at = ? WHERE id = ?', [
    service.now(),
    nextExpiry(service, listing.sectionId),
    listing.id,
  ]);
};

const settle = (service: Service, unpaid: UnpaidCounts): void => {
  for (const [ownerId, count] of unpaid) {
    const description = count === 1 ? 'Relisting of 1 listing' : `Relisting of ${count} listings`;
    chargeAccount(service, ownerId, description, [
      { description: 'Relisting', quantity: count, unitCents: RELISTING_PRICE_CENTS },
    ]);
  }
};

const relist = (
  service: Service,
  caller: UserCaller,
  ids: readonly WireInt64[],
  paymentAuth: MultiListingRequest['PaymentAuth'],
): MultiListingActionResult => {
  const unpaid: UnpaidCounts = new Map();
  const relistOne = (id: WireInt64): void => {
    const listing = getEditableListing(service, caller.userId, id);
    if (!isExpired(listing, service.now())) throw badRequest(`The listing ${id} has not expired.`);
    const isLimited = listing.isTest && caller.isTestMode;
    const problem = isLimited ? findTestListingProblem(service, listing.ownerId) : null;
    if (problem !== null) throw badRequest(problem);
    reservePayment(service, listing, paymentAuth, unpaid);
    activate(service, listing);
  };
  const result = actOnEach(ids, relistOne);
  settle(service, unpaid);
  return result;
};

/**
 * POST /v1/listings/relist: makes expired listings active for as long as a new one. What is not expired, not the caller's
 * or not paid for is reported; the rest is relisted.
 *
 * Assumption: R29: the body is MultiListingRequest.
 */
export const relistListings: Handler<'relistListings'> = ({ body, caller }, service) => {
  const ids = readItems(body.Items, "Body field 'Items'");
  return service.database.transaction(() => relist(service, caller, ids, body.PaymentAuth));
};

/**
 * POST /v1/listings/relistall: relists every expired listing of the caller, as if each had been named.
 *
 * Assumption: R29: the body is RelistAllRequest.
 */
export const relistAllListings: Handler<'relistAllListings'> = ({ body, caller }, service) =>
  service.database.transaction(() => {
    const ids = service.database.list(
      'SELECT id FROM listings WHERE owner_id = ? AND deleted_at IS NULL AND expires_at <= ? ORDER BY id',
      [caller.userId, service.now()],
      (row) => row.integer('id'),
    );
    return relist(service, caller, ids, body.PaymentAuth);
  });
