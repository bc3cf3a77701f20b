/** Adding a photo to a listing, for the mutation and the plain route alike: checked first, then streamed to the service. */
import type { PhotoSpecs } from '../../contract/photos.ts';
import type { Read } from '../../upstream/decode.ts';
import { UpstreamNotFoundError, UpstreamRejectedError } from '../../upstream/errors.ts';
import type { Int64 } from '../../upstream/int64.ts';
import { type PhotoType, uploadPhoto } from '../../upstream/photo-upload.ts';
import type { ListingPhoto } from '../../upstream/photos.ts';
import type { GatewayContext } from '../context.ts';
import { type DefinitionView, readableDefinition } from '../listing/readable-definition.ts';
import { forgetAfter } from '../loaders.ts';
import type { UserErrorCode } from '../user-error.ts';
import { type InspectedPhoto, inspectPhoto, MAX_PHOTO_BYTES, PhotoTooLargeError } from './inspect-photo.ts';
import type { PhotoFile } from './photo-file.ts';

type Specs = Read<typeof PhotoSpecs>;

/** What came of adding a photo. */
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

const noListing: Refusal = { kind: 'refused', code: 'NOT_FOUND', message: 'There is no such listing.' };

const acceptedPhotos = (specs: Specs | null): string => {
  const pixels =
    specs?.MaxWidth == null || specs.MaxHeight == null ? '' : ` and ${specs.MaxWidth} × ${specs.MaxHeight} pixels`;
  const count = specs?.Max == null ? '' : `; a listing has at most ${specs.Max}`;
  return `A photo is a JPEG, PNG or WebP of at most 10 MB${pixels}${count}.`;
};

const notAccepted = (problem: string, specs: Specs | null): Refusal => ({
  kind: 'refused',
  code: 'PHOTO_NOT_ACCEPTED',
  message: `${problem} ${acceptedPhotos(specs)}`,
});

const isWithin = (width: number, height: number, { MaxWidth, MaxHeight }: Specs): boolean =>
  (MaxWidth === null || width <= MaxWidth) && (MaxHeight === null || height <= MaxHeight);

const fits = ({ type, width, height }: InspectedPhoto, specs: Specs): boolean => {
  if (width === null || height === null) return true;
  // A JPEG may be stored lying on its side: the service knows how it stands upright.
  return isWithin(width, height, specs) || (type === 'image/jpeg' && isWithin(height, width, specs));
};

const specsFor = (definition: DefinitionView | null, { lookups }: GatewayContext) =>
  definition === null || definition.SectionId === null || definition.CategoryId === null
    ? null
    : lookups.photoSpecs({ section: definition.SectionId, category: definition.CategoryId });

/** A problem that can be told before a byte is sent on; null when there is none. */
const problemWith = (
  photo: InspectedPhoto,
  { size }: PhotoFile,
  photoCount: number,
  specs: Specs | null,
): string | null => {
  if (photo.type === null) return 'The file is no photo that can be taken.';
  if (size !== null && size > MAX_PHOTO_BYTES) return 'The photo is too large.';
  if (specs === null) return null;
  if (specs.Max !== null && photoCount >= specs.Max) return `The listing has ${photoCount} photos already.`;
  return fits(photo, specs) ? null : `The photo has ${photo.width} × ${photo.height} pixels.`;
};

/** Failures that are the business of the person in front of the screen; others are thrown on. */
const refusalOf = (error: unknown, specs: Specs | null): Refusal => {
  if (error instanceof PhotoTooLargeError) return notAccepted('The photo is too large.', specs);
  if (error instanceof UpstreamNotFoundError) return noListing;
  if (error instanceof UpstreamRejectedError) {
    const isAboutFile = error.status === 413 || error.status === 415;
    const message = error.serviceMessage ?? 'The service refused the photo.';
    return isAboutFile ? notAccepted(message, specs) : { kind: 'refused', code: 'REJECTED', message };
  }
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
    ...(largeimageurl === null ? [] : [{ sizeClass: 0 as const, url: largeimageurl }]),
    ...(thumbimageurl === null ? [] : [{ sizeClass: 1 as const, url: thumbimageurl }]),
  ];
  return index === null ? null : { index, isMain: null, variants };
};

const checkAndSend = async (
  context: GatewayContext,
  id: Int64,
  file: PhotoFile,
  photo: InspectedPhoto,
): Promise<AddedPhoto> => {
  if (photo.type === null) return notAccepted('The file is no photo that can be taken.', null);
  const definition = await readableDefinition(id, context);
  const specs = await specsFor(definition, context);
  const problem = problemWith(photo, file, definition?.Images?.length ?? 0, specs);
  if (problem !== null) return notAccepted(problem, specs);
  try {
    const added = await send(context, id, { stream: photo.stream, type: photo.type, size: file.size });
    return { kind: 'added', photo: added };
  } catch (error) {
    return refusalOf(error, specs);
  } finally {
    // Assumption: R31. What was read of the photos before may not be true any more, whatever came of it.
    forgetAfter('uploadListingPhoto', context.loaders);
  }
};

/**
 * Adds a photo to a listing. Type, pixels and number are checked first, as far as the caller may know them; a photo that
 * is refused then costs no byte of an upload. However it ends, the stream of the file has ended or is destroyed.
 *
 * @throws UpstreamError, or what the stream of the file fails with
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
