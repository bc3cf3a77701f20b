import { beforeAll, describe, expect, it } from 'vitest';
import { byEffort, isFullRun } from '../../support/effort.ts';
import { buildProgram } from '../../support/program/built-program.ts';
import { failuresOf, seedOfRun } from '../outcome.ts';
import { runBrowserSessions } from './browser-sessions.ts';
import { runManyTokens } from './many-tokens.ts';
import { runRepeatableWrites } from './repeatable-writes.ts';

describe.runIf(isFullRun)('Tokens', () => {
  let main = '';
  beforeAll(async () => {
    main = await buildProgram();
  }, 90_000);

  it(
    'are not asked for again and again when refused, and are renewed by many phones behind one address',
    {
      timeout: 90_000,
    },
    async () => {
      const outcome = await runManyTokens(60, main);
      expect(failuresOf(outcome)).toEqual([]);
      expect(outcome.cases).toBe(120);
    },
  );

  it(
    'of browser sessions are renewed once by all processes, and cookies that are made up are nobody’s',
    { timeout: 90_000 },
    async () => {
      const outcome = await runBrowserSessions(byEffort(50, 250), main, seedOfRun());
      expect(failuresOf(outcome)).toEqual([]);
      expect(outcome.cases).toBeGreaterThanOrEqual(50);
    },
  );
});

it.runIf(isFullRun)('Writes with an idempotency key are made once, whatever fails', { timeout: 300_000 }, async () => {
  const outcome = await runRepeatableWrites(120, await buildProgram());
  expect(failuresOf(outcome)).toEqual([]);
  expect(outcome.cases).toBe(120);
});
