/** Bodies of answers, bounded in size as sent and once inflated. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { BodyTooLargeError, type ResponseBody } from './received-body.ts';

/** A body is compressed in a way that cannot be undone. */
export class BodyEncodingError extends Error {
  constructor() {
    super('The body cannot be inflated.');
    this.name = 'BodyEncodingError';
  }
}

const inflaters = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

const undoEncoding = async (bytes: Buffer, encoding: string, maxBytes: number): Promise<Buffer> => {
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
 * @param maxBytes limit of the body as sent, and again once inflated; its connection is closed when it is passed
 * @throws BodyTooLargeError, BodyEncodingError, or the error of the connection
 */
export const readTextBody = async (
  body: ResponseBody,
  headers: { readonly contentEncoding: string; readonly contentLength: number | null },
  maxBytes: number,
): Promise<string> => {
  if (headers.contentLength !== null && headers.contentLength > maxBytes) {
    body.abandon();
    throw new BodyTooLargeError();
  }
  const bytes = await body.collect(maxBytes);
  const { contentEncoding } = headers;
  if (contentEncoding === '' || contentEncoding === 'identity') return bytes.toString('utf8');
  return (await undoEncoding(bytes, contentEncoding, maxBytes)).toString('utf8');
};
