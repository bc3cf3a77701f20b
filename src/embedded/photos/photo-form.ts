/** Reads the photos of a multipart/form-data body. */
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { badRequest, type Refusal } from '../core/refusal.ts';

/** The field in which a photo is expected; a file in another field is taken for one as well. */
export const PHOTO_FIELD = 'file';

/**
 * Finds the files of a form, and the field that photos come in, even without a file name.
 *
 * @throws Refusal 400 when the body is cut off, its content type names no boundary, or a limit is exceeded
 */
export function readPhotoForm(body: Buffer, contentType: string): Promise<Uint8Array<ArrayBuffer>[]> {
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
