/**
 * Photos that come in: how one is read from its request, and how many bytes of them are held: of one caller no more than are free, so that many of
 * theirs keep out nobody else's.
 */
import type { IncomingMessage } from 'node:http';
import { badRequest, overloaded } from '../errors/graphql-errors.ts';
import { mediaTypeOf } from '../http/media-type.ts';
import { IncomingPhoto } from './incoming-photo.ts';
import { readUpload, readFileForm } from './read-upload.ts';

const wanted =
  'Send the photo as the body, with its content type (image/jpeg, image/png, image/webp), or as the only file of multipart/form-data.';

const readBody = (request: IncomingMessage, photo: IncomingPhoto): Promise<void> =>
  new Promise((resolve, reject) => {
    photo.onRefused(reject);
    const end = (error: Error | null): void => {
      if (error !== null) reject(error);
      else {
        photo.finish();
        resolve();
      }
    };
    readUpload(request, (piece) => photo.append(piece), end);
  });

const MAX_FIELD_BYTES = 1024;

/**
 * Reads a request with its photo.
 *
 * @throws GraphQLError BAD_REQUEST, REQUEST_TOO_LARGE, or OVERLOADED when the photo is refused; ClientGoneError
 */
export const readPhotoRequest = async (request: IncomingMessage, photo: IncomingPhoto): Promise<void> => {
  const mediaType = mediaTypeOf(request.headers['content-type']);
  if (mediaType === 'multipart/form-data') return readFileForm(request, MAX_FIELD_BYTES, photo, () => {});
  if (mediaType.startsWith('image/')) return readBody(request, photo);
  throw badRequest('BAD_REQUEST', wanted, { status: 415 });
};

interface PhotoIntakeOptions {
  /** Most bytes of all photos together; 0 for no limit. */
  readonly most: number;
  readonly onRefusal: (limit: 'photo_bytes') => void;
}

/** Begins to take in the photo of a request of a caller; those who cannot be told apart are one. Whoever begins disposes of it. */
export type BeginPhoto = (request: Pick<IncomingMessage, 'headers'>, caller: string | null) => IncomingPhoto;

/** So much has to come for a sender not to stand still: single bytes are no progress, however often they come. */
const STEP_BYTES = 65_536;

/** What is held for a caller. */
interface CallerPhotos {
  bytes: number;
  /** With the bytes that each had when it last went on by a step. Who has stood still longest is first. */
  readonly photos: Map<IncomingPhoto, number>;
}

/** Creates the intake. */
export const createPhotoIntake = ({ most, onRefusal }: PhotoIntakeOptions): BeginPhoto => {
  const callers = new Map<string | null, CallerPhotos>();
  let total = 0;

  const refuseTooMany = (theirs: CallerPhotos): void => {
    for (const photo of theirs.photos.keys()) {
      if (theirs.bytes <= most - total) return;
      // The service may have seen one that has come in.
      if (photo.isWhole) continue;
      onRefusal('photo_bytes');
      photo.refuse(overloaded('Too many photos are being uploaded: this one was not sent. Try again in a second.'));
    }
  };

  return ({ headers }, caller) => {
    let bytes = 0;
    return new IncomingPhoto(headers['idempotency-key'] !== undefined, (photo) => {
      const theirs: CallerPhotos = callers.get(caller) ?? { bytes: 0, photos: new Map() };
      const { photos } = theirs;
      const more = photo.held - bytes;
      bytes = photo.held;
      theirs.bytes += more;
      total += more;
      const before = photos.get(photo) ?? 0;
      const isStep = bytes - before >= STEP_BYTES;
      if (bytes === 0 || isStep) photos.delete(photo);
      if (bytes > 0) photos.set(photo, isStep ? bytes : before);
      if (photos.size === 0) callers.delete(caller);
      else callers.set(caller, theirs);
      if (most > 0 && more > 0) refuseTooMany(theirs);
    });
  };
};
