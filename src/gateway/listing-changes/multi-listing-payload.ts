/** `MultiListingPayload` and `ListingActionFailure`: what an action on several listings tells. */

import { MultiListingResult as Outcome } from '../../contract/codes.ts';
import type { ListingFailure, MultiListingResult } from '../../upstream/multi-listing.ts';
import { builder } from '../builder.ts';
import { refusalOf, type Sent } from '../change.ts';
import { MultiListingOutcomeRef } from '../enums.ts';
import { ListingRef } from '../listing/listing.ts';
import { listingLink } from '../listing/listing-model.ts';
import { payloadListing } from '../pricing/change-prices.ts';
import { priced } from '../pricing/price.ts';
import { type MutationPayloadModel, UserErrorRef } from '../user-error.ts';

/** What came of an action on several listings. */
export type MultiListingPayloadModel = MultiListingResult & MutationPayloadModel;

const ListingActionFailureRef = builder.objectRef<ListingFailure>('ListingActionFailure').implement({
  description: 'A listing on which an action failed. Upstream `ItemError`.',
  fields: (t) => ({
    listingDatabaseId: t.exposeID('id', { nullable: false, description: 'Upstream `ID`.' }),
    listing: t.field({
      type: ListingRef,
      description: 'The listing.',
      extensions: priced(payloadListing),
      resolve: ({ id }) => listingLink(id),
    }),
    message: t.string({
      nullable: false,
      description: 'Why, for people.',
      resolve: ({ error }) => error ?? 'The service refused.',
    }),
  }),
});

/** `MultiListingPayload`. Its `userErrors` are those of `MutationPayload`, which every such payload is too. */
export const MultiListingPayloadRef = builder.interfaceRef<MultiListingPayloadModel>('MultiListingPayload').implement({
  description: 'What an action on several listings returns. Some may succeed and others fail.',
  fields: (t) => ({
    outcome: t.expose('outcome', { type: MultiListingOutcomeRef, description: 'Null when upstream did not say.' }),
    failures: t.field({
      type: [ListingActionFailureRef],
      nullable: { list: false, items: false },
      description: 'Listings that upstream refused, one by one.',
      extensions: priced(payloadListing),
      resolve: ({ failures }) => [...failures],
    }),
    userErrors: t.field({
      type: [UserErrorRef],
      nullable: { list: false, items: false },
      description: 'Failures of the action as a whole; refusals of single listings are in `failures`.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
});

/** Makes the payload of what came of an action. A failure of which nothing is said is one of the whole. */
export const multiListingPayload = (sent: Sent<MultiListingResult>): MultiListingPayloadModel => {
  if (sent.kind === 'refused') return { outcome: null, succeeded: [], failures: [], userErrors: sent.userErrors };
  const { outcome, succeeded, failures } = sent.result;
  const isUntold = outcome === Outcome.Failure && failures.length === 0;
  return { ...sent.result, userErrors: isUntold && succeeded.length === 0 ? [refusalOf(null, null)] : [] };
};
