import { expect, it } from 'vitest';
import { failuresOf, seedOfRun } from '../outcome.ts';
import { runFuzzedRequests } from './fuzz-requests.ts';

it('Whatever comes over a connection, the fast path reads it as Node does, and responds in order', async () => {
  const outcome = await runFuzzedRequests(600, seedOfRun());
  expect(failuresOf(outcome)).toEqual([]);
  expect(outcome.cases).toBe(600);
}, 300_000);
