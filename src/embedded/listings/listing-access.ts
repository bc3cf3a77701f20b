/** Who may see a listing, and who may edit it; what is like another one that everybody may see. */
import type { WireInt64 } from '../../contract/structure.ts';
import { notFound, Refusal } from '../core/refusal.ts';
import type { Service } from '../service/service.ts';
import { type ListingRow, findListing, selectListings } from './listing-row.ts';

/** Condition on `listings` for what everybody may see; its one value is the time now. */
export const PUBLICLY_VISIBLE = 'deleted_at IS NULL AND is_test = 0 AND listings.expires_at > ?';

/** Returns whether a listing is over and could be relisted. */
export const isExpired = (listing: ListingRow, now: number): boolean => listing.expiresAt <= now;

/**
 * Returns whether somebody may see a listing that is not deleted: its editors always; others while it is active, or as long as
 * they watch it, and never a test listing.
 */
export const isVisible = (service: Service, listing: ListingRow, viewerId: number | null): boolean => {
  if (listing.deletedAt !== null) return false;
  if (!listing.isTest && (listing.isWatched || !isExpired(listing, service.now()))) return true;
  return mayEdit(service, listing, viewerId);
};

/** 404 for a listing that does not exist or that the caller may not see: the two look alike. */
export const noSuchListing = (id: WireInt64): Refusal => notFound(`There is no listing ${id}.`);

/**
 * Finds a listing that a caller may see.
 *
 * @throws Refusal 404
 */
export const getVisibleListing = (service: Service, viewerId: number | null, id: WireInt64): ListingRow => {
  const listing = findListing(service, viewerId, id);
  if (listing === undefined || !isVisible(service, listing, viewerId)) throw noSuchListing(id);
  return listing;
};

/**
 * Returns whether a user may edit a listing: its owner, a user with whom the owner shares the account, or a member of the
 * group that the listing is assigned to. Null is an application, which is none of them.
 */
export const mayEdit = ({ database }: Service, listing: ListingRow, userId: number | null): boolean =>
  userId !== null &&
  (listing.ownerId === userId ||
    database.has(
      `SELECT 1 FROM shared_users WHERE owner_id = ? AND shared_id = ? AND is_group = 0
       UNION ALL SELECT 1 FROM group_members JOIN shared_users ON shared_id = group_id AND is_group = 1
       WHERE owner_id = ? AND group_id = ? AND user_id = ?`,
      [listing.ownerId, userId, listing.ownerId, listing.assignedTo, userId],
    ));

/**
 * Finds a listing that a caller may work on, active or expired.
 *
 * @throws Refusal 404 when there is none or the caller may not see it, 403 when it is not theirs to change
 */
export const getEditableListing = (service: Service, editorId: number, id: WireInt64): ListingRow => {
  const listing = findListing(service, editorId, id);
  if (listing === undefined || listing.deletedAt !== null) throw noSuchListing(id);
  if (mayEdit(service, listing, editorId)) return listing;
  throw isVisible(service, listing, editorId)
    ? new Refusal(403, 'This listing is not yours to edit.')
    : noSuchListing(id);
};

/** However many related listings are asked for, no more are given. */
const MAXIMUM_RELATED = 50;

/** Lists others that everybody may see: those of the same category first, then of the section, nearest price first. */
export const listRelated = (
  service: Service,
  viewerId: number | null,
  listing: ListingRow,
  count: number,
): ListingRow[] => {
  if (count === 0) return [];
  return selectListings(
    service,
    viewerId,
    `WHERE listings.section_id = ? AND listings.id <> ? AND ${PUBLICLY_VISIBLE}
     ORDER BY listings.category_id = ? DESC, abs(price_cents - ?) ASC NULLS LAST, listings.id LIMIT ?`,
    [
      listing.sectionId,
      listing.id,
      service.now(),
      listing.categoryId,
      listing.priceCents,
      Math.min(count, MAXIMUM_RELATED),
    ],
  );
};
