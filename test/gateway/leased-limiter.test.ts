import { describe, expect, it } from 'vitest';
import { createLeasedLimiter } from '../../src/gateway/leased-limiter.ts';
import { type Counter, createMemoryCounter } from '../../src/gateway/rate-limit.ts';

/** Limiters of several processes over one, with the number of times that this was asked. */
const createProcesses = (points: number, count: number) => {
  const memory = createMemoryCounter({ points, windowS: 60 });
  const clock = { time: 0 };
  const asked: number[] = [];
  const far: Counter = {
    consume: async (key, taken = 1) => {
      asked.push(taken);
      return memory.consume(key, taken);
    },
  };
  const limiters = Array.from({ length: count }, () => createLeasedLimiter(far, points, () => clock.time));
  return { limiters, asked, clock };
};

describe('A limiter that takes counts in lots', () => {
  it('allows a process no more than the limit, and asks once a lot', async () => {
    const { limiters, asked } = createProcesses(1000, 1);
    let allowed = 0;
    for (let at = 0; at < 1100; at += 1) if ((await limiters[0]?.consume('a'))?.isWithin) allowed += 1;
    expect(allowed).toBe(1000);
    expect(asked.slice(0, 201)).toEqual(Array.from({ length: 201 }, () => 5));
  });

  it('allows several processes together no more than the limit', async () => {
    const { limiters } = createProcesses(1000, 3);
    const counts = await Promise.all(Array.from({ length: 1200 }, async (_, at) => limiters[at % 3]?.consume('a')));
    const allowed = counts.filter((count) => count?.isWithin).length;
    expect(allowed).toBeLessThanOrEqual(1000);
  });

  it('answers at once from a lot that it has', async () => {
    const { limiters } = createProcesses(1000, 1);
    await limiters[0]?.consume('a');
    expect(limiters[0]?.consume('a')).toMatchObject({ isWithin: true });
  });

  it('counts several at once, from a lot that has as many or from one that is taken for them', async () => {
    const { limiters, asked } = createProcesses(1000, 1);
    await limiters[0]?.consume('a', 3);
    expect(limiters[0]?.consume('a', 2)).toMatchObject({ isWithin: true });
    await limiters[0]?.consume('a', 12);
    expect(asked).toEqual([5, 12]);
  });

  it('does not use what is left of a window that has ended', async () => {
    const { limiters, asked, clock } = createProcesses(1000, 1);
    await limiters[0]?.consume('a');
    clock.time = 60_001;
    await limiters[0]?.consume('a');
    expect(asked).toEqual([5, 5]);
  });

  it('counts small limits one by one', async () => {
    const { limiters, asked } = createProcesses(5, 2);
    for (const at of [0, 1, 0]) await limiters[at]?.consume('a');
    expect(asked).toEqual([1, 1, 1]);
  });
});
