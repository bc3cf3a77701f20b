/** Pictures of listings, companies and people: GET /pictures/{key}/{large|thumb}.jpg, for anybody. */
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { PictureSize } from '../core/absolute-url.ts';
import { notFound, writeRefusal } from '../core/refusal.ts';
import type { Service } from '../service/service.ts';
import { drawPicture } from './picture-drawing.ts';
import { findPicture } from './picture-store.ts';

type JpegBytes = Uint8Array<ArrayBuffer>;

/** Drawn pictures that are kept, in bytes. */
const CACHE_BYTES = 32 * 1024 * 1024;

const sizesByFile: ReadonlyMap<string | undefined, PictureSize> = new Map([
  ['large.jpg', 'large'],
  ['thumb.jpg', 'thumb'],
]);

/** Whether the tags a client sent in `If-None-Match` have this one, so that it need not be sent again. */
const isKnown = (tags: string | undefined, tag: string): boolean =>
  (tags ?? '').split(',').some((each) => [tag, `W/${tag}`, '*'].includes(each.trim()));

/**
 * Creates the route of pictures. A key always stands for the same picture: a changed photo gets another key, so that
 * answers may be kept for ever. Illustrations are drawn when they are first asked for.
 */
export const createPictureRoute = ({ database, imageTasks }: Service): ((context: Context) => Promise<Response>) => {
  const drawn = new LRUCache<string, JpegBytes, string>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (bytes) => bytes.byteLength,
    fetchMethod: (cacheKey, _stale, { context: illustration }) =>
      imageTasks.run(() => drawPicture(illustration, cacheKey.endsWith(' thumb') ? 'thumb' : 'large')),
  });
  return async (context) => {
    const size = sizesByFile.get(context.req.param('file'));
    const key = context.req.param('key') ?? '';
    const picture = size === undefined ? undefined : findPicture(database, key, size);
    if (size === undefined || picture === undefined) return writeRefusal(notFound('There is no such picture.'));
    const headers = { ETag: `"${key}-${size}"`, 'Cache-Control': 'public, max-age=31536000, immutable' };
    if (isKnown(context.req.header('If-None-Match'), headers.ETag)) return context.body(null, 304, headers);
    const bytes =
      picture.illustration === null
        ? picture.bytes
        : await drawn.fetch(`${key} ${size}`, { context: picture.illustration });
    if (!bytes) return writeRefusal(notFound('There is no such picture.'));
    return context.body(bytes, 200, { ...headers, 'Content-Type': 'image/jpeg' });
  };
};
