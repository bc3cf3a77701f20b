/** Finds the photo in the body of an upload. */
import { badRequest, type Refusal, unsupportedMediaType } from '../core/refusal.ts';
import { mediaTypeOf, readBytes } from '../core/request-body.ts';
import { PHOTO_FIELD, readPhotoForm } from './photo-form.ts';

/** The largest upload the service reads, in bytes, with whatever surrounds the photo. */
export const PHOTO_BODY_LIMIT_BYTES = 12 * 1024 * 1024;

/**
 * Reads the one photo of an upload.
 *
 * Assumption: R30: multipart/form-data with the field `file`. A single file in another field passes as well, and so does
 * the photo itself as the body, with an image's content type or none that says otherwise.
 *
 * @throws Refusal 400 when there is no photo or more than one, 413 over 12 MB, 415 for a body of another type
 */
export async function readPhotoBody(http: Request): Promise<Uint8Array<ArrayBuffer>> {
  const mediaType = mediaTypeOf(http);
  const isMultipart = mediaType === 'multipart/form-data';
  const isRaw = mediaType === '' || mediaType === 'application/octet-stream' || mediaType.startsWith('image/');
  if (!isMultipart && !isRaw) throw unsupportedMediaType('multipart/form-data or an image');
  const body = await readBytes(http, PHOTO_BODY_LIMIT_BYTES);
  const photos = isMultipart ? await readPhotoForm(body, http.headers.get('content-type') ?? '') : [body];
  const [photo] = photos;
  if (photos.length > 1) throw badRequest('Send one photo at a time.');
  if (photo === undefined || photo.byteLength === 0) throw createNoPhotoError();
  return photo;
}

const createNoPhotoError = (): Refusal =>
  badRequest(`Send one photo: as the field '${PHOTO_FIELD}' of multipart/form-data, or as the body.`);
