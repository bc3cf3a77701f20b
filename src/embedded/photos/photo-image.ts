/** Works on the pixels of photos. Loaded with the first photo: the library is large. */
import sharp, { type Sharp } from 'sharp';
import { RotateDirection } from '../../contract/codes.ts';
import type { PhotoSpecs } from '../../contract/photos.ts';
import { badRequest, unsupportedMediaType } from '../core/refusal.ts';
import type { PictureBytes } from './pictures.ts';

// Every photo is worked on once, so that keeping its pixels would only fill memory.
sharp.cache(false);

/** The box, in pixels, that every thumbnail fits in. */
const THUMBNAIL = { width: 320, height: 240 } as const;
const LARGE_QUALITY = 88;
const THUMBNAIL_QUALITY = 80;

/** First bytes of the accepted formats; -1 stands for any byte. */
const signatures: readonly (readonly number[])[] = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [...Buffer.from('RIFF'), -1, -1, -1, -1, ...Buffer.from('WEBP')],
];

const isAccepted = (bytes: Uint8Array): boolean =>
  signatures.some((signature) => signature.every((expected, at) => expected < 0 || expected === bytes[at]));

const damaged = () => badRequest('The photo is damaged or cut off.');

const finish = async (upright: Sharp): Promise<PictureBytes> => {
  const large = await upright.flatten({ background: '#ffffff' }).jpeg({ quality: LARGE_QUALITY }).toBuffer();
  const thumb = await sharp(large)
    .resize({ ...THUMBNAIL, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: THUMBNAIL_QUALITY })
    .toBuffer();
  return { large, thumb };
};

/** Size of a photo as it is looked at, that is after the rotation its EXIF data asks for. Reads the header only. */
const measure = async (bytes: Uint8Array) => {
  try {
    return (await sharp(bytes, { limitInputPixels: false }).metadata()).autoOrient;
  } catch {
    throw damaged();
  }
};

/**
 * Makes an uploaded photo ready to be served: upright, without EXIF data or transparency, as JPEG, with a thumbnail that
 * fits in 320 by 240.
 *
 * @throws Refusal 415 when the first bytes are not those of JPEG, PNG or WebP, 400 when the photo is larger than the
 * limits in pixels or damaged
 */
export const preparePhoto = async (
  bytes: Uint8Array,
  { MaxWidth, MaxHeight }: { readonly [Limit in keyof PhotoSpecs]: number },
): Promise<PictureBytes> => {
  if (!isAccepted(bytes)) throw unsupportedMediaType('a JPEG, PNG or WebP image');
  const { width, height } = await measure(bytes);
  if (width > MaxWidth || height > MaxHeight) {
    throw badRequest(
      `The photo is ${width} x ${height} pixels; in this category it may be ${MaxWidth} x ${MaxHeight} at most.`,
    );
  }
  try {
    return await finish(sharp(bytes, { failOn: 'error', limitInputPixels: MaxWidth * MaxHeight }).autoOrient());
  } catch {
    throw damaged();
  }
};

/** Turns a photo by 90 degrees. */
export const turnPhoto = (large: Uint8Array, direction: number): Promise<PictureBytes> =>
  finish(sharp(large).rotate(direction === RotateDirection.AntiClockwise ? 270 : 90));
