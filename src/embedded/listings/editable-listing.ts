/** Listings that a caller is about to change. */

import type { WireInt64 } from '../../contract/structure.ts';
import { forbidden } from '../core/refusal.ts';
import type { Service } from '../service/service.ts';
import { mayEdit } from './listing-editors.ts';
import { findListing, type ListingRow } from './listing-row.ts';
import { isVisible, noSuchListing } from './listing-visibility.ts';

/**
 * Finds a listing that a caller may work on, active or expired.
 *
 * @throws Refusal 404 when there is none or the caller may not see it, 403 when it is not theirs to change
 */
export const getEditableListing = (service: Service, editorId: number, id: WireInt64): ListingRow => {
  const view = { viewerId: editorId, now: service.now() };
  const listing = findListing(service.database, view, id);
  if (listing === undefined || listing.deletedAt !== null) throw noSuchListing(id);
  if (mayEdit(service.database, listing, editorId)) return listing;
  throw isVisible(service.database, listing, view)
    ? forbidden('This listing is not yours to edit.')
    : noSuchListing(id);
};
