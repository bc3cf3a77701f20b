/** The photo in the body of a request: a form with one file, or the bytes alone. */
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { type Refusal, badRequest, unsupportedMediaType } from '../core/refusal.ts';
import { mediaTypeOf, readBytes } from '../core/request-body.ts';

/** The field in which a photo is expected; a file in another field is taken for one as well. */
const PHOTO_FIELD = 'file';

/**
 * Finds the files of a form, and the field that photos come in, even without a file name.
 *
 * @throws Refusal 400 when the body is cut off, its content type names no boundary, or a limit is exceeded
 */
function readPhotoForm(body: Buffer, contentType: string): Promise<Uint8Array<ArrayBuffer>[]> {
  return new Promise((resolve, reject) => {
    const parser = createParser(contentType);
    const photos: Uint8Array<ArrayBuffer>[] = [];
    const checkNames = (...names: readonly (string | undefined)[]): void => {
      if (names.some((name) => name !== undefined && name.length > NAME_LIMIT)) reject(createMalformedError());
    };
    parser.on('file', (name: string | undefined, file: BusboyFileStream, filename: string | undefined) => {
      checkNames(name, filename);
      const chunks: Buffer[] = [];
      file.on('data', (chunk: Buffer) => chunks.push(chunk));
      file.on('error', () => reject(createMalformedError()));
      file.on('end', () => photos.push(Buffer.concat(chunks)));
    });
    parser.on('field', (name: string | undefined) => checkNames(name));
    parser.on('partsLimit', () => reject(badRequest(`The form must not have more than ${limits.parts} fields.`)));
    parser.on('error', () => reject(createMalformedError()));
    parser.on('finish', () => resolve(photos));
    parser.end(body);
  });
}

/** No form of this service has more fields; hostile ones have thousands. */
const limits = { parts: 20, headerSize: 4 * 1024 } as const;

/** Longest name of a field or a file, in characters: the parser cuts headers that are longer than their limit. */
const NAME_LIMIT = 1024;

function createParser(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits,
      isPartAFile: (name, _type, filename) => filename !== undefined || name === PHOTO_FIELD,
    });
  } catch {
    throw badRequest('The content type multipart/form-data must name its boundary.');
  }
}

const createMalformedError = (): Refusal => badRequest('The body is not complete multipart/form-data.');

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
  if (photo === undefined || photo.byteLength === 0)
    throw badRequest(`Send one photo: as the field '${PHOTO_FIELD}' of multipart/form-data, or as the body.`);
  return photo;
}
