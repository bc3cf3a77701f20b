/** The caller's watch list: `User.watchedListings` and `User.watchedListing`. */
import type { Int64 } from '../../../json/int64.ts';
import type { WatchedListing } from '../../../rest/endpoints/watching.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { pageSizes } from '../../paging/page-arguments.ts';
import { builder } from '../core/builder.ts';
import { ListingConnectionRef, readListingPage } from '../listing/listing-connection.ts';
import { ListingRef } from '../listing/listing.ts';
import { watchedListings } from '../listing/model/connection-prices.ts';
import { type ListingModel, listingLink, listingsOfEntries } from '../listing/model/listing-model.ts';
import { watchedListing } from './account-prices.ts';
import { pageArguments } from './user-listings.ts';
import { UserRef } from './user.ts';

builder.objectField(UserRef, 'watchedListings', (t) =>
  t.field({
    type: ListingConnectionRef,
    description: `Listings the caller watches. ${pageSizes}`,
    price: watchedListings,
    args: pageArguments,
    resolve: (_viewer, args, context) =>
      readListingPage(
        'watched-listings',
        'listWatchedListings',
        args,
        (first, count) => context.loaders.load('watchedListings', { first, count }),
        (entries) => listingsOfEntries(entries, { isWatched: true }),
      ),
  }),
);

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
    price: watchedListing,
    args: { id: t.arg.id({ required: true, description: 'Global id or number.' }) },
    resolve: async (_viewer, args, context) => {
      const id = readNumericKey('Listing', 'id', args.id);
      const watched = await context.loaders.load('watchedListingById', id);
      return watched === null ? null : listingOf(id, watched);
    },
  }),
);
