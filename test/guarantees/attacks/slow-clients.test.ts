import { expect, it } from 'vitest';
import { isFullRun } from '../../support/effort.ts';
import { buildProgram } from '../../support/program/built-program.ts';
import { failuresOf } from '../outcome.ts';
import { runSlowClients } from './slow-clients.ts';

const CHOSEN = 2;

it.runIf(isFullRun)(
  'Clients that never end, or read nothing, neither stop the process nor keep anybody else from being served',
  async () => {
    const outcome = await runSlowClients({ timedTries: null }, await buildProgram(), CHOSEN);
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.cases).toBe(CHOSEN);
  },
  120_000,
);
