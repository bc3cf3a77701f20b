/** Content codings that the gateway can undo, for responses that the service compresses unasked. */
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Returns whether a coding, in lower case, changes nothing. */
export const isIdentity = (coding: string): boolean => coding === '' || coding === 'identity';

/** Returns whether a coding can be undone. */
export const canInflate = (coding: string): boolean => inflaters.has(coding);

/** Creates what undoes a coding, in lower case; undefined for one that is not known, and for none. */
export const createInflater = (coding: string): Transform | undefined => inflaters.get(coding)?.();

const inflaters = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);
