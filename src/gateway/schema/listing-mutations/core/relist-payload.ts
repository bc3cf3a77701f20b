/** Payloads of `relistListings` and `relistAllListings`. */
import { priced } from '../../../pricing/price.ts';
import { builder } from '../../core/builder.ts';
import { typeName } from '../../core/type-name.ts';
import { MutationPayloadRef } from '../../core/user-error.ts';
import { ListingRef } from '../../listing/listing.ts';
import { listingLink } from '../../listing/model/listing-model.ts';
import { type MultiListingPayloadModel, MultiListingPayloadRef } from './multi-listing-payload.ts';
import { payloadListing } from './mutation-prices.ts';

/** Declares the payload of a mutation that makes listings active again. */
export const createRelistPayload = (mutation: string) =>
  builder.objectRef<MultiListingPayloadModel>(typeName(mutation, 'Payload')).implement({
    description: `Result of \`${mutation}\`.`,
    interfaces: [MutationPayloadRef, MultiListingPayloadRef],
    fields: (t) => ({
      listings: t.field({
        type: [ListingRef],
        nullable: { list: false, items: false },
        description: 'Listings that are active again.',
        extensions: priced(payloadListing),
        resolve: ({ succeeded }) => succeeded.map((id) => listingLink(id)),
      }),
    }),
  });
