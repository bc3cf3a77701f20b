import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInt64 } from '../../../src/json/int64.ts';

const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;

describe('parseInt64', () => {
  it('takes every 64-bit integer digit for digit, as text and as bigint', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: MIN, max: MAX }), (value) => {
        expect(parseInt64(value)).toBe(value.toString());
        expect(parseInt64(value.toString())).toBe(value.toString());
      }),
    );
  });

  it('takes safe integers', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (value) => parseInt64(value) === BigInt(value).toString()));
    expect(parseInt64(0)).toBe('0');
  });

  it('takes the ends of the range and nothing beyond them', () => {
    expect(parseInt64(MIN.toString())).toBe('-9223372036854775808');
    expect(parseInt64(MAX.toString())).toBe('9223372036854775807');
    expect(parseInt64((MIN - 1n).toString())).toBeNull();
    expect(parseInt64(MAX + 1n)).toBeNull();
    expect(parseInt64('9'.repeat(400))).toBeNull();
  });

  it.each(['', ' 1', '1 ', '+1', '-', '-0', '01', '-01', '1.0', '1e3', '0x10', '١', '1_000', '1\n', 'NaN'])(
    'refuses the text %j',
    (text) => {
      expect(parseInt64(text)).toBeNull();
    },
  );

  it.each([-0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53), true, null, undefined, [], {}, ['1']])(
    'refuses %j',
    (value) => {
      expect(parseInt64(value)).toBeNull();
    },
  );
});
