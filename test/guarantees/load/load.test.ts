import { describe, expect, it } from 'vitest';
import { byEffort, isFullRun } from '../../support/effort.ts';
import { failuresOf, type RunGroup, seedOfRun } from '../outcome.ts';
import { runBetweenCallers } from './between-callers.ts';
import { runDisconnects } from './disconnects.ts';
import { runDocumentMemory } from './document-memory.ts';
import { runEndlessVariety } from './endless.ts';
import { runFlatHeap } from './flat-heap.ts';
import { runHangingGroups } from './slow-groups.ts';
import { runStampede } from './stampede.ts';

type Drill = readonly [what: string, run: RunGroup, amount: number];

const drills: readonly Drill[] = [
  ['no byte of one caller’s data reaches another', runBetweenCallers, byEffort(60, 600)],
  ['a thousand callers who want the same cold list cause one call', runStampede, byEffort(50, 300)],
];

const longDrills: readonly Drill[] = [
  ['nothing grows with what callers make up', runEndlessVariety, 700],
  ['documents that are kept cost a bounded amount of memory', runDocumentMemory, 60],
  ['a part of the service that hangs keeps nobody waiting who does not need it', runHangingGroups, 9],
  ['clients that leave take their calls with them', runDisconnects, 100],
  ['nothing is kept of work that is done', runFlatHeap, 150],
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
