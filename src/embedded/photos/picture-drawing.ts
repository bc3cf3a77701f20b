/** Draws the pictures of the demo data. */
import type { PictureSize } from '../core/absolute-url.ts';
import { readIllustration } from './illustration-record.ts';

/** Pixels of pictures that are drawn; faces and logos are square. */
const illustrationSizes = {
  scene: { large: { width: 800, height: 600 }, thumb: { width: 240, height: 180 } },
  portrait: { large: { width: 320, height: 320 }, thumb: { width: 96, height: 96 } },
} as const;

/** Draws a stored illustration as JPEG. The same illustration and size always give the same bytes. */
export const drawPicture = async (illustration: string, size: PictureSize): Promise<Uint8Array<ArrayBuffer>> => {
  // Loaded with the first picture: the drawing library is large, and most runs never draw.
  const { drawIllustration } = await import('../demo/illustrations/illustrations.ts');
  const spec = readIllustration(illustration);
  const shape = spec.subject === 'avatar' || spec.subject === 'company-logo' ? 'portrait' : 'scene';
  return new Uint8Array(await drawIllustration(spec, illustrationSizes[shape][size]));
};
