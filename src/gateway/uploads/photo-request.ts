/** Reads a request that brings one photo and nothing else: as its body, or as the one file of a form. */
import type { IncomingMessage } from 'node:http';
import { badRequest } from '../errors/graphql-errors.ts';
import { mediaTypeOf } from '../http/request-head.ts';
import { readUpload } from './byte-limit.ts';
import { readFileForm } from './file-form.ts';
import type { IncomingPhoto } from './incoming-photo.ts';

const wanted =
  'Send the photo as the body, with its content type (image/jpeg, image/png, image/webp), or as the only file of multipart/form-data.';

/** The photo as the body. */
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

/** Largest field beside the photo; none is read. */
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
