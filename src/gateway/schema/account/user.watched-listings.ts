/** `User.watchedListings`. */
import { pageSizes } from '../../arguments/paging.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { ListingConnectionRef, readListingPage } from '../listing/listing-connection.ts';
import { watchedListings } from '../listing/model/connection-prices.ts';
import { listingsOfEntries } from '../listing/model/listing-model.ts';
import { pageArguments } from './own-listings.ts';
import { UserRef } from './user.ts';

builder.objectField(UserRef, 'watchedListings', (t) =>
  t.field({
    type: ListingConnectionRef,
    description: `Listings the caller watches. ${pageSizes}`,
    extensions: priced(watchedListings),
    args: pageArguments,
    resolve: (_viewer, args, context) =>
      readListingPage(
        'watched-listings',
        'listWatchedListings',
        args,
        (first, count) => context.loaders.watchedListings.load({ first, count }),
        (entries) => listingsOfEntries(entries, { isWatched: true }),
      ),
  }),
);
