/** Actions on several listings at once: deleting and relisting. */
import { ExtraParamsType, MultiListingResult, PaymentAuth } from '../../contract/codes.ts';
import type { ItemError, MultiListingActionResult, MultiListingRequest } from '../../contract/listings.ts';
import type { WireInt64 } from '../../contract/structure.ts';
import { balanceCents, chargeAccount, notEnoughBalance } from '../billing/account.ts';
import { RELISTING_PRICE_CENTS } from '../billing/premium-options.ts';
import { Refusal, badRequest } from '../core/refusal.ts';
import { getEditableListing, isExpired } from '../listings/listing-access.ts';
import type { ListingRow } from '../listings/listing-row.ts';
import { findTestListingProblem, nextExpiry } from '../listings/listing-store.ts';
import type { Handler, UserCaller, Service } from '../service/service.ts';

/** The most listings that one request may name. */
const MAXIMUM_ITEMS = 500;

/**
 * Reads the list of a request, each item once.
 *
 * @param at how the list is named in the refusal, e.g. `Body field 'Items'`
 * @throws Refusal 400 when the list is missing or too long
 */
export const readItems = <Item>(items: readonly Item[] | null, at: string): Item[] => {
  if (items === null) throw badRequest(`${at} is required.`);
  if (items.length > MAXIMUM_ITEMS) throw badRequest(`${at} must have at most ${MAXIMUM_ITEMS} items.`);
  return [...new Set(items)];
};

/**
 * Does something with each listing. A Refusal of one is reported and does not keep the others from it.
 *
 * Assumption: R28: `Items` are those with which it was done.
 */
const actOnEach = (ids: readonly WireInt64[], act: (id: WireInt64) => void): MultiListingActionResult => {
  const done: WireInt64[] = [];
  const failures: ItemError[] = [];
  for (const id of ids) {
    try {
      act(id);
      done.push(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failures.push({ ID: id, Error: error.message });
    }
  }
  const { Success, Failure, PartialSuccess } = MultiListingResult;
  const result = failures.length === 0 ? Success : done.length === 0 ? Failure : PartialSuccess;
  return { Result: result, Items: done, Errors: failures };
};

const removeListing = (service: Service, editorId: number, id: WireInt64): void => {
  const listing = getEditableListing(service, editorId, id);
  service.database.run('UPDATE listings SET deleted_at = ? WHERE id = ?', [service.now(), listing.id]);
};

/** DELETE /v1/listings/{id}. 404 for one that is deleted already, 403 for one of somebody else. */
export const deleteListing: Handler<'deleteListing'> = ({ path, caller }, service) =>
  service.database.transaction(() => removeListing(service, caller.userId, path.id));

/** POST /v1/listings/delete: what cannot be deleted is reported, the rest is deleted. `PaymentAuth` does not matter. */
export const deleteListings: Handler<'deleteListings'> = ({ body, caller }, service) => {
  const ids = readItems(body.Items, "Body field 'Items'");
  return service.database.transaction(() => actOnEach(ids, (id) => removeListing(service, caller.userId, id)));
};

/** Listings to be paid for, counted by the owner who pays. */
type UnpaidCounts = Map<number, number>;

/** Counts a listing that has a price to relist: property listings have one, all others have none. */
const reservePayment = (
  service: Service,
  listing: ListingRow,
  paymentAuth: MultiListingRequest['PaymentAuth'],
  unpaid: UnpaidCounts,
): void => {
  if (listing.extraParamsType !== ExtraParamsType.Property) return;
  if (paymentAuth !== PaymentAuth.Authorised) {
    throw badRequest(`Relisting costs EUR ${(RELISTING_PRICE_CENTS / 100).toFixed(2)}, which you have to agree to.`);
  }
  const count = (unpaid.get(listing.ownerId) ?? 0) + 1;
  const balance = balanceCents(service, listing.ownerId);
  if (balance < count * RELISTING_PRICE_CENTS) throw notEnoughBalance(count * RELISTING_PRICE_CENTS, balance);
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
