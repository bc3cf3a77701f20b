/** Bodies of answers, bounded in size as sent and once inflated. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { textOf } from './body-text.ts';
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

const undoEncoding = async (bytes: Buffer, encoding: string, maxBytes: number): Promise<string> => {
  const undo = inflaters.get(encoding);
  if (undo === undefined) throw new BodyEncodingError();
  try {
    return textOf(await undo(bytes, { maxOutputLength: maxBytes }));
  } catch (error) {
    const isTooLarge = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge ? new BodyTooLargeError() : new BodyEncodingError();
  }
};

/**
 * Reads a body as text. It is inflated when the service compressed it unasked.
 *
 * @param maxBytes limit of the body as sent, and again once inflated; its connection is closed when it is passed
 * @param read takes the text
 * @throws BodyTooLargeError, BodyEncodingError, the error of the connection, or what `read` throws
 */
export const readTextBody = <Result>(
  body: ResponseBody,
  headers: { readonly contentEncoding: string; readonly contentLength: number | null },
  maxBytes: number,
  read: (text: string) => Result,
): Promise<Result> => {
  if (headers.contentLength !== null && headers.contentLength > maxBytes) {
    body.abandon();
    return Promise.reject(new BodyTooLargeError());
  }
  const bytes = body.collect(maxBytes);
  const { contentEncoding } = headers;
  if (contentEncoding === '' || contentEncoding === 'identity') return bytes.then((all) => read(textOf(all)));
  return bytes.then((compressed) => undoEncoding(compressed, contentEncoding, maxBytes)).then(read);
};
