/** `Mutation.uploadListingPhoto`. */
import type { ListingPhoto } from '../../../upstream/endpoints/photos.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { type MutationPayloadModel, MutationPayloadRef } from '../core/user-error.ts';
import { ListingRef } from '../listing/listing.ts';
import { type ListingModel, listingLink } from '../listing/listing-model.ts';
import { photosWithMain } from '../listing/listing-prices.ts';
import { PhotoRef } from '../listing/photo.ts';
import { addPhoto } from './add-photo.ts';
import { listingChange, payloadListing } from './mutation-prices.ts';
import './upload-scalar.ts';

interface UploadPayload extends MutationPayloadModel {
  /** Null when the photo was refused. */
  readonly listing: ListingModel | null;
  /** Null when the photo was refused, or the service does not say where it put it. */
  readonly photo: ListingPhoto | null;
}

/** The input at fault. */
const fieldOf = { NOT_FOUND: ['input', 'id'], PHOTO_NOT_ACCEPTED: ['input', 'file'], REJECTED: null } as const;

const UploadListingPhotoPayloadRef = builder.objectRef<UploadPayload>('UploadListingPhotoPayload').implement({
  description: 'Result of `uploadListingPhoto`.',
  interfaces: [MutationPayloadRef],
  fields: (t) => ({
    listing: t.expose('listing', {
      type: ListingRef,
      description: 'The listing, with its photos as they are now; null when the photo was refused.',
      extensions: priced(payloadListing),
    }),
    photo: t.expose('photo', {
      type: PhotoRef,
      description: 'The new photo, the last one of its listing.',
      extensions: priced(photosWithMain),
    }),
  }),
});

const UploadListingPhotoInput = builder.inputType('UploadListingPhotoInput', {
  description: 'Input of `uploadListingPhoto`.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Global id or number of the listing.' }),
    file: t.field({
      type: 'Upload',
      required: true,
      description:
        "JPEG, PNG or WebP, at most 10 MB. Scale it to the listing's `photoSpecs` first: the service decides what becomes of a larger one.",
    }),
  }),
});

builder.mutationField('uploadListingPhoto', (t) =>
  t.field({
    type: UploadListingPhotoPayloadRef,
    description:
      'Add one photo to a listing, behind the others. Send it as a multipart request with the header `GraphQL-Require-Preflight`.',
    extensions: priced(listingChange('uploadPhoto')),
    args: {
      input: t.arg({ type: UploadListingPhotoInput, required: true, description: 'Which listing, which file.' }),
    },
    resolve: async (_root, { input }, context): Promise<UploadPayload> => {
      const id = readNumericKey('Listing', 'input.id', input.id);
      const result = await addPhoto(context, id, input.file);
      if (result.kind === 'added') return { listing: listingLink(id), photo: result.photo, userErrors: [] };
      const field = fieldOf[result.code];
      return { listing: null, photo: null, userErrors: [{ code: result.code, field, message: result.message }] };
    },
  }),
);
