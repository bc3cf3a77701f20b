/** `User.watchedListing`: one listing of the caller's watch list. */

import type { Int64 } from '../../../json/int64.ts';
import type { WatchedListing } from '../../../upstream/endpoints/watching.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { ListingRef } from '../listing/listing.ts';
import { type ListingModel, listingLink, listingsOfEntries } from '../listing/model/listing-model.ts';
import { watchedListing } from './account-prices.ts';
import { UserRef } from './user.ts';

/**
 * Data of a watched listing; null when it says that the listing is not watched.
 *
 * Assumption: R36.
 */
const listingOf = (id: Int64, watched: WatchedListing): ListingModel | null => {
  if (watched.kind === 'item') {
    const entry = { ...watched.item, PKID: watched.item.PKID ?? id };
    return listingsOfEntries([entry], { isWatched: true })[0] ?? null;
  }
  return watched.kind === 'flag' && !watched.isWatched ? null : listingLink(id, true);
};

builder.objectField(UserRef, 'watchedListing', (t) =>
  t.field({
    type: ListingRef,
    description: 'A watched listing; null if it is not watched.',
    extensions: priced(watchedListing),
    args: { id: t.arg.id({ required: true, description: 'Global id or number.' }) },
    resolve: async (_viewer, args, context) => {
      const id = readNumericKey('Listing', 'id', args.id);
      const watched = await context.loaders.watchedListingById.load(id);
      return watched === null ? null : listingOf(id, watched);
    },
  }),
);
