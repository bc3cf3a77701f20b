/** Photos that come in: how one is read from its request, and the budget of all: when it is spent, who has stood still longest goes, and nobody else waits. */
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
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** Begins to take in the photo of a request. Whoever begins disposes of it. */
export type BeginPhoto = (request: Pick<IncomingMessage, 'headers'>) => IncomingPhoto;

/** Share of the budget that is held when enough have gone. */
const KEPT_SHARE = 7 / 8;
/** So much has to come for a sender not to stand still: single bytes are no progress, however often they come. */
const STEP_BYTES = 65_536;

interface HeldPhoto {
  readonly photo: IncomingPhoto;
  /** Bytes that it had when it last went on by a step, and when that was. */
  bytes: number;
  at: number;
}

/** Creates the intake. */
export const createPhotoIntake = ({ most, onRefusal, now }: PhotoIntakeOptions): BeginPhoto => {
  const held: HeldPhoto[] = [];
  let total = 0;

  const refuseSlowest = (): void => {
    const slowest = held
      // The service may have seen one that has come in.
      .filter(({ photo }) => !photo.isWhole)
      .sort((one, other) => one.at - other.at);
    for (const { photo } of slowest) {
      if (total <= most * KEPT_SHARE) return;
      onRefusal('photo_bytes');
      photo.refuse(overloaded('Too many photos are being uploaded: this one was not sent. Try again in a second.'));
    }
  };

  return ({ headers }) => {
    const since = now();
    let bytes = 0;
    let entry: HeldPhoto | null = null;
    return new IncomingPhoto(headers['idempotency-key'] !== undefined, (photo) => {
      if (entry === null && photo.held > 0) {
        entry = { photo, bytes: 0, at: since };
        held.push(entry);
      }
      total += photo.held - bytes;
      bytes = photo.held;
      if (entry !== null && bytes - entry.bytes >= STEP_BYTES) {
        entry.bytes = bytes;
        entry.at = now();
      }
      const place = bytes === 0 && entry !== null ? held.indexOf(entry) : -1;
      if (place !== -1) held.splice(place, 1);
      if (most > 0 && total > most) refuseSlowest();
    });
  };
};
