/** Pictures: where those of the demo and those that were uploaded are stored, and the route that serves them. */
import { readFile } from 'node:fs/promises';
import type { Context } from 'hono';
import { notFound, writeRefusal } from '../core/refusal.ts';
import type { PictureSize } from '../core/written-values.ts';
import type { Database } from '../database/database.ts';
import { insertRow } from '../database/row.ts';
import type { Service } from '../service/service.ts';

const folder = new URL('../demo/pictures/', import.meta.url);

/** Reads a demo picture, which is WebP. */
export const readDemoPicture = (picture: string, size: PictureSize): Promise<Uint8Array<ArrayBuffer>> =>
  readFile(new URL(`${picture}-${size}.webp`, folder));

/** A picture as JPEG in the two sizes in which it is served. */
export interface PictureBytes {
  readonly large: Uint8Array;
  readonly thumb: Uint8Array;
}

/** Reads a picture; undefined when no picture has the key. */
export const readPicture = async (database: Database, key: string, size: PictureSize) => {
  const stored = database.find(`SELECT demo_picture, ${size} AS bytes FROM pictures WHERE key = ?`, [key], (row) => ({
    demoPicture: row.optionalText('demo_picture'),
    bytes: row.optionalBytes('bytes') ?? new Uint8Array(),
  }));
  if (stored === undefined) return undefined;
  const { demoPicture, bytes } = stored;
  return demoPicture === null
    ? { type: 'image/jpeg', bytes }
    : { type: 'image/webp', bytes: await readDemoPicture(demoPicture, size) };
};

/**
 * Stores a picture under a new key. Keys cannot be guessed and are never used again: what a key stands for never changes.
 *
 * @returns the key
 */
export const savePicture = (service: Service, { large, thumb }: PictureBytes): string => {
  const key = service.randomBytes(16).toString('hex');
  insertRow(service.database, 'pictures', { key, large, thumb });
  return key;
};

/** Removes the bytes of a picture, unless it is a demo picture or something still shows it. */
export const removeUnusedPicture = (database: Database, key: string): void => {
  database.run(
    `DELETE FROM pictures WHERE key = ? AND demo_picture IS NULL
       AND NOT EXISTS (SELECT 1 FROM photos WHERE picture_key = key)
       AND NOT EXISTS (SELECT 1 FROM users WHERE instr(picture_url, key) > 0)
       AND NOT EXISTS (SELECT 1 FROM companies WHERE instr(logo_url, key) > 0)`,
    [key],
  );
};

/** Returns whether the tags a client sent in `If-None-Match` have this one, so that it need not be sent again. */
const isKnown = (tags: string | undefined, tag: string): boolean =>
  (tags ?? '').split(',').some((each) => [tag, `W/${tag}`, '*'].includes(each.trim()));

/**
 * Creates the route of pictures. A key always stands for the same picture: a changed photo gets another key, so that
 * responses may be kept for ever. The path ends in `.jpg` for pictures in WebP too: their content type is what counts.
 */
export const createPictureRoute =
  ({ database }: Service): ((context: Context) => Promise<Response>) =>
  async (context) => {
    const size = (['large', 'thumb'] as const).find((each) => `${each}.jpg` === context.req.param('file'));
    const key = context.req.param('key') ?? '';
    const picture = size === undefined ? undefined : await readPicture(database, key, size);
    if (picture === undefined) return writeRefusal(notFound('There is no such picture.'));
    const headers = { ETag: `"${key}-${size}"`, 'Cache-Control': 'public, max-age=31536000, immutable' };
    if (isKnown(context.req.header('If-None-Match'), headers.ETag)) return context.body(null, 304, headers);
    return context.body(picture.bytes, 200, { ...headers, 'Content-Type': picture.type });
  };
