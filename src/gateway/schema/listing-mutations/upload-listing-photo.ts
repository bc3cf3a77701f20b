/** `Mutation.uploadListingPhoto`. */
import { readNumericKey } from '../../arguments/global-id.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { listingLink } from '../listing/model/listing-model.ts';
import { PhotoRef } from '../listing/photo.ts';
import { addPhoto } from './core/add-photo.ts';
import { createListingPayload, type ListingPayloadModel } from './core/listing-payload.ts';
import { listingWrite, payloadListing } from './core/mutation-prices.ts';
import './core/upload-scalar.ts';

/** The input at fault. */
const fieldOf = { NOT_FOUND: ['input', 'id'], PHOTO_NOT_ACCEPTED: ['input', 'file'], REJECTED: null } as const;

const UploadListingPhotoPayloadRef = createListingPayload(
  'uploadListingPhoto',
  'The listing with its current photos; null if the photo was rejected.',
);

builder.objectField(UploadListingPhotoPayloadRef, 'photo', (t) =>
  t.field({
    type: PhotoRef,
    description: 'The new photo, the last one of its listing.',
    extensions: priced(payloadListing),
    resolve: ({ photo = null, listing }) => (photo === null || listing === null ? null : { ...photo, listing }),
  }),
);

const UploadListingPhotoInput = builder.inputType('UploadListingPhotoInput', {
  description: 'Input of `uploadListingPhoto`.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Global id or number of the listing.' }),
    file: t.field({
      type: 'Upload',
      required: true,
      description:
        "JPEG, PNG or WebP, at most 10 MB. Scale it to the listing's `photoSpecs` first; the service decides what to do with larger ones.",
    }),
  }),
});

builder.mutationField('uploadListingPhoto', (t) =>
  t.field({
    type: UploadListingPhotoPayloadRef,
    description:
      'Add a photo to a listing, after the others. Send a multipart request with the header `GraphQL-Require-Preflight`.',
    extensions: priced(listingWrite('uploadPhoto')),
    args: {
      input: t.arg({ type: UploadListingPhotoInput, required: true, description: 'Which listing, which file.' }),
    },
    resolve: async (_root, { input }, context): Promise<ListingPayloadModel> => {
      const id = readNumericKey('Listing', 'input.id', input.id);
      const result = await addPhoto(context, id, input.file);
      if (result.kind === 'added') return { listing: listingLink(id), photo: result.photo, userErrors: [] };
      const field = fieldOf[result.code];
      return { listing: null, photo: null, userErrors: [{ code: result.code, field, message: result.message }] };
    },
  }),
);
