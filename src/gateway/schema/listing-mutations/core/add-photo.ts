/** Adding a photo to a listing, for the mutation and the plain route alike: checked first, then sent to the service. */

import type { Int64 } from '../../../../json/int64.ts';
import { failureIn, type UpstreamFailure } from '../../../../upstream/call/failure.ts';
import { type OutgoingPhoto, uploadPhoto } from '../../../../upstream/endpoints/photo-upload.ts';
import type { ListingPhoto } from '../../../../upstream/endpoints/photos.ts';
import { invalidateAfter } from '../../../loaders/loaders.ts';
import type { IncomingPhoto } from '../../../uploads/incoming-photo.ts';
import { photoTypeOf } from '../../../uploads/photo-header.ts';
import type { GatewayContext } from '../../core/context.ts';
import type { UserErrorCode } from '../../core/user-error.ts';

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
  const result = await uploadPhoto(context.upload, id, photo);
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
    invalidateAfter('uploadListingPhoto', context.loaders);
  }
};
