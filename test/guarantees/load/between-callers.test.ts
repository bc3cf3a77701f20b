import { expect, it } from 'vitest';
import { byEffort } from '../../support/effort.ts';
import { failuresOf, seedOfRun } from '../outcome.ts';
import { runBetweenCallers } from './between-callers.ts';

it('No byte of one caller’s data reaches another', async () => {
  const requests = byEffort(15, 200);
  const outcome = await runBetweenCallers(requests, seedOfRun());
  expect(failuresOf(outcome)).toEqual([]);
  expect(outcome.cases).toBe(requests);
});
