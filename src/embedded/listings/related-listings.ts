/** Listings like another one. */

import type { Service } from '../service/service.ts';
import { PUBLICLY_VISIBLE } from './listing-access.ts';
import type { ListingRow, ListingView } from './listing-row.ts';
import { selectListings } from './listing-row.ts';

/** However many are asked for, no more are given. */
const MAXIMUM = 50;

/** Lists others that everybody may see: those of the same category first, then of the section, nearest price first. */
export const listRelated = (
  { database }: Service,
  view: ListingView,
  listing: ListingRow,
  count: number,
): ListingRow[] => {
  if (count === 0) return [];
  return selectListings(
    database,
    view,
    `WHERE listings.section_id = ? AND listings.id <> ? AND ${PUBLICLY_VISIBLE}
     ORDER BY listings.category_id = ? DESC, abs(price_cents - ?) ASC NULLS LAST, listings.id LIMIT ?`,
    [listing.sectionId, listing.id, view.now, listing.categoryId, listing.priceCents, Math.min(count, MAXIMUM)],
  );
};
