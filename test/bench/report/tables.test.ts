import { describe, expect, it } from 'vitest';
import { Figures, processorTable, shareTable } from '../../../bench/report/tables.ts';

const slice = (target: 'floor' | 'gateway', round: number, requestsPerSecond: number, cpuMsPer1000: number | null) => ({
  target,
  workload: 'W2' as const,
  round,
  requestsPerSecond,
  p50Ms: 1,
  p99Ms: 2,
  cpuMsPer1000,
});

const lastRow = (table: string): string => table.split('\n').at(-1) ?? '';

describe('shareTable', () => {
  it('compares within rounds, however the machine changes between them', () => {
    const figures = new Figures([
      slice('floor', 0, 1000, 50),
      slice('gateway', 0, 800, 60),
      slice('floor', 1, 100, 50),
      slice('gateway', 1, 70, 70),
      slice('floor', 2, 500, 50),
      slice('gateway', 2, 450, 80),
    ]);
    expect(lastRow(shareTable(figures, ['floor', 'gateway'], 'floor', ['W2']))).toBe(
      '| this gateway | 0.80 (0.70–0.90) |',
    );
  });

  it('leaves a dash where nothing was measured', () => {
    expect(lastRow(shareTable(new Figures([]), ['gateway'], 'floor', ['W2']))).toBe('| this gateway | – |');
  });
});

describe('processorTable', () => {
  it('has less for those that take more time for a request', () => {
    const figures = new Figures([slice('floor', 0, 1, 50), slice('gateway', 0, 1, 100)]);
    expect(lastRow(processorTable(figures, ['gateway'], 'floor', ['W2']))).toBe('| this gateway | 0.50 (0.50–0.50) |');
  });

  it('leaves a dash where the system does not tell', () => {
    const figures = new Figures([slice('floor', 0, 1, null), slice('gateway', 0, 1, null)]);
    expect(lastRow(processorTable(figures, ['gateway'], 'floor', ['W2']))).toBe('| this gateway | – |');
  });
});
