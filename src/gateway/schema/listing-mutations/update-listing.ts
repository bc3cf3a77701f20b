/** `Mutation.updateListing`. */

import { saveListing } from '../../../upstream/endpoints/listing-writes.ts';
import { getDefinitionToChange } from '../../../upstream/endpoints/listings.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { sendMutation } from '../core/send-mutation.ts';
import { ListingInput, readListingInput } from './core/listing-input.ts';
import { mergeListing, movesAttributesAlong } from './core/merged-listing.ts';
import { listingUpdate } from './core/mutation-prices.ts';
import { createSavePayload, savePayload } from './core/save-payload.ts';

const UpdateListingInput = builder.inputType('UpdateListingInput', {
  description: 'Input of `updateListing`.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Global id or number of the listing.' }),
    listing: t.field({
      type: ListingInput,
      required: true,
      description: "Only what changes: the gateway completes the rest from the listing's definition.",
    }),
  }),
});

builder.mutationField('updateListing', (t) =>
  t.field({
    type: createSavePayload('updateListing'),
    description:
      'Change a listing. The gateway reads its definition, puts the change over it and writes the whole right after: what is not given goes back as it came, whether this schema knows it or not. Of two changes at the same time the one that is written last wins as a whole, for the service has no versions; `listing { definition }` of the payload has what is stored now.',
    extensions: priced(listingUpdate),
    args: { input: t.arg({ type: UpdateListingInput, required: true, description: 'Which listing, and what.' }) },
    resolve: async (_root, { input }, context) => {
      const id = readNumericKey('Listing', 'input.id', input.id);
      // Ids that cannot be read are refused before anything is sent.
      readListingInput(input.listing);
      const outcome = await sendMutation(context, {
        mutation: 'updateListing',
        field: ['input', 'id'],
        send: async (call) => {
          const known = await getDefinitionToChange(call, id);
          const result = await saveListing(call, mergeListing(id, known, input.listing));
          return { ...result, isMove: movesAttributesAlong(known, input.listing) };
        },
      });
      return savePayload(outcome);
    },
  }),
);
