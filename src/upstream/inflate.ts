/** Bodies of responses that the service compresses unasked, bounded in size once inflated. */
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { BodyGivenUpError, BodyTooLargeError, type ResponseBytes } from './response-bytes.ts';

/** Returns whether bytes begin as those of zlib do (RFC 1950, 2.2). What some servers call deflate has no such beginning. */
const isZlib = (bytes: Buffer): boolean =>
  bytes.length >= 2 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;

/** Creates what undoes a coding of a body. */
type CreateInflater = (bytes: Buffer) => Transform;

const inflaters = new Map<string, CreateInflater>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', (bytes) => (isZlib(bytes) ? createInflate() : createInflateRaw())],
  ['br', () => createBrotliDecompress()],
]);

/** Returns whether a coding changes nothing. */
const isIdentity = (coding: string): boolean => coding === '' || coding === 'identity';

/**
 * Finds what undoes the codings of a body, in the order in which they are undone: the last one was applied last.
 *
 * @param codings the value of `Content-Encoding`, in lower case
 * @returns null when there is one that is not known
 */
const inflatersOf = (codings: string): readonly CreateInflater[] | null => {
  const applied = codings.split(',').map((coding) => coding.trim());
  const known = applied.filter((coding) => !isIdentity(coding)).map((coding) => inflaters.get(coding));
  const found = known.filter((inflater) => inflater !== undefined);
  return found.length < known.length ? null : found.toReversed();
};

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
  held: ResponseBytes,
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

/**
 * Undoes the codings of a body that the service compressed unasked.
 *
 * @param codings the value of `Content-Encoding`, in lower case
 * @param held counts what it comes to
 * @throws BodyTooLargeError, BodyGivenUpError, BodyEncodingError
 */
export const undoCodings = async (
  coded: Buffer,
  codings: string,
  maxBytes: number,
  held: ResponseBytes,
): Promise<Buffer> => {
  const inflaters = inflatersOf(codings);
  if (inflaters === null && coded.length > 0) throw new BodyEncodingError();
  let bytes = coded;
  for (const createInflater of inflaters ?? []) {
    // There is nothing to undo in nothing.
    if (bytes.length > 0) bytes = await inflate(bytes, createInflater, maxBytes, held);
  }
  return bytes;
};
