/** Finds the photo in the body of an upload. */

import { badRequest, unsupportedMediaType } from '../core/refusal.ts';
import { mediaTypeOf, readBytes } from '../core/request-body.ts';
import { boundaryOf, splitMultipart } from './multipart.ts';

/** The largest upload the service reads, in bytes, with whatever surrounds the photo. */
export const PHOTO_BODY_LIMIT_BYTES = 12 * 1024 * 1024;

const FIELD = 'file';

const noPhoto = () => badRequest(`Send one photo: as the field '${FIELD}' of multipart/form-data, or as the body.`);

const photoOf = (body: Buffer<ArrayBuffer>, http: Request): Uint8Array<ArrayBuffer> => {
  const boundary = boundaryOf(http.headers.get('content-type') ?? '');
  if (boundary === undefined) throw badRequest('The content type multipart/form-data must name its boundary.');
  const files = splitMultipart(body, boundary).filter(({ isFile, name }) => isFile || name === FIELD);
  const [photo] = files;
  if (photo === undefined) throw noPhoto();
  if (files.length > 1) throw badRequest('Send one photo at a time.');
  return photo.bytes;
};

/**
 * Reads the one photo of an upload.
 *
 * Assumption: R30: multipart/form-data with the field `file`. A single file in another field passes as well, and so does
 * the photo itself as the body, with an image's content type or none that says otherwise.
 *
 * @throws Refusal 400 when there is no photo or more than one, 413 over 12 MB, 415 for a body of another type
 */
export const readPhotoBody = async (http: Request): Promise<Uint8Array<ArrayBuffer>> => {
  const mediaType = mediaTypeOf(http);
  const isMultipart = mediaType === 'multipart/form-data';
  const isRaw = mediaType === '' || mediaType === 'application/octet-stream' || mediaType.startsWith('image/');
  if (!isMultipart && !isRaw) throw unsupportedMediaType('multipart/form-data or an image');
  const body = await readBytes(http, PHOTO_BODY_LIMIT_BYTES);
  const photo = isMultipart ? photoOf(body, http) : body;
  if (photo.byteLength === 0) throw noPhoto();
  return photo;
};
