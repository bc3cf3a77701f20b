/** `User.listings`. */
import { readNumericKey } from '../../arguments/global-id.ts';
import { pageSizes } from '../../arguments/paging.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { ListingConnectionRef } from '../listing/listing-connection.ts';
import { ownListings } from '../listing/model/connection-prices.ts';
import { ownListingsArguments, readOwnListings } from './own-listings.ts';
import { UserRef } from './user.ts';

builder.objectField(UserRef, 'listings', (t) =>
  t.field({
    type: ListingConnectionRef,
    description: `The caller's listings of one section. ${pageSizes}`,
    extensions: priced(ownListings),
    args: {
      sectionId: t.arg.id({ required: true, description: 'Global id or key of the section; upstream needs one.' }),
      ...ownListingsArguments,
    },
    resolve: (_viewer, args, context) =>
      readOwnListings(readNumericKey('Section', 'sectionId', args.sectionId), args, context),
  }),
);
