import { expect, it } from 'vitest';
import { failuresOf, seedOfRun } from '../outcome.ts';
import { runFuzzedDocuments } from './fuzz-documents.ts';
import { runFuzzedReplies } from './fuzz-replies.ts';

it('Whatever is sent as a document, the answer has a known code and the gateway goes on', async () => {
  const outcome = await runFuzzedDocuments(400, seedOfRun());
  expect(failuresOf(outcome)).toEqual([]);
  expect(outcome.cases).toBe(400);
}, 300_000);

it('Whatever the service answers, the reply has a known code and the gateway goes on', async () => {
  const outcome = await runFuzzedReplies(300, seedOfRun());
  expect(failuresOf(outcome)).toEqual([]);
  expect(outcome.cases).toBe(300);
}, 300_000);
