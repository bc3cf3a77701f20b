/** Photos that are sent: as a form with one file, or as their bytes alone (assumption R30). */
import { randomUUID } from 'node:crypto';
import type { RequestBody } from './service-request.ts';

/** Media types of the photos that are sent. */
export type PhotoType = 'image/jpeg' | 'image/png' | 'image/webp';

/** A photo to send. */
export interface OutgoingPhoto {
  readonly bytes: Buffer;
  readonly type: PhotoType;
  /** Name of the file in a form; one that says nothing but the type unless given. */
  readonly filename?: string;
}

/** Form in which the service takes photos: the setting of assumption R30. */
export type PhotoBodyForm = 'multipart' | 'binary';

/** The form field in which the service takes a photo. */
const FIELD = 'file';

const extensions = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const;

/** As browsers escape names in forms. A name that is no header text could end the header and start another. */
const escapeName = (name: string): string =>
  name
    .replaceAll('"', '%22')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
    .replaceAll(/\p{Cc}/gu, '_');

const multipartBody = ({ bytes, type, filename }: OutgoingPhoto): RequestBody => {
  const boundary = `photo-${randomUUID()}`;
  const name = escapeName(filename ?? `photo.${extensions[type]}`);
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${FIELD}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return { contentType: `multipart/form-data; boundary=${boundary}`, content: [head, bytes, tail] };
};

/** Makes the body of an upload. Assumption: R30. */
export const photoBodyOf = (photo: OutgoingPhoto, form: PhotoBodyForm): RequestBody =>
  form === 'multipart' ? multipartBody(photo) : { contentType: photo.type, content: [photo.bytes] };
