/** Payloads that tell the one listing that was changed. */

import type { Int64 } from '../../../json/int64.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { Sent } from '../core/send-change.ts';
import { type MutationPayloadModel, MutationPayloadRef } from '../core/user-error.ts';
import { ListingRef } from '../listing/listing.ts';
import { type ListingModel, listingLink } from '../listing/listing-model.ts';
import { payloadListing } from './mutation-prices.ts';

/** What came of a change of one listing. */
export interface ListingPayloadModel extends MutationPayloadModel {
  /** Null when the service refused. */
  readonly listing: ListingModel | null;
}

/** Makes the payload of what came of a change of one listing. */
export const listingPayload = (
  id: Int64,
  sent: Sent<unknown>,
  isWatching: boolean | null = null,
): ListingPayloadModel =>
  sent.kind === 'done'
    ? { listing: listingLink(id, isWatching), userErrors: [] }
    : { listing: null, userErrors: sent.userErrors };

/** Declares a payload with a listing. */
export const createListingPayload = (name: string, description: string) =>
  builder.objectRef<ListingPayloadModel>(name).implement({
    description,
    interfaces: [MutationPayloadRef],
    fields: (t) => ({
      listing: t.expose('listing', {
        type: ListingRef,
        description: 'The listing as it is now; null when upstream refused.',
        extensions: priced(payloadListing),
      }),
    }),
  });
