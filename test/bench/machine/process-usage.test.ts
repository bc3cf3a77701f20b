import { describe, expect, it } from 'vitest';
import { parseProcessStat, shareOfOthers } from '../../../bench/machine/process-usage.ts';

describe('parseProcessStat', () => {
  it('counts user and system time, also of a program with an odd name', () => {
    const line =
      '4242 (node) (x y) S 1 4242 4242 0 -1 4194560 100 0 0 0 731 119 4 3 20 0 11 0 12345 1000000 25000 184467';
    expect(parseProcessStat(line)).toEqual({ ticks: 850, endedTicks: 7, pages: 25_000 });
  });
});

describe('shareOfOthers', () => {
  it('counts neither time without work nor our own', () => {
    const before = { all: 1000, idle: 500, ours: 100 };
    expect(shareOfOthers(before, { all: 1200, idle: 560, ours: 190 })).toBeCloseTo(50 / 200);
  });

  it('is nothing where the machine was ours', () => {
    const before = { all: 1000, idle: 500, ours: 100 };
    expect(shareOfOthers(before, { all: 1100, idle: 500, ours: 203 })).toBe(0);
  });
});
