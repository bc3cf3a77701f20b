import { describe, expect, it } from 'vitest';
import { createSampler, samplerNames } from '../../../../../src/gateway/observability/tracing/sampler.ts';

const parentWith = (flags: number) => ({
  traceId: '0'.repeat(31).concat('1'),
  spanId: 'b7ad6b7169203331',
  flags,
  state: null,
});

describe('A sampler', () => {
  it.each(samplerNames.filter((name) => !name.startsWith('parentbased_')))(
    'that is not of the parent decides without the client: %s',
    (name) => {
      let drawn = 0;
      // In turns above and below the share.
      const random = () => (drawn++ % 2 === 0 ? 0.1 : 0.9);
      const decide = () => {
        const sampler = createSampler(name, 0.5, random);
        return [null, null, parentWith(0), parentWith(1), parentWith(1), parentWith(0)].map(sampler);
      };
      const expected = {
        always_on: [true, true, true, true, true, true],
        always_off: [false, false, false, false, false, false],
        traceidratio: [true, false, true, false, true, false],
      };
      expect(decide()).toEqual(Object.entries(expected).find(([each]) => each === name)?.[1]);
    },
  );

  it.each(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const)(
    'of the parent believes the client: %s',
    (name) => {
      const sampler = createSampler(name, 0.5, () => 0.9);
      expect([parentWith(0), parentWith(1), parentWith(2), parentWith(3)].map(sampler)).toEqual([
        false,
        true,
        false,
        true,
      ]);
      expect(sampler(null)).toBe(name === 'parentbased_always_on');
    },
  );

  it.each([0, 0.01, 0.3, 1])('records the share that is asked for: %d', (ratio) => {
    let seed = 1;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const sampler = createSampler('traceidratio', ratio, random);
    const recorded = Array.from({ length: 100_000 }, () => sampler(parentWith(1))).filter(Boolean).length;
    expect(Math.abs(recorded / 100_000 - ratio)).toBeLessThan(0.01);
  });
});
