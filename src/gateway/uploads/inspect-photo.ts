/** Finds out what a photo is from its first bytes, and lets it go on whole. */
import { finished, Readable } from 'node:stream';
import type { PhotoType } from '../../upstream/endpoints/photo-upload.ts';
import { type HeaderReading, isJpegStart, readPhotoHeader } from './photo-header.ts';

/** Largest photo. */
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

/** Bytes of a photo that are buffered while its header is looked for. */
const MAX_HELD_BYTES = 64 * 1024;

/** The photo has more bytes than are taken. */
export class PhotoTooLargeError extends Error {
  override readonly name = 'PhotoTooLargeError';
}

/** A photo whose start has been read. */
export interface InspectedPhoto {
  /** By its first bytes; null when they are not those of a JPEG, PNG or WebP. */
  readonly type: PhotoType | null;
  /**
   * The photo from its first byte; one chunk is read ahead. It fails with PhotoTooLargeError above 10 MB, after the rest
   * has gone by. Whoever has it reads or destroys it; destroying it destroys the stream it was made of.
   */
  readonly stream: Readable;
}

const typeOf = (reading: HeaderReading, start: Buffer, isWhole: boolean): PhotoType | null => {
  if (reading !== null && reading !== 'more') return reading;
  // Cameras may put more before the size than is held; then the service has to look.
  const mayComeLater = reading === 'more' && !isWhole && isJpegStart(start);
  return mayComeLater ? 'image/jpeg' : null;
};

async function* continued(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  let size = start.length;
  if (size > 0) yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    size += next.value.length;
    // What is left is counted on: a request that is too large as a whole says so in its own way.
    if (size <= MAX_PHOTO_BYTES) yield next.value;
  }
  if (size > MAX_PHOTO_BYTES) throw new PhotoTooLargeError('The photo is larger than 10 MB.');
}

/** Reads the start of a photo. @throws the error of the stream */
export const inspectPhoto = async (stream: Readable): Promise<InspectedPhoto> => {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  let reading: HeaderReading = 'more';
  let isWhole = false;
  while (reading === 'more' && start.length < MAX_HELD_BYTES) {
    const next = await chunks.next();
    if (next.done === true) {
      isWhole = true;
      break;
    }
    start = Buffer.concat([start, next.value]);
    reading = readPhotoHeader(start);
  }
  const whole = Readable.from(continued(start, chunks), { highWaterMark: 1 });
  // A stream that fails while nobody reads has to be known at once, so that its request ends.
  const stopWatching = finished(stream, { writable: false }, (error) => {
    if (error !== null && error !== undefined) whole.destroy(stream.errored ?? error);
  });
  whole.on('error', () => {});
  whole.once('close', () => {
    stopWatching();
    stream.destroy();
  });
  return { type: typeOf(reading, start, isWhole), stream: whole };
};
