import { describe, expect, it } from 'vitest';
import { createRetryBudget } from '../../../../src/upstream/resilience/retry-budget.ts';
import { StillClock } from './resilient-calls.ts';

const start = (percent: number) => {
  const clock = new StillClock();
  const budget = createRetryBudget({ percent, now: clock.now });
  const takeAll = (): number => {
    let taken = 0;
    while (taken < 10_000 && budget.take()) taken += 1;
    return taken;
  };
  const addCalls = (count: number): void => {
    for (let at = 0; at < count; at += 1) budget.addCall();
  };
  return { clock, budget, takeAll, addCalls };
};

describe('A budget of retries', () => {
  it('is three while there are few calls', () => {
    const { takeAll, addCalls } = start(10);
    addCalls(1);
    expect(takeAll()).toBe(3);
    addCalls(38);
    expect(takeAll()).toBe(0);
  });

  it('is a tenth of the calls from forty on', () => {
    const { takeAll, addCalls } = start(10);
    addCalls(40);
    expect(takeAll()).toBe(4);
    addCalls(959);
    expect(takeAll()).toBe(95);
    addCalls(1);
    expect(takeAll()).toBe(1);
  });

  it('forgets calls and retries after ten seconds, not before', () => {
    const { clock, takeAll, addCalls } = start(10);
    addCalls(100);
    expect(takeAll()).toBe(10);
    clock.advance(9_999);
    expect(takeAll()).toBe(0);
    clock.advance(1);
    expect(takeAll()).toBe(3);
  });

  it('is nothing at all when it is set to 0 percent', () => {
    const { takeAll, addCalls } = start(0);
    addCalls(1000);
    expect(takeAll()).toBe(0);
  });
});
