/** Content codings that the gateway can undo, for responses that the service compresses unasked. */
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** Returns whether a coding, in lower case, changes nothing. */
export const isIdentity = (coding: string): boolean => coding === '' || coding === 'identity';

/** Returns whether bytes begin as those of zlib do (RFC 1950, 2.2). What some servers call deflate has no such beginning. */
const isZlib = (bytes: Buffer): boolean =>
  bytes.length >= 2 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;

/**
 * Creates what undoes a coding, in lower case; undefined for one that is not known, and for none.
 *
 * @param bytes the body
 */
export const createInflater = (coding: string, bytes: Buffer): Transform | undefined =>
  coding === 'deflate' && !isZlib(bytes) ? createInflateRaw() : inflaters.get(coding)?.();

const inflaters = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);
