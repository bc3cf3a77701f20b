import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createRateLimitStore } from '../../../../src/gateway/admission/rate-limit-store.ts';
import {
  createMemoryCounter,
  createRateLimit,
  createWindows,
  MAX_KEYS,
  memoryStore,
  type RateLimitStore,
} from '../../../../src/gateway/admission/rate-limit.ts';
import type { SharedCounts } from '../../../../src/gateway/admission/shared-counts.ts';

const options = { name: 'token', points: 2, windowS: 60 } as const;

describe('A rate limit', () => {
  it('counts each key by itself and reports how long to wait', async () => {
    const limit = createRateLimit(options, randomBytes(32));
    expect([await limit.consume('a'), await limit.consume('a'), await limit.consume('b')]).toEqual([0, 0, 0]);
    expect(await limit.consume('a')).toBe(60);
    expect(await limit.consume('b')).toBe(0);
  });

  it('gives its store keys that reveal nothing, and the same ones to every process with its secret', async () => {
    const keys: string[] = [];
    const store: RateLimitStore = (given) => {
      const counter = createMemoryCounter(given);
      return {
        consume: (key) => {
          keys.push(key);
          return counter.consume(key);
        },
      };
    };
    const secret = randomBytes(32);
    for (const each of [secret, secret, randomBytes(32)])
      await createRateLimit(options, each, store).consume('hunter2');
    expect(keys[0]).toMatch(/^[\w-]{43}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('rejects when its store fails', async () => {
    const limit = createRateLimit(options, randomBytes(32), () => ({
      consume: () => Promise.reject(new Error('The store is gone.')),
    }));
    await expect(limit.consume('a')).rejects.toThrow('The store is gone.');
  });
});

describe('A count that is exact', () => {
  const exact = { ...options, name: 'sign_in_username', isExact: true } as const;
  const fleet = () => {
    const windows = createWindows(exact.windowS);
    const shared: SharedCounts = {
      add: (_limit, additions) => Promise.resolve(additions.map(({ key, points }) => windows.add(key, points))),
      countProcesses: () => 2,
    };
    return createRateLimitStore(shared, () => {});
  };

  it.each([
    ['one process', memoryStore],
    ['a fleet', fleet()],
  ])('is given back once, and lets in again what it had refused: %s', async (_where, store) => {
    const counter = store(exact);
    const [first, second] = [await counter.consume('a'), await counter.consume('a')];
    expect((await counter.consume('a')).isWithin).toBe(false);
    for (const count of [first, first, second, second]) await count.giveBack?.();
    expect((await counter.consume('a')).isWithin).toBe(true);
    expect((await counter.consume('a')).isWithin).toBe(false);
  });

  it('is not given back in the second before its window ends, nor after it: that would be the count of another', () => {
    const clock = { time: 0 };
    const counter = createMemoryCounter(exact, () => clock.time);
    const counts = [counter.consume('a'), counter.consume('a')];
    clock.time = 59_000;
    void counts[0]?.giveBack?.();
    expect(counter.consume('a').isWithin).toBe(false);
    clock.time = 60_000;
    counter.consume('a');
    counter.consume('a');
    void counts[1]?.giveBack?.();
    expect(counter.consume('a').isWithin).toBe(false);
  });
});

describe('A counter in memory', () => {
  const createCounter = (maxKeys = MAX_KEYS) => {
    const clock = { time: 0 };
    return { counter: createMemoryCounter(options, () => clock.time, maxKeys), clock };
  };

  it('responds at once, and counts again when the window has ended', () => {
    const { counter, clock } = createCounter();
    expect(counter.consume('a')).toEqual({ isWithin: true, leftMs: 60_000 });
    clock.time = 1_000;
    expect(counter.consume('a')).toEqual({ isWithin: true, leftMs: 59_000 });
    expect(counter.consume('a')).toEqual({ isWithin: false, leftMs: 59_000 });
    clock.time = 60_000;
    expect(counter.consume('a')).toEqual({ isWithin: true, leftMs: 60_000 });
  });

  it('is bounded: of 100,000 keys the last are remembered, and a key that is used stays', () => {
    const { counter } = createCounter();
    counter.consume('busy');
    for (let at = 0; at < 100_000; at += 1) {
      counter.consume(`key-${at}`);
      if (at % 1_000 === 0) counter.consume('busy');
    }
    expect(counter.size).toBe(MAX_KEYS);
    expect(counter.consume('busy').isWithin).toBe(false);
    counter.consume('key-99999');
    expect(counter.consume('key-99999').isWithin).toBe(false);
    expect(counter.consume('key-0').isWithin).toBe(true);
  });
});
