/** Facts from the first bytes of a photo: its type, if what follows its signature is a picture at all. */
import type { PhotoType } from '../../rest/endpoints/photos.ts';

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);

const textAt = (bytes: Buffer, start: number, length: number): string =>
  bytes.toString('latin1', start, start + length);

/** A picture has pixels. */
const typeIfAny = (type: PhotoType, width: number, height: number): PhotoType | null =>
  width > 0 && height > 0 ? type : null;

const PNG_HEADER_BYTES = 24;

const readPng = (bytes: Buffer): PhotoType | null => {
  if (bytes.length < PNG_HEADER_BYTES) return null;
  if (textAt(bytes, 12, 4) !== 'IHDR') return null;
  return typeIfAny('image/png', bytes.readUInt32BE(16), bytes.readUInt32BE(20));
};

const WEBP_HEADER_BYTES = 30;

const readWebp = (bytes: Buffer): PhotoType | null => {
  if (bytes.length >= 12 && textAt(bytes, 8, 4) !== 'WEBP') return null;
  if (bytes.length < WEBP_HEADER_BYTES) return null;
  switch (textAt(bytes, 12, 4)) {
    case 'VP8 ':
      // Three bytes of frame tag, then a start code, then 14 bits each.
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return null;
      return typeIfAny('image/webp', bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return null;
      const bits = bytes.readUInt32LE(21);
      return typeIfAny('image/webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return typeIfAny('image/webp', bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
    default:
      return null;
  }
};

/** Markers of frames, which hold the size; C4, C8 and CC are tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Markers without a length: fill bytes are dealt with apart. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

const readJpeg = (bytes: Buffer): PhotoType | null => {
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return null;
    if (marker === 0xff) at += 1;
    else if (isBare(marker)) at += 2;
    else if (isFrame(marker)) {
      if (at + 9 > bytes.length) return null;
      return typeIfAny('image/jpeg', bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    } else {
      const length = bytes.readUInt16BE(at + 2);
      // The picture itself, its end, or a segment that cannot be: the size would have come before.
      if (marker === 0xda || marker === 0xd9 || length < 2) return null;
      at += 2 + length;
    }
  }
  return null;
};

const formats = [
  { signature: PNG_SIGNATURE, read: readPng },
  { signature: JPEG_SIGNATURE, read: readJpeg },
  { signature: Buffer.from('RIFF'), read: readWebp },
] as const;

/** The type of a JPEG, PNG or WebP by its bytes, whatever name or type it was given; null for what is none. */
export const photoTypeOf = (bytes: Buffer): PhotoType | null =>
  formats.find(({ signature }) => bytes.subarray(0, signature.length).equals(signature))?.read(bytes) ?? null;
