/**
 * Demo pictures, which are files: `pictures/<subject>/<thing>/<view>-<size>.webp`. A thing is named after its colour, or
 * has a number where no text names its colour. The name of a picture is that path without its size: `sofa/red/1`.
 */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { PhotoSubject } from './photo-subject.ts';

const folder = new URL('../pictures/', import.meta.url);
const VIEW = /^\d+(?=-large\.webp$)/;

/** Names of the pictures of each thing. */
export type DemoPictures = ReadonlyMap<string, readonly string[]>;

/** Lists the demo pictures. */
export function listDemoPictures(): DemoPictures {
  const pictures = new Map<string, string[]>();
  for (const { parentPath, name } of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const [view] = VIEW.exec(name) ?? [];
    if (view === undefined) continue;
    const thing = `${basename(dirname(parentPath))}/${basename(parentPath)}`;
    pictures.set(thing, [...(pictures.get(thing) ?? []), `${thing}/${view}`].toSorted());
  }
  return pictures;
}

/**
 * Chooses the pictures of a listing, all different: the same thing throughout for the same subject, and fewer than asked
 * for where there are not so many of it. Listings of consecutive turns get different pictures first.
 *
 * @throws RangeError for a subject of which there is no picture
 */
export function choosePictures(pictures: DemoPictures, photos: readonly PhotoSubject[], turn: number): string[] {
  const left = new Map<string, readonly string[]>();
  return photos.flatMap((photo) => {
    const key = `${photo.subject}/${photo.paint}`;
    const views = left.get(key) ?? viewsOf(pictures, photo, turn);
    left.set(key, views.slice(1));
    return views.slice(0, 1);
  });
}

/** Reads a demo picture, which is WebP. */
export async function readDemoPicture(picture: string, size: 'large' | 'thumb'): Promise<Uint8Array<ArrayBuffer>> {
  return readFile(new URL(`${picture}-${size}.webp`, folder));
}

/** The pictures of one thing; which thing, and which view comes first, is for the turn to say. */
function viewsOf(pictures: DemoPictures, { subject, paint }: PhotoSubject, turn: number): readonly string[] {
  const things = paint === null ? numberedThings(pictures, subject) : [`${subject}/${paint}`];
  const views = pictures.get(things[turn % things.length] ?? '');
  if (views === undefined)
    throw new RangeError(`There is no demo picture of ${subject}${paint ? ` in ${paint}` : ''}.`);
  const first = Math.floor(turn / things.length) % views.length;
  return [...views.slice(first), ...views.slice(0, first)];
}

function numberedThings(pictures: DemoPictures, subject: string): string[] {
  const things: string[] = [];
  while (pictures.has(`${subject}/${things.length + 1}`)) things.push(`${subject}/${things.length + 1}`);
  return things;
}
