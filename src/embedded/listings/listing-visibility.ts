/** Visibility of listings. */

import type { WireInt64 } from '../../contract/structure.ts';
import { notFound, type Refusal } from '../core/refusal.ts';
import type { Database } from '../database/database.ts';
import type { Service } from '../service/service.ts';
import { mayEdit } from './listing-editors.ts';
import type { ListingRow, ListingView } from './listing-row.ts';
import { findListing } from './listing-row.ts';

/** Condition on `listings` for what everybody may see; its one value is the time now. */
export const PUBLICLY_VISIBLE = 'deleted_at IS NULL AND is_test = 0 AND listings.expires_at > ?';

/** Returns whether a listing is over and could be relisted. */
export const isExpired = (listing: Pick<ListingRow, 'expiresAt'>, now: number): boolean => listing.expiresAt <= now;

/**
 * Returns whether somebody may see a listing that is not deleted: its editors always; others while it is active, or as long as
 * they watch it, and never a test listing.
 */
export const isVisible = (database: Database, listing: ListingRow, { viewerId, now }: ListingView): boolean => {
  if (listing.deletedAt !== null) return false;
  if (!listing.isTest && (listing.isWatched || !isExpired(listing, now))) return true;
  return mayEdit(database, listing, viewerId);
};

/** 404 for a listing that does not exist or that the caller may not see: the two look alike. */
export const noSuchListing = (id: WireInt64): Refusal => notFound(`There is no listing ${id}.`);

/**
 * Finds a listing that a caller may see.
 *
 * @throws Refusal 404
 */
export const getVisibleListing = (service: Service, viewerId: number | null, id: WireInt64): ListingRow => {
  const view = { viewerId, now: service.now() };
  const listing = findListing(service.database, view, id);
  if (listing === undefined || !isVisible(service.database, listing, view)) throw noSuchListing(id);
  return listing;
};
