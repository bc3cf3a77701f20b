import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { byEffort } from '../../support/effort.ts';
import { bicycle } from '../listing-bodies.ts';
import { fieldsOf, rowsOf, startService } from '../running-service.ts';
import { photosOf, smallPhoto } from '../test-photos.ts';

const service = await startService();
const seller = await service.signIn('seller');
const picture = await smallPhoto(16, 10);

afterAll(() => service[Symbol.asyncDispose]());

const read = async (path: string) => fieldsOf((await service.call(path, { token: seller })).body);

const entries = async (section: number) =>
  rowsOf((await read(`/v1/user/listings?section=${section}&count=100`))['Items']);

/** What the views of a listing say of its photos: all of them in each of two orders, and the main one in four places. */
const viewsOf = async (id: number, entry: Readonly<Record<string, unknown>> | undefined) => {
  const photos = photosOf(service, id, seller);
  const urls = await photos.urls();
  const detail = (await read(`/v1/listings/${id}`))['ImageUrls'];
  if (!Array.isArray(detail)) throw new TypeError('No ImageUrls');
  const main = await photos.mainIndex();
  return {
    urls,
    detail,
    mains: [
      main === undefined ? null : urls[Number(main)],
      detail[0] ?? null,
      entry?.['FullImageUrl'],
      (await read(`/v1/listings/${id}/mini`))['FullPhotoUrl'],
    ],
  };
};

type Change = Readonly<{ kind: 'upload' | 'delete' | 'rotate' | 'setDefault'; at: number }>;

const change = fc.oneof(
  fc.record({ kind: fc.constant('upload' as const), at: fc.constant(0) }),
  fc.record({ kind: fc.constantFrom('delete' as const, 'rotate' as const, 'setDefault' as const), at: fc.nat(3) }),
);

/** Makes a change, and makes it in the list of URLs that is expected then. */
const apply = async (
  photos: ReturnType<typeof photosOf>,
  { kind, at }: Change,
  expected: string[],
): Promise<number> => {
  if (kind === 'upload') {
    const { status, body } = await photos.upload(picture);
    expected.push(String(fieldsOf(body)['largeimageurl']));
    return status;
  }
  const { status } = await photos[kind](at);
  const [photo] = expected.splice(at, 1);
  if (photo === undefined) return status;
  if (kind === 'setDefault') expected.unshift(photo);
  // What a URL shows never changes: the turned photo has another one.
  if (kind === 'rotate') expected.splice(at, 0, String((await photos.urls())[at]));
  return status;
};

/** Photos that a listing of the category may have. */
const MOST = 8;

const upload: Change = { kind: 'upload', at: 0 };

describe('the main photo of a listing', () => {
  it('is the same one in every view after any sequence of changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: MOST - 3 }), async (changes) => {
        const saved = await service.post('/v1/listings', seller, bicycle);
        const id = Number(fieldsOf(saved.body)['PKID']);
        const expected: string[] = [];
        for (const each of [upload, upload, upload, ...changes]) {
          const isThere = each.kind === 'upload' || each.at < expected.length;
          const status = await apply(photosOf(service, id, seller), each, expected);
          const entry = (await entries(1)).find(({ PKID }) => PKID === id);
          const [main = null] = expected;
          expect([status, await viewsOf(id, entry)]).toEqual([
            isThere ? 200 : 404,
            { urls: expected, detail: expected, mains: [main, main, main, main] },
          ]);
        }
        await service.call(`/v1/listings/${id}`, { method: 'DELETE', token: seller });
      }),
      { numRuns: byEffort(1, 20) },
    );
  });

  it('is the same one in every view of the demo listings', async () => {
    for (const entry of await entries(2)) {
      const { urls, detail, mains } = await viewsOf(Number(entry['PKID']), entry);
      expect(detail).toEqual(urls);
      expect(new Set(mains).size).toBe(1);
    }
  });
});
