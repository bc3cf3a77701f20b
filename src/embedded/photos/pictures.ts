/** Pictures of listings, companies and users: GET /pictures/{key}/{large|thumb}.jpg, for anybody. */
import type { Context } from 'hono';
import type { PictureSize } from '../core/absolute-url.ts';
import { notFound, writeRefusal } from '../core/refusal.ts';
import type { Service } from '../service/service.ts';
import { readPicture } from './picture-store.ts';

const sizesByFile: ReadonlyMap<string | undefined, PictureSize> = new Map([
  ['large.jpg', 'large'],
  ['thumb.jpg', 'thumb'],
]);

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
    const size = sizesByFile.get(context.req.param('file'));
    const key = context.req.param('key') ?? '';
    const picture = size === undefined ? undefined : await readPicture(database, key, size);
    if (picture === undefined) return writeRefusal(notFound('There is no such picture.'));
    const headers = { ETag: `"${key}-${size}"`, 'Cache-Control': 'public, max-age=31536000, immutable' };
    if (isKnown(context.req.header('If-None-Match'), headers.ETag)) return context.body(null, 304, headers);
    return context.body(picture.bytes, 200, { ...headers, 'Content-Type': picture.type });
  };
