import { expect, it } from 'vitest';
import { byEffort, isFullRun } from '../../support/effort.ts';
import { buildProgram } from '../../support/program/built-program.ts';
import { failuresOf } from '../outcome.ts';
import { runSmallDocuments } from './small-documents.ts';

it.runIf(isFullRun)(
  'No small document stops the process or fills its memory, and each has a reply with a known code',
  async () => {
    const outcome = await runSmallDocuments({ timedTries: null }, await buildProgram(), byEffort(4, 1));
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.cases).toBeGreaterThan(byEffort(30, 130));
  },
  120_000,
);
