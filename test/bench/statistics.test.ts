import { describe, expect, it } from 'vitest';
import { medianOf, ratiosOf, spreadOf } from '../../bench/statistics.ts';

describe('medianOf', () => {
  it('takes the figure in the middle, whatever their order', () => {
    expect(medianOf([30, 1, 2])).toBe(2);
  });

  it('takes the mean of the two in the middle of an even number', () => {
    expect(medianOf([10, 4, 1, 2])).toBe(3);
  });

  it('refuses to make a figure up', () => {
    expect(() => medianOf([])).toThrow(RangeError);
  });
});

describe('spreadOf', () => {
  it('tells how far apart figures are', () => {
    expect(spreadOf([3, 9, 1])).toEqual({ median: 3, least: 1, greatest: 9 });
  });
});

describe('ratiosOf', () => {
  it('compares figures of the same round only', () => {
    expect(ratiosOf([50, 20, 30], [100, 10])).toEqual([0.5, 2]);
  });

  it('leaves out rounds whose base is nothing', () => {
    expect(ratiosOf([50, 20], [0, 10])).toEqual([2]);
  });
});
