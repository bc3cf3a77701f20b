import { expect, it } from 'vitest';
import { byEffort, isFullRun } from '../../support/effort.ts';
import { failuresOf, seedOfRun } from '../outcome.ts';
import { runServiceFaults, runWritesUnderFaults } from './fault-runs.ts';

it.runIf(isFullRun)(
  'Whatever the service does wrong at whichever endpoint, the gateway responds with a known code and leaks nothing',
  async () => {
    const outcome = await runServiceFaults(1 / 18, seedOfRun());
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.cases).toBeGreaterThan(200);
    expect(outcome.logLines).toBeGreaterThan(0);
  },
  300_000,
);

it('What must not be repeated arrives once, whatever happens to it', async () => {
  const outcome = await runWritesUnderFaults(1 / byEffort(240, 14), seedOfRun());
  expect(failuresOf(outcome)).toEqual([]);
  expect(outcome.cases).toBeGreaterThan(byEffort(2, 40));
}, 300_000);
