/** `Mutation.createListing`. */

import { saveListing } from '../../../upstream/endpoints/listing-writes.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { sendMutation } from '../core/send-mutation.ts';
import { ListingInput, readListingInput } from './core/listing-input.ts';
import { listingWrite } from './core/mutation-prices.ts';
import { createSavePayload, savePayload } from './core/save-payload.ts';

const CreateListingInput = builder.inputType('CreateListingInput', {
  description: 'Input of `createListing`.',
  fields: (t) => ({ listing: t.field({ type: ListingInput, required: true, description: 'The new listing.' }) }),
});

builder.mutationField('createListing', (t) =>
  t.field({
    type: createSavePayload('createListing'),
    description: 'Create a listing; a test listing while the application is in Test Mode.',
    extensions: priced(listingWrite('saveListing')),
    args: { input: t.arg({ type: CreateListingInput, required: true, description: 'The new listing.' }) },
    resolve: async (_root, { input }, context) => {
      const listing = readListingInput(input.listing);
      const outcome = await sendMutation(context, {
        mutation: 'createListing',
        field: null,
        notFound: 'Something that the listing refers to does not exist.',
        send: (call) => saveListing(call, listing),
      });
      return savePayload(outcome, input.listing);
    },
  }),
);
