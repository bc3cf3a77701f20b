/** Bodies of responses, bounded in size as sent and once inflated. */
import { BodyGivenUpError, BodyTooLargeError, type ResponseBody } from '../transport/buffered-body.ts';
import type { BufferedBytes } from '../transport/response-budget.ts';
import type { BodyHeaders } from './body-headers.ts';
import { decodeText } from './charset.ts';
import { type CreateInflater, inflatersOf } from './inflaters.ts';

/** A body is compressed in a way that cannot be undone. */
export class BodyEncodingError extends Error {
  constructor() {
    super('The body cannot be inflated.');
    this.name = 'BodyEncodingError';
  }
}

const inflate = async (
  bytes: Buffer,
  createInflater: CreateInflater,
  maxBytes: number,
  held: BufferedBytes,
): Promise<Buffer> => {
  const inflater = createInflater(bytes);
  const pieces: Buffer[] = [];
  let size = 0;
  // Inflated piece by piece: how much it comes to is known only then, and may exceed the budget.
  return await new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      inflater.destroy();
      reject(error);
    };
    inflater.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > maxBytes) fail(new BodyTooLargeError());
      else if (!held.add(piece.length)) fail(new BodyGivenUpError());
      else pieces.push(piece);
    });
    inflater.on('error', () => reject(new BodyEncodingError()));
    inflater.on('end', () => resolve(Buffer.concat(pieces, size)));
    inflater.end(bytes);
  });
};

const undoCodings = async (
  coded: Buffer,
  inflaters: readonly CreateInflater[] | null,
  maxBytes: number,
  held: BufferedBytes,
): Promise<Buffer> => {
  if (inflaters === null && coded.length > 0) throw new BodyEncodingError();
  let bytes = coded;
  for (const createInflater of inflaters ?? []) {
    // There is nothing to undo in nothing.
    if (bytes.length > 0) bytes = await inflate(bytes, createInflater, maxBytes, held);
  }
  return bytes;
};

/**
 * Reads a body. It is inflated when the service compressed it unasked.
 *
 * @param maxBytes limit of the body as sent, and again once inflated; its connection is closed when it is passed
 * @param read takes the bytes, which count as held until it returns
 * @throws BodyTooLargeError, BodyGivenUpError, BodyEncodingError, the error of the connection, or what `read` throws
 */
export const readBytes = <Result>(
  body: ResponseBody,
  headers: BodyHeaders,
  maxBytes: number,
  read: (bytes: Buffer) => Result,
): Promise<Result> => {
  if (headers.contentLength !== null && headers.contentLength > maxBytes) {
    body.abandon();
    return Promise.reject(new BodyTooLargeError());
  }
  const bytes = body.collect(maxBytes);
  const readHeld = (all: Buffer): Result => {
    try {
      return read(all);
    } finally {
      body.held.release();
    }
  };
  const inflaters = inflatersOf(headers.contentEncoding);
  if (inflaters?.length === 0) return bytes.then(readHeld);
  return bytes
    .then((coded) => undoCodings(coded, inflaters, maxBytes, body.held))
    .then(readHeld)
    .finally(() => body.held.release());
};

/**
 * Reads a body as text.
 *
 * @param read takes the text, and whether it is exactly what was sent
 * @throws what `readBytes` throws
 */
export const readTextBody = <Result>(
  body: ResponseBody,
  headers: BodyHeaders,
  maxBytes: number,
  read: (text: string, isExact: boolean) => Result,
): Promise<Result> =>
  readBytes(body, headers, maxBytes, (bytes) => {
    const { text, isExact } = decodeText(bytes, headers.contentType);
    return read(text, isExact);
  });
