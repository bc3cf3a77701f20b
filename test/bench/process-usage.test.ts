import { describe, expect, it } from 'vitest';
import { parseProcessStat } from './process-usage.ts';

describe('parseProcessStat', () => {
  it('counts user and system time, also of a program with an odd name', () => {
    const line =
      '4242 (node) (x y) S 1 4242 4242 0 -1 4194560 100 0 0 0 731 119 0 0 20 0 11 0 12345 1000000 25000 184467';
    expect(parseProcessStat(line)).toEqual({ ticks: 850, pages: 25_000 });
  });
});
