/** Content codings that the gateway can undo, for responses that the service compresses unasked. */
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** Returns whether bytes begin as those of zlib do (RFC 1950, 2.2). What some servers call deflate has no such beginning. */
const isZlib = (bytes: Buffer): boolean =>
  bytes.length >= 2 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;

/** Creates what undoes a coding of a body. */
export type CreateInflater = (bytes: Buffer) => Transform;

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
export const inflatersOf = (codings: string): readonly CreateInflater[] | null => {
  const applied = codings.split(',').map((coding) => coding.trim());
  const known = applied.filter((coding) => !isIdentity(coding)).map((coding) => inflaters.get(coding));
  const found = known.filter((inflater) => inflater !== undefined);
  return found.length < known.length ? null : found.toReversed();
};
