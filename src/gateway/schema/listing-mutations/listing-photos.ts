/** Mutations of the photos of a listing. */
import { RotateDirection } from '../../../contract/codes.ts';
import type { Int64 } from '../../../json/int64.ts';
import { type UpstreamFailure, failureIn } from '../../../rest/call/failure.ts';
import type { Call } from '../../../rest/client.ts';
import { type OutgoingPhoto, uploadPhoto } from '../../../rest/endpoints/photo-writes.ts';
import { deletePhoto, rotatePhoto, setDefaultPhoto } from '../../../rest/endpoints/photo-writes.ts';
import type { ListingPhoto } from '../../../rest/endpoints/photos.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { badUserInput } from '../../errors/graphql-errors.ts';
import type { InvalidatingMutation } from '../../loaders/loaders.ts';
import { IncomingPhoto } from '../../uploads/incoming-photo.ts';
import { photoTypeOf } from '../../uploads/photo-header.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { PhotoRotationRef } from '../core/enums.ts';
import { sendMutation } from '../core/send-mutation.ts';
import { typeName } from '../core/type-name.ts';
import type { UserErrorCode } from '../core/user-error.ts';
import { listingLink } from '../listing/model/listing-model.ts';
import { PhotoRef } from '../listing/photo.ts';
import { listingWrite, payloadListing } from './core/mutation-prices.ts';
import { type ListingPayloadModel, createListingPayload, listingPayload } from './listing-payload.ts';

const noFile = () =>
  badUserInput(
    'An Upload is a file of a multipart request: leave its variable null and send the file as the GraphQL multipart request specification says.',
  );

builder.scalarType('Upload', {
  description: 'A file in a multipart request (GraphQL multipart request specification).',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  serialize: () => {
    throw noFile();
  },
  parseValue: (value) => {
    if (value instanceof IncomingPhoto) return value;
    throw noFile();
  },
  parseLiteral: () => {
    throw noFile();
  },
});

/** Descriptions of the inputs that name a photo. */
const photoInputDescriptions = {
  id: 'Global id or number of the listing.',
  index:
    '`Photo.index`, counted from 0. It can change when a photo is deleted or made the main one: re-fetch the photos before the next change.',
} as const;

/** Declares the input of a mutation that takes a photo and nothing else. */
const createPhotoInput = (mutation: string) =>
  builder.inputType(typeName(mutation, 'Input'), {
    description: `Input of \`${mutation}\`.`,
    fields: (t) => ({
      id: t.id({ required: true, description: photoInputDescriptions.id }),
      index: t.int({ required: true, description: photoInputDescriptions.index }),
    }),
  });

interface PhotoInput {
  readonly id: string;
  readonly index: number;
}

/** Sends a mutation of one photo. */
const writePhoto = async (
  { id: inputId, index }: PhotoInput,
  context: GatewayContext,
  mutation: InvalidatingMutation,
  send: (call: Call, id: Int64, index: number) => Promise<void>,
): Promise<ListingPayloadModel> => {
  const id = readNumericKey('Listing', 'input.id', inputId);
  if (index < 0) return noSuchPhoto;
  const outcome = await sendMutation(context, {
    mutation,
    // The service does not state which of the two it is.
    field: null,
    notFound: 'The listing or the photo was not found.',
    send: (call) => send(call, id, index),
  });
  return listingPayload(id, outcome);
};

/** Before the first photo there is none: nothing is sent for such an index. */
const noSuchPhoto: ListingPayloadModel = {
  listing: null,
  userErrors: [{ code: 'NOT_FOUND', field: ['input', 'index'], message: 'The photo was not found.' }],
};

/** Outcome of adding a photo. */
export type AddedPhoto =
  | {
      readonly kind: 'added';
      /** Null when the service does not say where it put it. */
      readonly photo: ListingPhoto | null;
    }
  | {
      readonly kind: 'refused';
      readonly code: Extract<UserErrorCode, 'NOT_FOUND' | 'PHOTO_NOT_ACCEPTED' | 'REJECTED'>;
      readonly message: string;
    };

type Refusal = Extract<AddedPhoto, { readonly kind: 'refused' }>;

const noListing: Refusal = { kind: 'refused', code: 'NOT_FOUND', message: 'The listing was not found.' };

const notAccepted = (problem: string): Refusal => ({
  kind: 'refused',
  code: 'PHOTO_NOT_ACCEPTED',
  message: `${problem.replace(/[^.!?]$/, '$&.')} Use a JPEG, PNG or WebP of at most 10 MB.`,
});

const tooLarge = notAccepted('The photo is too large.');

const ABOUT_FILE = /\b(?:photo|picture|image|file)s?\b/i;

/** A refusal in the words of the service: of the file, or of something else. */
const refusalInWords = ({ status, serviceMessage }: UpstreamFailure): Refusal => {
  const message = serviceMessage ?? 'The photo was rejected.';
  if (status === 413 || status === 415) return notAccepted(message);
  const mayBeAboutFile = status === 400 || status === 422 || (status !== null && status < 300);
  const isAboutFile = mayBeAboutFile && serviceMessage !== null && ABOUT_FILE.test(serviceMessage);
  return { kind: 'refused', code: isAboutFile ? 'PHOTO_NOT_ACCEPTED' : 'REJECTED', message };
};

/** Failures that are the business of the user in front of the screen; others are thrown on. */
const refusalOf = (error: unknown): Refusal => {
  const failure = failureIn(error);
  if (failure?.kind === 'not_found') return { ...noListing, message: failure.serviceMessage ?? noListing.message };
  if (failure?.kind === 'rejected') return refusalInWords(failure);
  throw error;
};

const send = async (context: GatewayContext, id: Int64, photo: OutgoingPhoto): Promise<ListingPhoto | null> => {
  const result = await uploadPhoto(context.call, id, photo);
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
 * @throws UpstreamFailure
 */
export const addPhoto = async (
  context: GatewayContext,
  id: Int64,
  { bytes, isTooLarge }: IncomingPhoto,
): Promise<AddedPhoto> => {
  if (isTooLarge) return tooLarge;
  const type = photoTypeOf(bytes);
  if (type === null) return notAccepted('The file is not a supported photo.');
  try {
    return { kind: 'added', photo: await send(context, id, { bytes, type }) };
  } catch (error) {
    return refusalOf(error);
  } finally {
    // Assumption: R31. What was read of the photos before may not be true any more, whatever came of it.
    context.loaders.invalidateAfter('uploadListingPhoto');
  }
};

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
    price: payloadListing,
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
    price: listingWrite('uploadPhoto'),
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

const DeleteListingPhotoInput = createPhotoInput('deleteListingPhoto');

builder.mutationField('deleteListingPhoto', (t) =>
  t.field({
    type: createListingPayload('deleteListingPhoto'),
    description: 'Delete a photo; the indexes of later photos decrease by one.',
    price: listingWrite('deletePhoto'),
    args: { input: t.arg({ type: DeleteListingPhotoInput, required: true, description: 'Which photo.' }) },
    resolve: (_root, { input }, context) => writePhoto(input, context, 'deleteListingPhoto', deletePhoto),
  }),
);

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
    price: listingWrite('rotatePhoto'),
    args: { input: t.arg({ type: RotateListingPhotoInput, required: true, description: 'Which photo, which way.' }) },
    resolve: (_root, { input }, context) =>
      writePhoto(input, context, 'rotateListingPhoto', (call, id, index) =>
        rotatePhoto(call, id, index, input.direction),
      ),
  }),
);

const SetDefaultListingPhotoInput = createPhotoInput('setDefaultListingPhoto');

builder.mutationField('setDefaultListingPhoto', (t) =>
  t.field({
    type: createListingPayload('setDefaultListingPhoto'),
    description: 'Make a photo the main one; the service may put it first, so read the photos again.',
    price: listingWrite('setDefaultPhoto'),
    args: { input: t.arg({ type: SetDefaultListingPhotoInput, required: true, description: 'Which photo.' }) },
    resolve: (_root, { input }, context) => writePhoto(input, context, 'setDefaultListingPhoto', setDefaultPhoto),
  }),
);
