import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { demoAccounts } from '../../../../src/embedded/demo/accounts/demo-accounts.ts';
import { createDemoListings } from '../../../../src/embedded/demo/listings/demo-listings.ts';
import {
  choosePictures,
  listDemoPictures,
  readDemoPicture,
} from '../../../../src/embedded/demo/model/demo-pictures.ts';
import { sampled } from '../../../support/effort.ts';

const MOST_BYTES = 3_000_000;

/** A picture in a single colour has at most 684 and 178 bytes, whatever its quality. */
const MOST_BYTES_OF_ONE_COLOUR = { large: 700, thumb: 200 };

const pictures = listDemoPictures();
const names = [...pictures.values()].flat();

describe('demo pictures', () => {
  it('are those that listings, users and companies show', () => {
    const portraits = demoAccounts.flatMap(({ profilePicture, companies }) => [
      profilePicture,
      ...companies.map(({ logo }) => logo),
    ]);
    const used = [...createDemoListings().flatMap(({ photos }) => photos), ...portraits];
    expect(new Set(used.filter((picture) => picture !== null))).toEqual(new Set(names));
  });

  it('are WebP in two sizes, none in one colour, and small together', async () => {
    const read = new Set(sampled(names, 5));
    let bytesOfAll = 0;
    for (const name of names) {
      const isPortrait = /^(avatar|company-logo)\//.test(name);
      for (const size of ['large', 'thumb'] as const) {
        const bytes = await readDemoPicture(name, size);
        bytesOfAll += bytes.byteLength;
        const [width, height] = isPortrait
          ? { large: [320, 320], thumb: [96, 96] }[size]
          : { large: [640, 480], thumb: [240, 180] }[size];
        expect([name, bytes.byteLength > MOST_BYTES_OF_ONE_COLOUR[size]]).toEqual([name, true]);
        if (!read.has(name)) continue;
        expect([name, await sharp(bytes).metadata()]).toMatchObject([name, { format: 'webp', width, height }]);
      }
    }
    expect(bytesOfAll).toBeLessThan(MOST_BYTES);
  });

  it('are all different', async () => {
    const contents = await Promise.all(names.map(async (name) => (await readDemoPicture(name, 'thumb')).toString()));
    expect(new Set(contents).size).toBe(names.length);
  });
});

describe('choosePictures', () => {
  const sofa = { subject: 'sofa', paint: null };

  it('shows one thing throughout, in another view each time, and no more often than there are views', () => {
    expect(choosePictures(pictures, [sofa, sofa, sofa], 0)).toEqual(['sofa/1/1', 'sofa/1/2']);
  });

  it('starts with another thing or view each turn', () => {
    const firsts = [0, 1, 2, 3, 4].map((turn) => choosePictures(pictures, [sofa], turn)[0]);
    expect(firsts).toEqual(['sofa/1/1', 'sofa/2/1', 'sofa/1/2', 'sofa/2/2', 'sofa/1/1']);
  });

  it('shows the colour that a listing names', () => {
    const photo = { subject: 'hatchback', paint: 'red' } as const;
    expect(choosePictures(pictures, [photo, photo], 1)).toEqual(['hatchback/red/2', 'hatchback/red/1']);
  });

  it('refuses a subject or a colour of which there is no picture', () => {
    expect(() => choosePictures(pictures, [{ subject: 'submarine', paint: null }], 0)).toThrow('submarine');
    expect(() => choosePictures(pictures, [{ subject: 'sofa', paint: 'orange' }], 0)).toThrow('sofa in orange');
  });
});
