/** Bodies of responses that are compressed, bounded in size once inflated. */
import { BodyGivenUpError, BodyTooLargeError } from '../transport/body-pieces.ts';
import type { BufferedBytes } from '../transport/response-budget.ts';
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
  held: BufferedBytes,
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
