/** The compressed forms of a text that is served again and again. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ContentCoding } from '../http/compression.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Nearly as small as the best and many times as fast: the first visitor waits for it. */
const BROTLI_QUALITY = 6;

const compressors: Readonly<Record<ContentCoding, (text: string) => Promise<Buffer>>> = {
  br: (text) => compressBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (text) => compressGzip(text),
};

/** Gives the text in each encoding. Compressed when first asked for and kept: a start does not wait for it. */
export const createEncodings = (text: string): ((encoding: ContentCoding) => Promise<Buffer>) => {
  const made = new Map<ContentCoding, Promise<Buffer>>();
  return (encoding) => {
    const known = made.get(encoding) ?? compressors[encoding](text);
    made.set(encoding, known);
    return known;
  };
};
