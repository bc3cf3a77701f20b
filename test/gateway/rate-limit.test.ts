import { randomBytes } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { describe, expect, it } from 'vitest';
import { createBoundedLimiter, createRateLimit, MAX_KEYS, type RateLimitStore } from '../../src/gateway/rate-limit.ts';

const options = { name: 'token', points: 2, windowS: 60 } as const;
const createMemory = () => new RateLimiterMemory({ points: options.points, duration: options.windowS });

describe('A rate limit', () => {
  it('counts each key by itself and tells how long to wait', async () => {
    const limit = createRateLimit(options, randomBytes(32));
    expect([await limit.take('a'), await limit.take('a'), await limit.take('b')]).toEqual([0, 0, 0]);
    expect(await limit.take('a')).toBe(60);
    expect(await limit.take('b')).toBe(0);
  });

  it('gives its store keys that tell nothing, and the same ones to every process with its secret', async () => {
    const keys: string[] = [];
    const store: RateLimitStore = ({ name: keyPrefix, points, windowS }) => {
      const limiter = new RateLimiterMemory({ keyPrefix, points, duration: windowS });
      return {
        consume: (key) => {
          keys.push(String(key));
          return limiter.consume(key);
        },
      };
    };
    const secret = randomBytes(32);
    for (const each of [secret, secret, randomBytes(32)]) await createRateLimit(options, each, store).take('hunter2');
    expect(keys[0]).toMatch(/^[\w-]{43}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('rejects when its store fails', async () => {
    const limit = createRateLimit(options, randomBytes(32), () => ({
      consume: () => Promise.reject(new Error('The store is gone.')),
    }));
    await expect(limit.take('a')).rejects.toThrow('The store is gone.');
  });
});

describe('The memory of a rate limit', () => {
  it('is bounded: of 100,000 keys the last are remembered, and a key that is used stays', async () => {
    const limiter = createBoundedLimiter(createMemory());
    await limiter.consume('busy');
    for (let at = 0; at < 100_000; at += 1) {
      await limiter.consume(`key-${at}`);
      if (at % 1_000 === 0) await limiter.consume('busy').catch(() => {});
    }
    expect(limiter.size).toBe(MAX_KEYS);
    await expect(limiter.consume('busy')).rejects.toMatchObject({ remainingPoints: 0 });
    await limiter.consume('key-99999');
    await expect(limiter.consume('key-99999')).rejects.toMatchObject({ remainingPoints: 0 });
    expect(await limiter.consume('key-0')).toMatchObject({ consumedPoints: 1 });
  });

  it('forgets the count of a key with the key', async () => {
    const limiter = createBoundedLimiter(createMemory(), 2);
    for (const key of ['a', 'a', 'b', 'c', 'a', 'a']) await limiter.consume(key);
    await expect(limiter.consume('a')).rejects.toMatchObject({ remainingPoints: 0 });
    expect(limiter.size).toBe(2);
  });
});
