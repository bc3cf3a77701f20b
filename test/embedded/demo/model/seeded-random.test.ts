import { assert, integer, nat, property, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeededRandom, mixSeed } from '../../../../src/embedded/demo/model/seeded-random.ts';

describe('createSeededRandom', () => {
  it('gives the same stream for the same seed and another for another', () => {
    const stream = (seed: number) => {
      const random = createSeededRandom(seed);
      return Array.from({ length: 20 }, () => random.next());
    };
    expect(stream(5)).toEqual(stream(5));
    expect(stream(5)).not.toEqual(stream(6));
  });

  it('keeps whole numbers within both bounds and reaches them', () => {
    const random = createSeededRandom(1);
    const values = Array.from({ length: 500 }, () => random.integer(-2, 3));
    expect(new Set(values)).toEqual(new Set([-2, -1, 0, 1, 2, 3]));
  });

  it('samples different items, never more than there are', () => {
    assert(
      property(integer(), uniqueArray(integer()), nat(20), (seed, items, size) => {
        const sample = createSeededRandom(seed).sample(items, size);
        expect(sample).toHaveLength(Math.min(size, items.length));
        expect(new Set(sample).size).toBe(sample.length);
        for (const item of sample) expect(items).toContain(item);
      }),
    );
  });

  it('refuses to pick from an empty list', () => {
    expect(() => createSeededRandom(1).pick([])).toThrow(RangeError);
  });
});

describe('mixSeed', () => {
  it('gives different seeds for neighbouring numbers and for another order', () => {
    const seeds = Array.from({ length: 400 }, (_, n) => mixSeed(Math.floor(n / 20), n % 20));
    expect(new Set(seeds).size).toBe(400);
    expect(mixSeed(1, 2)).not.toBe(mixSeed(2, 1));
  });
});
