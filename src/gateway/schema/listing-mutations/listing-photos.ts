/** Mutations of the photos of a listing. */
import { RotateDirection } from '../../../contract/codes.ts';
import type { Int64 } from '../../../json/int64.ts';
import type { UpstreamFailure } from '../../../rest/call/failure.ts';
import type { Call } from '../../../rest/client.ts';
import {
  deletePhoto,
  type ListingPhoto,
  type OutgoingPhoto,
  rotatePhoto,
  setDefaultPhoto,
  uploadPhoto,
} from '../../../rest/endpoints/photos.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import type { InvalidatingMutation } from '../../loaders/loaders.ts';
import type { IncomingPhoto } from '../../uploads/incoming-photo.ts';
import { photoTypeOf } from '../../uploads/photo-header.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { PhotoRotationRef } from '../core/enums.ts';
import { type InputFields, inputOf, sendMutation } from '../core/mutation.ts';
import type { UserErrorModel } from '../core/user-error.ts';
import { listingLink } from '../listing/listing-model.ts';
import { PhotoRef } from '../listing/photo.ts';
import {
  createListingPayload,
  listingId,
  listingPayload,
  type ListingPayloadModel,
  listingWrite,
  payloadListing,
  refused,
} from './listing-payload.ts';

const photoFields = (t: InputFields) => ({
  id: listingId(t),
  index: t.int({
    required: true,
    description:
      '`Photo.index`, counted from 0. It can change when a photo is deleted or made the main one: re-fetch the photos before the next change.',
  }),
});

const writePhoto = async (
  { id: inputId, index }: { readonly id: string; readonly index: number },
  context: GatewayContext,
  mutation: InvalidatingMutation,
  send: (call: Call, id: Int64, index: number) => Promise<void>,
): Promise<ListingPayloadModel> => {
  const id = readNumericKey('Listing', 'input.id', inputId);
  // Before the first photo there is none.
  if (index < 0) return refused({ code: 'NOT_FOUND', field: ['input', 'index'], message: 'The photo was not found.' });
  const outcome = await sendMutation(context, {
    mutation,
    // The service does not state which of the two it is.
    field: null,
    notFound: 'The listing or the photo was not found.',
    send: (call) => send(call, id, index),
  });
  return listingPayload(id, outcome);
};

/** Outcome of adding a photo. */
export interface AddedPhoto {
  /** Null when it was refused, or the service does not say where it put it. */
  readonly photo: ListingPhoto | null;
  readonly refusal: UserErrorModel | null;
}

const notAccepted = (problem: string): UserErrorModel => ({
  code: 'PHOTO_NOT_ACCEPTED',
  field: ['input', 'file'],
  message: `${problem.replace(/[^.!?]$/, '$&.')} Use a JPEG, PNG or WebP of at most 10 MB.`,
});

const ABOUT_FILE = /\b(?:photo|picture|image|file)s?\b/i;

/** A refusal in the words of the service: of the file, or of something else. */
const refusalInWords = ({ status, serviceMessage }: UpstreamFailure): UserErrorModel => {
  const message = serviceMessage ?? 'The photo was rejected.';
  if (status === 413 || status === 415) return notAccepted(message);
  const mayBeAboutFile = status === 400 || status === 422 || (status !== null && status < 300);
  return mayBeAboutFile && serviceMessage !== null && ABOUT_FILE.test(serviceMessage)
    ? { code: 'PHOTO_NOT_ACCEPTED', field: ['input', 'file'], message }
    : { code: 'REJECTED', field: null, message };
};

const send = async (call: Call, id: Int64, photo: OutgoingPhoto): Promise<ListingPhoto | null> => {
  const result = await uploadPhoto(call, id, photo);
  if (result === null) return null;
  const { index, largeimageurl, thumbimageurl } = result;
  const variants = [
    ...(largeimageurl === null ? [] : [{ sizeClass: 0 as const, sizeClassCode: 0, url: largeimageurl }]),
    ...(thumbimageurl === null ? [] : [{ sizeClass: 1 as const, sizeClassCode: 1, url: thumbimageurl }]),
  ];
  return index === null ? null : { index, isMain: null, variants };
};

/**
 * Adds a photo to a listing. What is no photo, or has too many bytes, costs none of an upload.
 *
 * Assumption: R43. The limits of `photoSpecs` are advice to clients: the service may scale what is larger.
 *
 * @throws UpstreamFailure; OVERLOADED when the photo was refused before it was sent
 */
export const addPhoto = async (context: GatewayContext, id: Int64, photo: IncomingPhoto): Promise<AddedPhoto> => {
  const { bytes } = photo;
  if (photo.isTooLarge) return { photo: null, refusal: notAccepted('The photo is too large.') };
  const type = photoTypeOf(bytes);
  if (type === null) return { photo: null, refusal: notAccepted('The file is not a supported photo.') };
  // Assumption: R31. What was read of the photos before may not be true any more, whatever came of it.
  const { done, userErrors } = await sendMutation(context, {
    mutation: 'uploadListingPhoto',
    field: ['input', 'id'],
    describe: refusalInWords,
    send: (call) => send(call, id, { bytes, type, onRefused: (listener) => photo.onRefused(listener) }),
  });
  return { photo: done && done.result, refusal: userErrors[0] ?? null };
};

const UploadListingPhotoPayloadRef = createListingPayload(
  'uploadListingPhoto',
  'The listing with its current photos; null if the photo was rejected.',
);

builder.objectField(UploadListingPhotoPayloadRef, 'photo', (t) =>
  t.field({
    type: PhotoRef,
    description: 'The new photo, the last one of its listing.',
    price: payloadListing,
    resolve: ({ photo = null, listing }) => (photo === null || listing === null ? null : { ...photo, listing }),
  }),
);

builder.mutationFields((t) => ({
  uploadListingPhoto: t.field({
    type: UploadListingPhotoPayloadRef,
    description:
      'Add a photo to a listing, after the others. Send a multipart request with the header `GraphQL-Require-Preflight`.',
    args: inputOf('uploadListingPhoto', 'Which listing, which file.', (of) => ({
      id: listingId(of),
      file: of.field({
        type: 'Upload',
        required: true,
        description:
          "JPEG, PNG or WebP, at most 10 MB. Scale it to the listing's `photoSpecs` first; the service decides what to do with larger ones.",
      }),
    })),
    price: listingWrite('uploadPhoto'),
    resolve: async (_root, { input }, context): Promise<ListingPayloadModel> => {
      // No other field is given it: what comes behind this one would only hold its bytes.
      using file = input.file;
      const id = readNumericKey('Listing', 'input.id', input.id);
      const { photo, refusal } = await addPhoto(context, id, file);
      return refusal === null ? { listing: listingLink(id), photo, userErrors: [] } : refused(refusal);
    },
  }),
  deleteListingPhoto: t.field({
    type: createListingPayload('deleteListingPhoto'),
    description: 'Delete a photo; the indexes of later photos decrease by one.',
    args: inputOf('deleteListingPhoto', 'Which photo.', photoFields),
    price: listingWrite('deletePhoto'),
    resolve: (_root, { input }, context) => writePhoto(input, context, 'deleteListingPhoto', deletePhoto),
  }),
  rotateListingPhoto: t.field({
    type: createListingPayload('rotateListingPhoto'),
    description: 'Turn a photo by 90 degrees.',
    args: inputOf('rotateListingPhoto', 'Which photo, which way.', (of) => ({
      ...photoFields(of),
      direction: of.field({
        type: PhotoRotationRef,
        required: true,
        defaultValue: RotateDirection.Clockwise,
        description: 'Which way.',
      }),
    })),
    price: listingWrite('rotatePhoto'),
    resolve: (_root, { input }, context) =>
      writePhoto(input, context, 'rotateListingPhoto', (call, id, index) =>
        rotatePhoto(call, id, index, input.direction),
      ),
  }),
  setDefaultListingPhoto: t.field({
    type: createListingPayload('setDefaultListingPhoto'),
    description: 'Make a photo the main one; the service may put it first, so read the photos again.',
    args: inputOf('setDefaultListingPhoto', 'Which photo.', photoFields),
    price: listingWrite('setDefaultPhoto'),
    resolve: (_root, { input }, context) => writePhoto(input, context, 'setDefaultListingPhoto', setDefaultPhoto),
  }),
}));
