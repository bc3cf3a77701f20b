/** `Mutation.rotateListingPhoto`. */
import { RotateDirection } from '../../../contract/codes.ts';
import { rotatePhoto } from '../../../upstream/endpoints/photo-writes.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { PhotoRotationRef } from '../core/enums.ts';
import { createListingPayload } from './core/listing-payload.ts';
import { listingWrite } from './core/mutation-prices.ts';
import { photoInputDescriptions, writePhoto } from './core/photo-write.ts';

const RotateListingPhotoInput = builder.inputType('RotateListingPhotoInput', {
  description: 'Input of `rotateListingPhoto`.',
  fields: (t) => ({
    id: t.id({ required: true, description: photoInputDescriptions.id }),
    index: t.int({ required: true, description: photoInputDescriptions.index }),
    direction: t.field({
      type: PhotoRotationRef,
      required: true,
      defaultValue: RotateDirection.Clockwise,
      description: 'Which way.',
    }),
  }),
});

builder.mutationField('rotateListingPhoto', (t) =>
  t.field({
    type: createListingPayload('rotateListingPhoto'),
    description: 'Turn a photo by 90 degrees.',
    extensions: priced(listingWrite('rotatePhoto')),
    args: { input: t.arg({ type: RotateListingPhotoInput, required: true, description: 'Which photo, which way.' }) },
    resolve: (_root, { input }, context) =>
      writePhoto(input, context, 'rotateListingPhoto', (call, id, index) =>
        rotatePhoto(call, id, index, input.direction),
      ),
  }),
);
