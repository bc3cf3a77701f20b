/** `Listing.related`: similar listings, as the detail has them. */
import type { MaybePromise } from '../../../concurrency/maybe-promise.ts';
import { MAX_RELATED } from '../../documents/largest-related.ts';
import { badUserInput } from '../../errors/graphql-errors.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { readableList } from '../core/readable-list.ts';
import { ListingRef } from './listing.ts';
import { type ListingModel, listingsOfEntries, readDetail } from './model/listing-model.ts';
import { related } from './model/listing-prices.ts';

builder.objectField(ListingRef, 'related', (t) =>
  t.field({
    type: [ListingRef],
    nullable: { list: true, items: false },
    description: `Similar listings: a plain list, because the service does not paginate it. At most ${MAX_RELATED}.`,
    extensions: priced(related),
    args: {
      first: t.arg.int({ required: true, defaultValue: 10, description: `How many, at most ${MAX_RELATED}.` }),
    },
    resolve: (listing, { first }, context) => relatedOf(listing, first, context),
  }),
);

function relatedOf(listing: ListingModel, first: number, context: GatewayContext): MaybePromise<ListingModel[] | null> {
  if (first < 1 || first > MAX_RELATED) {
    throw badUserInput(`"first" of "related" takes 1 to ${MAX_RELATED}, and got ${first}.`);
  }
  return readDetail(listing, context, (detail) => {
    const entries = (readableList(detail, 'Related', 'getListing') ?? []).slice(0, first);
    return listingsOfEntries(entries).filter((similar) => similar !== null);
  });
}
