/** Who may see a listing. */
import type { ListingRow, ListingView } from './listing-row.ts';
import { findListing } from './listing-row.ts';
import { notFound, type Refusal } from './refusal.ts';
import type { Service } from './service.ts';

/** Condition on `listings` for what everybody may see; its one value is the time now. */
export const PUBLICLY_VISIBLE = 'deleted_at IS NULL AND is_test = 0 AND listings.expires_at > ?';

/** Whether a listing is over and could be relisted. */
export const isExpired = (listing: Pick<ListingRow, 'expiresAt'>, now: number): boolean => listing.expiresAt <= now;

/**
 * Whether somebody may see a listing: expired and test listings are their owner's only, deleted ones nobody's.
 */
export const isVisible = (listing: ListingRow, { viewerId, now }: ListingView): boolean => {
  if (listing.deletedAt !== null) return false;
  return listing.ownerId === viewerId || (!listing.isTest && !isExpired(listing, now));
};

/** 404 for a listing that does not exist or that the caller may not see: the two look alike. */
export const noSuchListing = (id: number): Refusal => notFound(`There is no listing ${id}.`);

/**
 * Finds a listing that a caller may see.
 *
 * @throws Refusal 404
 */
export const getVisibleListing = (service: Service, viewerId: number, id: number): ListingRow => {
  const view = { viewerId, now: service.now() };
  const listing = findListing(service.database, view, id);
  if (listing === undefined || !isVisible(listing, view)) throw noSuchListing(id);
  return listing;
};
