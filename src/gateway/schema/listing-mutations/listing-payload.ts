/** Input and payload of mutations that write one listing. */
import type { Int64 } from '../../../json/int64.ts';
import type { ListingPhoto } from '../../../rest/endpoints/photos.ts';
import { builder } from '../core/builder.ts';
import type { MutationOutcome } from '../core/send-mutation.ts';
import { typeName } from '../core/type-name.ts';
import { type MutationPayloadModel, MutationPayloadRef } from '../core/user-error.ts';
import { ListingRef } from '../listing/listing.ts';
import { type ListingModel, listingLink } from '../listing/model/listing-model.ts';
import { payloadListing } from './core/mutation-prices.ts';

/** Declares the input of a mutation that takes the id of a listing. */
export const createListingIdInput = (mutation: string) =>
  builder.inputType(typeName(mutation, 'Input'), {
    description: `Input of \`${mutation}\`.`,
    fields: (t) => ({ id: t.id({ required: true, description: 'Global id or number of the listing.' }) }),
  });

/** The listing that was written. */
export interface ListingPayloadModel extends MutationPayloadModel {
  /** Null if the service rejected the request. */
  readonly listing: ListingModel | null;
  /** `ValidationResults` as the service wrote it, where the mutation saves a listing. */
  readonly validationData?: unknown;
  /** The new photo, where the mutation adds one; null when it was refused, or the service does not say where it put it. */
  readonly photo?: ListingPhoto | null;
}

/** Declares the payload of a mutation, with the listing; `builder.objectField` adds what else it has. */
export const createListingPayload = (
  mutation: string,
  description = 'The listing after the change; null if upstream rejected it.',
) =>
  builder.objectRef<ListingPayloadModel>(typeName(mutation, 'Payload')).implement({
    description: `Result of \`${mutation}\`.`,
    interfaces: [MutationPayloadRef],
    fields: (t) => ({
      listing: t.expose('listing', { type: ListingRef, description, price: payloadListing }),
    }),
  });

/** Makes the payload of an outcome. */
export const listingPayload = (
  id: Int64,
  outcome: MutationOutcome<unknown>,
  isWatching: boolean | null = null,
): ListingPayloadModel =>
  outcome.kind === 'done'
    ? { listing: listingLink(id, isWatching), userErrors: [] }
    : { listing: null, userErrors: outcome.userErrors };
