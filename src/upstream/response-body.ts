/** Bodies of answers, bounded in size as sent and once inflated. */
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Dispatcher } from 'undici';

/** A body is larger than its limit, as sent or once inflated. */
export class BodyTooLargeError extends Error {
  constructor() {
    super('The body is too large.');
    this.name = 'BodyTooLargeError';
  }
}

/** A body is compressed in a way that cannot be undone. */
export class BodyEncodingError extends Error {
  constructor() {
    super('The body cannot be inflated.');
    this.name = 'BodyEncodingError';
  }
}

/** Reads away what is left of a small body, so that its connection can be used again; ends that of a large one. */
export const drain = async (body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<void> => {
  try {
    await body.dump({ limit: maxBytes });
  } catch {
    // The answer is known already; the connection is gone.
  }
};

const inflaters = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

const collect = (body: Readable, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      reject(new BodyTooLargeError());
      body.destroy();
    });
    body.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)));
    body.on('error', reject);
  });

const undoEncoding = async (bytes: Buffer, encoding: string, maxBytes: number): Promise<Buffer> => {
  if (encoding === '' || encoding === 'identity') return bytes;
  const undo = inflaters.get(encoding);
  if (undo === undefined) throw new BodyEncodingError();
  try {
    return await undo(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLarge = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge ? new BodyTooLargeError() : new BodyEncodingError();
  }
};

/**
 * Reads a body as text. It is inflated when the service compressed it unasked.
 *
 * @param maxBytes limit of the body as sent, and again once inflated; the stream is destroyed when it is passed
 * @throws BodyTooLargeError, BodyEncodingError, or the error of the stream
 */
export const readTextBody = async (
  body: Readable,
  headers: { readonly contentEncoding: string; readonly contentLength: number | null },
  maxBytes: number,
): Promise<string> => {
  if (headers.contentLength !== null && headers.contentLength > maxBytes) {
    body.on('error', () => {});
    body.destroy();
    throw new BodyTooLargeError();
  }
  const bytes = await collect(body, maxBytes);
  return (await undoEncoding(bytes, headers.contentEncoding, maxBytes)).toString('utf8');
};
