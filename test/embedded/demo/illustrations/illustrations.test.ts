import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { demoAccounts } from '../../../../src/embedded/demo/accounts/demo-accounts.ts';
import {
  drawIllustration,
  illustrationSubjects,
  paintNames,
  writeIllustration,
} from '../../../../src/embedded/demo/illustrations/illustrations.ts';
import { createDemoListings } from '../../../../src/embedded/demo/listings/demo-listings.ts';
import type { IllustrationSpec, IllustrationSubject } from '../../../../src/embedded/demo/model/demo-types.ts';

const small = { width: 120, height: 90 };
const specOf = (subject: IllustrationSubject, change: Partial<IllustrationSpec> = {}): IllustrationSpec => ({
  subject,
  seed: 17,
  view: 0,
  paint: null,
  ...change,
});

describe('drawIllustration', () => {
  it.each(illustrationSubjects)(
    'draws %s as a decodable JPEG of the size asked for, not in one colour',
    async (subject) => {
      const bytes = await drawIllustration(specOf(subject), small);
      const picture = sharp(bytes);
      expect(await picture.metadata()).toMatchObject({ format: 'jpeg', ...small, channels: 3 });
      const { channels } = await picture.stats();
      expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(8);
    },
  );

  it('gives the same bytes for the same spec and size', async () => {
    for (const subject of ['hatchback', 'villa', 'sofa', 'avatar'] as const) {
      const spec = specOf(subject, { view: 2, paint: 'red' });
      const [first, second] = [await drawIllustration(spec, small), await drawIllustration({ ...spec }, { ...small })];
      expect(first.equals(second)).toBe(true);
    }
  });

  it('fills shapes other than its own, cutting off what does not fit', async () => {
    for (const size of [
      { width: 96, height: 96 },
      { width: 50, height: 200 },
      { width: 300, height: 60 },
    ]) {
      const bytes = await drawIllustration(specOf('kitchen'), size);
      expect(await sharp(bytes).metadata()).toMatchObject(size);
    }
  });

  it.each([
    { width: 0, height: 90 },
    { width: 120, height: -1 },
    { width: 12.5, height: 90 },
    { width: Number.NaN, height: 90 },
  ])('refuses a picture of $width by $height', async (size) => {
    await expect(drawIllustration(specOf('sofa'), size)).rejects.toThrow(RangeError);
  });
});

describe('writeIllustration', () => {
  const scenes = illustrationSubjects.filter((subject) => subject !== 'company-logo' && subject !== 'avatar');

  it.each(scenes)('shows %s differently in each of eight views', (subject) => {
    const pictures = Array.from({ length: 8 }, (_, view) => writeIllustration(specOf(subject, { view }), small));
    expect(new Set(pictures).size).toBe(8);
  });

  it.each(illustrationSubjects)('draws %s from sound numbers, without any text, each id once and known', (subject) => {
    const pictures = [0, 1, 2, 3, 4, 5, 99_999].flatMap((seed) =>
      Array.from({ length: 8 }, (_, view) => writeIllustration(specOf(subject, { seed, view }), small)),
    );
    for (const svg of pictures) {
      expect(svg).not.toMatch(/NaN|undefined|Infinity|null|<text|font/u);
      const ids = [...svg.matchAll(/ id="([^"]+)"/gu)].map(([, id]) => id);
      const references = [...svg.matchAll(/url\(#([^)]+)\)/gu)].map(([, id]) => id);
      expect(ids).toEqual([...new Set(ids)]);
      expect(references.filter((id) => !ids.includes(id))).toEqual([]);
    }
  });

  it('paints a car in the colour its listing names', () => {
    const pictures = paintNames.map((paint) => writeIllustration(specOf('saloon', { paint }), small));
    expect(new Set(pictures).size).toBe(paintNames.length);
  });

  it.each(illustrationSubjects)('draws %s differently for different listings', (subject) => {
    const pictures = Array.from({ length: 6 }, (_, seed) => writeIllustration(specOf(subject, { seed }), small));
    expect(new Set(pictures).size).toBeGreaterThanOrEqual(5);
  });

  it('has a use for every subject', () => {
    const photos = createDemoListings().flatMap((listing) => listing.photos);
    const portraits = demoAccounts.flatMap(({ profilePicture, companies }) => [
      profilePicture,
      ...companies.map(({ logo }) => logo),
    ]);
    const used = new Set([...photos, ...portraits].map((spec) => spec?.subject));
    expect(illustrationSubjects.filter((subject) => !used.has(subject))).toEqual([]);
  });
});
