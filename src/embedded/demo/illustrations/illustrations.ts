import sharp from 'sharp';
import type { IllustrationSpec } from '../model/demo-types.ts';
import { type Brief, createBrief } from './canvas/brief.ts';
import { HEIGHT, scale, WIDTH } from './canvas/svg.ts';
import { drawings } from './subjects.ts';

export { illustrationSubjects, paintNames } from '../model/illustration-vocabulary.ts';

/** Size of a picture in pixels. */
export interface IllustrationSize {
  readonly width: number;
  readonly height: number;
}

const JPEG_QUALITY = 82;

/** Views after which a drawing may repeat itself. */
const ROUND_OF_VIEWS = 4;

/** Steps closer to the scene after each round of views, so that no two photos of a listing are alike. */
function stepCloser(drawing: string, { view, viewRandom }: Brief): string {
  const steps = Math.floor(view / ROUND_OF_VIEWS);
  return steps === 0 ? drawing : scale(1 + steps * 0.08, viewRandom.integer(450, 750), 620, drawing);
}

/** Writes a picture as an SVG document without any text; what does not fit the shape of `size` is cut off. */
export function writeIllustration(spec: IllustrationSpec, { width, height }: IllustrationSize): string {
  const brief = createBrief(spec);
  const drawing = stepCloser(drawings[spec.subject](brief), brief);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice">${drawing}</svg>`;
}

/**
 * Draws a picture as a JPEG of exactly `size`. The same spec and size always give the same bytes. Rejects when the size
 * is not made of positive whole numbers.
 */
export async function drawIllustration(spec: IllustrationSpec, size: IllustrationSize): Promise<Buffer> {
  if (![size.width, size.height].every((pixels) => Number.isSafeInteger(pixels) && pixels > 0)) {
    throw new RangeError(`A picture cannot be ${size.width} by ${size.height} pixels.`);
  }
  return sharp(Buffer.from(writeIllustration(spec, size)))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
}
