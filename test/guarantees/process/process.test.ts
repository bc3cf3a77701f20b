import { expect, it } from 'vitest';
import { isFullRun } from '../../support/effort.ts';
import { buildProgram } from '../../support/program/built-program.ts';
import { failuresOf, type Outcome } from '../outcome.ts';
import { runIdleConnections } from './idle-connections.ts';
import { runSignals } from './signals.ts';
import { runSilentStdout } from './silent-stdout.ts';

// Most of the time of each is the start of processes, and waiting.
it.runIf(isFullRun).concurrent.each<readonly [string, (amount: number, main: string) => Promise<Outcome>, number]>([
  ['Idle connections keep nobody from being served, and health responds', runIdleConnections, 400],
  ['A log that nobody reads costs no response, and not the end of the program', runSilentStdout, 400],
  ['Signals lose no response, and end or open nothing by mistake', runSignals, 1],
])(
  '%s',
  async (_what, run, amount) => {
    const outcome = await run(amount, await buildProgram());
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.cases).toBeGreaterThan(0);
  },
  240_000,
);
