import { beforeAll, describe, expect, it } from 'vitest';
import { byEffort, isFullRun } from '../../support/effort.ts';
import { buildProgram } from '../../support/program/built-program.ts';
import { isRedisSkipped } from '../../support/redis/redis-server.ts';
import { failuresOf } from '../outcome.ts';
import { runDistinctPhones } from './distinct-phones.ts';
import { runRedisFaults } from './redis-faults.ts';

const PHONES = byEffort(300, 1_000);

describe.runIf(isFullRun && !isRedisSkipped)('Processes that share counts and lists', () => {
  let main = '';
  beforeAll(async () => {
    main = await buildProgram();
  }, 90_000);

  it('cost a crowd of phones with ten requests a minute no message and no command', { timeout: 120_000 }, async () => {
    const outcome = await runDistinctPhones(PHONES, main);
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.cases).toBe(2 * PHONES);
  });

  it('respond and count whatever becomes of Redis, and say why', { timeout: 180_000 }, async () => {
    const outcome = await runRedisFaults(1, main, false);
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.cases).toBeGreaterThan(100);
  });
});
