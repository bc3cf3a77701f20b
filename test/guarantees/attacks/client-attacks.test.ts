import { expect, it } from 'vitest';
import { isFullRun } from '../../support/effort.ts';
import { failuresOf } from '../outcome.ts';
import { runClientAttacks } from './client-attacks.ts';

it.runIf(isFullRun)(
  'Whatever a client sends, it is refused with a known code before anything of it reaches the service',
  async () => {
    const outcome = await runClientAttacks(1, 0);
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.cases).toBeGreaterThan(600);
  },
  300_000,
);
