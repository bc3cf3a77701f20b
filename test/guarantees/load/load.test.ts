import { describe, expect, it } from 'vitest';
import { byEffort, isFullRun } from '../../support/effort.ts';
import { failuresOf, type RunGroup, seedOfRun } from '../outcome.ts';
import { runBetweenCallers } from './between-callers.ts';
import { runHangingGroups } from './slow-groups.ts';

type Drill = readonly [what: string, run: RunGroup, amount: number];

const drills: readonly Drill[] = [
  ['no byte of one caller’s data reaches another', runBetweenCallers, byEffort(60, 600)],
];

const longDrills: readonly Drill[] = [
  ['a part of the service that hangs keeps nobody waiting who does not need it', runHangingGroups, 9],
];

describe('Under load', () => {
  it.each(isFullRun ? [...drills, ...longDrills] : drills)(
    '%s',
    async (_what, run, amount) => {
      const outcome = await run(amount, seedOfRun());
      expect(failuresOf(outcome)).toEqual([]);
      expect(outcome.cases).toBeGreaterThanOrEqual(amount);
    },
    120_000,
  );
});
