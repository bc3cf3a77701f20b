import { expect, it } from 'vitest';
import { byEffort } from '../../support/effort.ts';
import { failuresOf, seedOfRun } from '../outcome.ts';
import { runFuzzedDocuments } from './fuzz-documents.ts';

const DOCUMENTS = byEffort(12, 100);

it('Whatever is sent as a document, the response has a known code and the gateway goes on', async () => {
  const outcome = await runFuzzedDocuments(DOCUMENTS, seedOfRun());
  expect(failuresOf(outcome)).toEqual([]);
  expect(outcome.cases).toBe(DOCUMENTS);
}, 300_000);
