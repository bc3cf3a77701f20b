import { describe, expect, it } from 'vitest';
import type { Drift } from '../../../../src/upstream/call/drift.ts';
import {
  photosOfDefinition,
  photosOfDetail,
  readImages,
  readImageUrls,
} from '../../../../src/upstream/endpoints/photos.ts';

const photosOf = (images: unknown): { photos: unknown; drifts: readonly Drift[] } => {
  const drifts: Drift[] = [];
  return { photos: photosOfDefinition(readImages(images, (drift) => void drifts.push(drift))), drifts };
};

const full = (index: number, main = false) => ({ Index: index, Main: main, SizeClass: 0, Url: `full-${index}` });
const thumb = (index: number, main = false) => ({ Index: index, Main: main, SizeClass: 1, Url: `thumb-${index}` });
const photo = (index: number, isMain: boolean | null) => ({
  index,
  isMain,
  variants: [
    { sizeClass: 0, sizeClassCode: 0, url: `full-${index}` },
    { sizeClass: 1, sizeClassCode: 1, url: `thumb-${index}` },
  ],
});

describe('ListingDefinition.Images', () => {
  it('holds the sizes of one photo in each inner list; Main on any size makes it the main one', () => {
    expect(
      photosOf([
        [full(0), thumb(0)],
        [full(1), thumb(1, true)],
      ]),
    ).toEqual({
      photos: [photo(0, false), photo(1, true)],
      drifts: [],
    });
  });

  it('may be flat, and is then grouped by Index', () => {
    expect(photosOf([full(0, true), full(1), thumb(1), thumb(0)])).toEqual({
      photos: [photo(0, true), photo(1, false)],
      drifts: [],
    });
  });

  it('gives a photo without an index its position', () => {
    expect(photosOf([[{ Url: 'a' }], [{ Url: 'b', SizeClass: 'ThumbSize' }]]).photos).toEqual([
      { index: 0, isMain: false, variants: [{ sizeClass: null, sizeClassCode: null, url: 'a' }] },
      { index: 1, isMain: false, variants: [{ sizeClass: 1, sizeClassCode: 1, url: 'b' }] },
    ]);
    expect(photosOf([{ Url: 'a' }, { Url: 'b' }]).photos).toMatchObject([{ index: 0 }, { index: 1 }]);
  });

  it('keeps a photo of which no size has a URL, for its index', () => {
    expect(photosOf([[{ Index: 3, Main: true }]]).photos).toEqual([{ index: 3, isMain: true, variants: [] }]);
  });

  it('drops and reports what is no image', () => {
    const { photos, drifts } = photosOf([[full(0), thumb(0), 'x'], 7]);
    expect(photos).toEqual([photo(0, false)]);
    expect(drifts).toEqual([
      { path: 'ListingDefinition.Images', problem: 'unreadable' },
      { path: 'ListingDefinition.Images', problem: 'unreadable' },
    ]);
  });

  it('counts positions also over what cannot be read', () => {
    for (const hole of [null, [], 7, 'x', {}, [null], [{ alpha: 1 }]]) {
      expect(photosOf([hole, [{ Url: 'a' }], hole, [{ Url: 'b' }]]).photos).toMatchObject([{ index: 1 }, { index: 3 }]);
      expect(photosOf([hole, { Url: 'a' }]).photos).toMatchObject([{ index: 1 }]);
    }
  });

  it('is grouped by Index alone where every image has one, however the lists are nested', () => {
    const photos = [photo(0, false), photo(1, true)];
    const images = [full(0), full(1, true), thumb(0), thumb(1)];
    for (const nested of [images, [images], [images.slice(0, 2), images.slice(2)], images.map((image) => [image])]) {
      expect(photosOf(nested)).toEqual({ photos, drifts: [] });
    }
  });

  it('may be missing, empty or odd', () => {
    expect(photosOf(null)).toEqual({ photos: [], drifts: [] });
    expect(photosOf([])).toEqual({ photos: [], drifts: [] });
    expect(photosOf('none')).toEqual({
      photos: [],
      drifts: [{ path: 'ListingDefinition.Images', problem: 'unreadable' }],
    });
  });
});

describe('ItemDetail.ImageUrls', () => {
  it.each([null, {}, [], true, ''])('counts positions also over %j', (hole) => {
    const urls = readImageUrls([hole, 'a', hole, 'b'], () => {});
    expect(photosOfDetail(urls)).toMatchObject([{ index: 1 }, { index: 3 }]);
  });

  it('is one full-size photo each, by position', () => {
    expect(photosOfDetail(['a', 'b'])).toEqual([
      { index: 0, isMain: null, variants: [{ sizeClass: 0, sizeClassCode: 0, url: 'a' }] },
      { index: 1, isMain: null, variants: [{ sizeClass: 0, sizeClassCode: 0, url: 'b' }] },
    ]);
    expect(photosOfDetail(null)).toEqual([]);
  });
});
