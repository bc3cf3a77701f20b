/** `Mutation.deleteListingPhoto`. */
import { deletePhoto } from '../../../upstream/endpoints/photo-writes.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { createListingPayload } from './core/listing-payload.ts';
import { listingWrite } from './core/mutation-prices.ts';
import { createPhotoInput, writePhoto } from './core/photo-write.ts';

const DeleteListingPhotoInput = createPhotoInput('deleteListingPhoto');

builder.mutationField('deleteListingPhoto', (t) =>
  t.field({
    type: createListingPayload('deleteListingPhoto'),
    description: 'Delete a photo; the indexes of later photos decrease by one.',
    extensions: priced(listingWrite('deletePhoto')),
    args: { input: t.arg({ type: DeleteListingPhotoInput, required: true, description: 'Which photo.' }) },
    resolve: (_root, { input }, context) => writePhoto(input, context, 'deleteListingPhoto', deletePhoto),
  }),
);
