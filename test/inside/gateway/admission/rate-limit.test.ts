import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type RateLimitStore,
  createMemoryCounter,
  createRateLimitStore,
  createWindows,
  memoryStore,
} from '../../../../src/gateway/admission/rate-limit.ts';
import { createCallAllowance, MAX_KEYS } from '../../../../src/gateway/admission/request-rates.ts';
import type { SharedCounts } from '../../../../src/gateway/admission/shared-counts.ts';
import { createSignInLimit } from '../../../../src/gateway/admission/sign-in-limit.ts';
import { isFullRun } from '../../../support/effort.ts';

const options = { name: 'sign_in_username', points: 2, windowS: 60 } as const;

it('A rate limit gives its store keys that reveal nothing, and the same ones to every process with its secret', async () => {
  const keys: string[] = [];
  const store: RateLimitStore = (given) => {
    const count = createMemoryCounter(given);
    return (key) => {
      keys.push(key);
      return count(key);
    };
  };
  const secret = randomBytes(32);
  const limits = { perUsernameAndAddress: 5, perAddress: 20, perUsername: 100 };
  const refreshLimits = { perAddress: 1500 };
  for (const each of [secret, secret, randomBytes(32)]) {
    const limit = createSignInLimit({ limits, refreshLimits, secret: each, store, onRefusal: () => {} });
    await limit.consume({ grant: 'client_credentials' }, '192.0.2.1');
  }
  expect(keys[0]).toMatch(/^[\w-]{43}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

describe('A count', () => {
  const fleetOf = (shared: Partial<SharedCounts> = {}) => {
    const windows = createWindows(options.windowS);
    const outcomes: string[] = [];
    const store = createRateLimitStore(
      { add: async (_limit, key, points) => windows.add(key, points), countProcesses: () => 2, ...shared },
      (outcome) => void outcomes.push(outcome),
    );
    return { store, outcomes };
  };

  it.each([
    ['one process', memoryStore],
    ['a fleet', fleetOf().store],
  ])('is given back once, and lets in again what it had refused: %s', async (_where, store) => {
    const count = store(options);
    const [first, second] = [await count('a'), await count('a')];
    expect((await count('a')).isWithin).toBe(false);
    for (const each of [first, first, second, second]) await each.giveBack();
    expect((await count('a')).isWithin).toBe(true);
    expect((await count('a')).isWithin).toBe(false);
  });

  it('is kept by one process alone while the others cannot be asked, or have as many keys as they may', async () => {
    const down = fleetOf({ add: () => Promise.reject(new Error('The store is gone.')) });
    const alone = down.store(options);
    const within = [await alone('a'), await alone('a'), await alone('a')].map(({ isWithin }) => isWithin);
    expect(within).toEqual([true, true, false]);
    expect(down.outcomes).toEqual(['failed', 'failed', 'failed']);
    const full = fleetOf({ countProcesses: () => 25_000 });
    const count = full.store(options);
    for (const key of ['a', 'b', 'b', 'b']) await count(key);
    expect(full.outcomes).toEqual(['told', 'left_out', 'left_out', 'left_out']);
    expect((await count('b')).isWithin).toBe(false);
  });

  it('is not given back in the second before its window ends, nor after it: that would be the count of another', () => {
    const clock = { time: 0 };
    const count = createMemoryCounter(options, () => clock.time);
    const counts = [count('a'), count('a')];
    clock.time = 59_000;
    void counts[0]?.giveBack();
    expect(count('a').isWithin).toBe(false);
    clock.time = 60_000;
    count('a');
    count('a');
    void counts[1]?.giveBack();
    expect(count('a').isWithin).toBe(false);
  });
});

it.runIf(isFullRun)(
  'What is remembered of keys is bounded: of 100,000 keys the last are remembered, and a key that is used stays',
  () => {
    const windows = createWindows(60);
    const allowance = createCallAllowance(1, () => 1000);
    for (const count of [(key: string) => windows.add(key, 1), (key: string) => allowance.spend(key, 1)]) {
      count('busy');
      for (let at = 0; at < 100_000; at += 1) {
        count(`key-${at}`);
        if (at % 1_000 === 0) count('busy');
      }
    }
    expect([windows.size, allowance.size]).toEqual([MAX_KEYS, MAX_KEYS]);
    expect([windows.add('busy', 0).total, allowance.spend('busy', 1)]).toEqual([101, 60_000]);
    expect([windows.add('key-99999', 0).total, allowance.spend('key-99999', 1)]).toEqual([1, 60_000]);
    expect([windows.add('key-0', 0).total, allowance.spend('key-0', 1)]).toEqual([0, 0]);
  },
);
