/** `Mutation.deleteListingPhoto`, `rotateListingPhoto` and `setDefaultListingPhoto`. */
import { RotateDirection } from '../../../contract/codes.ts';
import type { Int64 } from '../../../json/int64.ts';
import type { Call } from '../../../upstream/client.ts';
import { deletePhoto, rotatePhoto, setDefaultPhoto } from '../../../upstream/endpoints/photo-writes.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import type { InvalidatingMutation } from '../../loaders/loaders.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { PhotoRotationRef } from '../core/enums.ts';
import { sendMutation } from '../core/send-change.ts';
import { createListingPayload, type ListingPayloadModel, listingPayload } from './listing-payload.ts';
import { listingChange } from './mutation-prices.ts';

interface PhotoInput {
  readonly id: string;
  readonly index: number;
}

/** Before the first photo there is none: nothing is sent for such an index. */
const noSuchPhoto: ListingPayloadModel = {
  listing: null,
  userErrors: [{ code: 'NOT_FOUND', field: ['input', 'index'], message: 'There is no such photo.' }],
};

const changePhoto = async (
  { id: inputId, index }: PhotoInput,
  context: GatewayContext,
  mutation: InvalidatingMutation,
  send: (call: Call, id: Int64, index: number) => Promise<void>,
): Promise<ListingPayloadModel> => {
  const id = readNumericKey('Listing', 'input.id', inputId);
  if (index < 0) return noSuchPhoto;
  const sent = await sendMutation(context, {
    mutation,
    // The service does not tell which of the two it is.
    field: null,
    notFound: 'There is no such listing, or it has no such photo.',
    send: (call) => send(call, id, index),
  });
  return listingPayload(id, sent);
};

const DeleteListingPhotoPayloadRef = createListingPayload(
  'DeleteListingPhotoPayload',
  'Result of `deleteListingPhoto`.',
);
const RotateListingPhotoPayloadRef = createListingPayload(
  'RotateListingPhotoPayload',
  'Result of `rotateListingPhoto`.',
);
const SetDefaultListingPhotoPayloadRef = createListingPayload(
  'SetDefaultListingPhotoPayload',
  'Result of `setDefaultListingPhoto`.',
);

const idDescription = 'Global id or number of the listing.';
const indexDescription =
  '`Photo.index`, counted from 0. It can change when a photo is deleted or made the main one: read the photos again before the next change.';

const createInput = (name: string, description: string) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({
      id: t.id({ required: true, description: idDescription }),
      index: t.int({ required: true, description: indexDescription }),
    }),
  });

const DeleteListingPhotoInput = createInput('DeleteListingPhotoInput', 'Input of `deleteListingPhoto`.');
const SetDefaultListingPhotoInput = createInput('SetDefaultListingPhotoInput', 'Input of `setDefaultListingPhoto`.');

const RotateListingPhotoInput = builder.inputType('RotateListingPhotoInput', {
  description: 'Input of `rotateListingPhoto`.',
  fields: (t) => ({
    id: t.id({ required: true, description: idDescription }),
    index: t.int({ required: true, description: indexDescription }),
    direction: t.field({
      type: PhotoRotationRef,
      required: true,
      defaultValue: RotateDirection.Clockwise,
      description: 'Which way.',
    }),
  }),
});

builder.mutationFields((t) => ({
  deleteListingPhoto: t.field({
    type: DeleteListingPhotoPayloadRef,
    description: 'Remove a photo; later photos move up by one.',
    extensions: priced(listingChange('deletePhoto')),
    args: { input: t.arg({ type: DeleteListingPhotoInput, required: true, description: 'Which photo.' }) },
    resolve: (_root, { input }, context) => changePhoto(input, context, 'deleteListingPhoto', deletePhoto),
  }),
  rotateListingPhoto: t.field({
    type: RotateListingPhotoPayloadRef,
    description: 'Turn a photo by 90 degrees.',
    extensions: priced(listingChange('rotatePhoto')),
    args: { input: t.arg({ type: RotateListingPhotoInput, required: true, description: 'Which photo, which way.' }) },
    resolve: (_root, { input }, context) =>
      changePhoto(input, context, 'rotateListingPhoto', (call, id, index) =>
        rotatePhoto(call, id, index, input.direction),
      ),
  }),
  setDefaultListingPhoto: t.field({
    type: SetDefaultListingPhotoPayloadRef,
    description: 'Make a photo the main one; the service may put it first, so read the photos again.',
    extensions: priced(listingChange('setDefaultPhoto')),
    args: { input: t.arg({ type: SetDefaultListingPhotoInput, required: true, description: 'Which photo.' }) },
    resolve: (_root, { input }, context) => changePhoto(input, context, 'setDefaultListingPhoto', setDefaultPhoto),
  }),
}));
