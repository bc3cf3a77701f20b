/**
 * Demo pictures, which are files: `pictures/<subject>/<thing>/<view>-<size>.webp`. A thing is named after its colour, or
 * has a number where no text names its colour. The name of a picture is that path without its size: `sofa/red/1`.
 */
import { readFile } from 'node:fs/promises';
import type { PictureSize } from '../core/absolute-url.ts';

const folder = new URL('../demo/pictures/', import.meta.url);

/** Reads a demo picture, which is WebP. */
export const readDemoPicture = (picture: string, size: PictureSize): Promise<Uint8Array<ArrayBuffer>> =>
  readFile(new URL(`${picture}-${size}.webp`, folder));
