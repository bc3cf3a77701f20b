import { expect, it } from 'vitest';
import { byEffort } from '../../support/effort.ts';
import { failuresOf, seedOfRun } from '../outcome.ts';
import { runFuzzedRequests } from './fuzz-requests.ts';

const REQUESTS = byEffort(150, 600);

it('Whatever comes over a connection, the fast path reads it as Node does, and responds in order', async () => {
  const outcome = await runFuzzedRequests(REQUESTS, seedOfRun());
  expect(failuresOf(outcome)).toEqual([]);
  expect(outcome.cases).toBe(REQUESTS);
}, 300_000);
