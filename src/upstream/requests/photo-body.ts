/** The body in which a photo is sent: a form with one file, or the bytes alone (ruling R30). */

import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { OutgoingPhoto } from '../call/outgoing-photo.ts';
import type { StreamedBody } from '../call/service-request.ts';

/** Form in which the service takes photos: the setting of ruling R30. */
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

async function* framed(head: Buffer, stream: Readable, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  yield* stream;
  yield tail;
}

const multipartBody = ({ stream, type, filename, size }: OutgoingPhoto): StreamedBody => {
  const boundary = `photo-${randomUUID()}`;
  const name = escapeName(filename ?? `photo.${extensions[type]}`);
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${FIELD}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: size === null ? null : head.length + size + tail.length,
    source: stream,
    chunks: framed(head, stream, tail),
  };
};

/** Makes the body of an upload. It reads the photo no faster than it is read itself. Assumption: R30. */
export const photoBodyOf = (photo: OutgoingPhoto, form: PhotoBodyForm): StreamedBody =>
  form === 'multipart'
    ? multipartBody(photo)
    : { contentType: photo.type, length: photo.size, source: photo.stream, chunks: photo.stream };
