/** `Mutation.setDefaultListingPhoto`. */
import { setDefaultPhoto } from '../../../upstream/endpoints/photo-writes.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { createListingPayload } from './core/listing-payload.ts';
import { listingWrite } from './core/mutation-prices.ts';
import { createPhotoInput, writePhoto } from './core/photo-write.ts';

const SetDefaultListingPhotoInput = createPhotoInput('setDefaultListingPhoto');

builder.mutationField('setDefaultListingPhoto', (t) =>
  t.field({
    type: createListingPayload('setDefaultListingPhoto'),
    description: 'Make a photo the main one; the service may put it first, so read the photos again.',
    extensions: priced(listingWrite('setDefaultPhoto')),
    args: { input: t.arg({ type: SetDefaultListingPhotoInput, required: true, description: 'Which photo.' }) },
    resolve: (_root, { input }, context) => writePhoto(input, context, 'setDefaultListingPhoto', setDefaultPhoto),
  }),
);
