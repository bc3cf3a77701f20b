import { describe, expect, it } from 'vitest';
import { createJoinLimit, TooManyJoinedError } from '../../../src/concurrency/join-limit.ts';
import { TestClock } from '../../support/running-gateway.ts';

const start = () => {
  const clock = new TestClock();
  const limit = createJoinLimit({ maxWaiting: 10, now: clock.now });
  let end: () => void = () => {};
  const work = new Promise<void>((resolve) => {
    end = resolve;
  });
  const startedAt = limit.startedAt();
  return { clock, limit, end, join: () => limit.wait(startedAt, () => work) };
};

describe('Those who wait for the work of others', () => {
  it('are as many as come while it has just begun', async () => {
    const { limit, join, end } = start();
    const waits = Array.from({ length: 1_000 }, join);
    expect(limit.waiting).toBe(1_000);
    end();
    await Promise.all(waits);
    expect(limit.waiting).toBe(0);
  });

  it('are fewer the longer it takes, and none of them is sent away', async () => {
    const { clock, limit, join, end } = start();
    const waits = Array.from({ length: 15 }, join);
    clock.advance(500);
    waits.push(...Array.from({ length: 5 }, join));
    await expect(join()).rejects.toThrow(TooManyJoinedError);
    clock.advance(500);
    await expect(join()).rejects.toThrow(TooManyJoinedError);
    expect(limit.waiting).toBe(20);
    end();
    await Promise.all(waits);
  });

  it('are counted no more when the work fails', async () => {
    const { limit } = start();
    await expect(limit.wait(limit.startedAt(), () => Promise.reject(new Error('It failed.')))).rejects.toThrow(
      'It failed.',
    );
    expect(limit.waiting).toBe(0);
  });
});
