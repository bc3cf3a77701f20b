/** Adding a photo to a listing, for the mutation and the plain route alike: checked first, then streamed to the service. */

import type { Int64 } from '../../../../json/int64.ts';
import { failureIn, type UpstreamFailure } from '../../../../upstream/call/failure.ts';
import { type PhotoType, uploadPhoto } from '../../../../upstream/endpoints/photo-upload.ts';
import type { ListingPhoto } from '../../../../upstream/endpoints/photos.ts';
import { invalidateAfter } from '../../../loaders/loaders.ts';
import {
  type InspectedPhoto,
  inspectPhoto,
  MAX_PHOTO_BYTES,
  PhotoTooLargeError,
} from '../../../uploads/inspect-photo.ts';
import type { PhotoFile } from '../../../uploads/photo-file.ts';
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
  if (error instanceof PhotoTooLargeError) return tooLarge;
  const failure = failureIn(error);
  if (failure?.kind === 'not_found') return { ...noListing, message: failure.serviceMessage ?? noListing.message };
  if (failure?.kind === 'rejected') return refusalInWords(failure);
  throw error;
};

interface Sending {
  readonly stream: InspectedPhoto['stream'];
  readonly type: PhotoType;
  readonly size: number | null;
}

const send = async (context: GatewayContext, id: Int64, photo: Sending): Promise<ListingPhoto | null> => {
  const result = await uploadPhoto(context.upload, id, photo);
  if (result === null) return null;
  const { index, largeimageurl, thumbimageurl } = result;
  const variants = [
    ...(largeimageurl === null ? [] : [{ sizeClass: 0 as const, sizeClassCode: 0, url: largeimageurl }]),
    ...(thumbimageurl === null ? [] : [{ sizeClass: 1 as const, sizeClassCode: 1, url: thumbimageurl }]),
  ];
  return index === null ? null : { index, isMain: null, variants };
};

const checkAndSend = async (
  context: GatewayContext,
  id: Int64,
  file: PhotoFile,
  photo: InspectedPhoto,
): Promise<AddedPhoto> => {
  if (photo.type === null) return notAccepted('The file is not a supported photo.');
  if (file.size !== null && file.size > MAX_PHOTO_BYTES) return tooLarge;
  try {
    const added = await send(context, id, { stream: photo.stream, type: photo.type, size: file.size });
    return { kind: 'added', photo: added };
  } catch (error) {
    return refusalOf(error);
  } finally {
    // Assumption: R31. What was read of the photos before may not be true any more, whatever came of it.
    invalidateAfter('uploadListingPhoto', context.loaders);
  }
};

/**
 * Adds a photo to a listing. What is no photo, or has too many bytes, costs none of an upload. However it ends, the stream
 * of the file has ended or is destroyed.
 *
 * Assumption: R43. The limits of `photoSpecs` are advice to clients: the service may scale what is larger.
 *
 * @throws UpstreamFailure, or what the stream of the file fails with
 */
export const addPhoto = async (context: GatewayContext, id: Int64, file: PhotoFile): Promise<AddedPhoto> => {
  try {
    const photo = await inspectPhoto(file.stream);
    try {
      return await checkAndSend(context, id, file, photo);
    } finally {
      photo.stream.destroy();
    }
  } finally {
    file.stream.destroy();
  }
};
