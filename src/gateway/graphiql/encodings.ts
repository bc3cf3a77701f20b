/** The compressed forms of a text that is served again and again. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Encodings that are offered, the smaller first. */
const encodings = ['br', 'gzip'] as const;

/** A name of a content encoding. */
export type Encoding = (typeof encodings)[number];

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Nearly as small as the best and many times as fast: the first visitor waits for it. */
const BROTLI_QUALITY = 6;

const compressors: Readonly<Record<Encoding, (text: string) => Promise<Buffer>>> = {
  br: (text) => compressBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (text) => compressGzip(text),
};

/** Gives the best encoding that a client takes, by its `Accept-Encoding`; null when it takes none. */
export const pickEncoding = (accepted: string): Encoding | null => {
  const taken = new Set(
    accepted
      .split(',')
      .map((each) => each.trim().toLowerCase())
      .filter((each) => !/;\s*q=0(?:\.0*)?$/.test(each))
      .map((each) => each.replace(/\s*;.*/, '')),
  );
  return encodings.find((encoding) => taken.has(encoding)) ?? null;
};

/** Gives the text in each encoding. Compressed when first asked for and kept: a start does not wait for it. */
export const createEncodings = (text: string): ((encoding: Encoding) => Promise<Buffer>) => {
  const made = new Map<Encoding, Promise<Buffer>>();
  return (encoding) => {
    const known = made.get(encoding) ?? compressors[encoding](text);
    made.set(encoding, known);
    return known;
  };
};
