import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Phase,
  type PhaseTimeoutOptions,
  startPhaseTimeouts,
} from '../../../../src/upstream/transport/phase-timeouts.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const start = (options: Partial<PhaseTimeoutOptions> = {}) => {
  const startedAt = Date.now();
  const lapses: (readonly [Phase | null, number])[] = [];
  const timer = startPhaseTimeouts({
    now: Date.now,
    totalMs: 8000,
    shortestMs: 2000,
    onTimeout: (phase) => lapses.push([phase, Math.round(Date.now() - startedAt)]),
    ...options,
  });
  return { timer, lapses };
};

/** To the few milliseconds that it takes to see whether something came meanwhile. */
const about = (milliseconds: number): unknown => expect.closeTo(milliseconds, -1);

describe('The time of a request', () => {
  it('is up after the total, though no phase is', () => {
    const { lapses } = start();
    vi.advanceTimersByTime(7990);
    expect(lapses).toEqual([]);
    vi.advanceTimersByTime(5000);
    expect(lapses).toEqual([[null, about(8000)]]);
  });

  it.each<[Phase, number, number]>([
    ['connect', 0, 2000],
    ['headers', 0, 5000],
    ['headers', 1990, 5000],
    ['body', 1990, 3000],
    ['body', 10, 2000],
  ])('is up when %s, begun after %d ms, has taken %d ms, to the millisecond or two', (phase, begun, limit) => {
    const { timer, lapses } = start();
    timer.enter('connect', 2000);
    vi.advanceTimersByTime(begun);
    timer.enter(phase, limit);
    vi.advanceTimersByTime(limit - 10);
    expect(lapses).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(lapses).toHaveLength(1);
    expect(lapses[0]?.[0]).toBe(phase);
    expect(Math.abs((lapses[0]?.[1] ?? 0) - begun - limit)).toBeLessThanOrEqual(2);
  });

  it('goes on while pieces of the body come, up to the total', () => {
    const { timer, lapses } = start();
    for (let at = 0; at <= 80; at += 1) {
      timer.enter('body', 3000);
      vi.advanceTimersByTime(100);
    }
    expect(lapses).toEqual([[null, about(8000)]]);
  });

  it.each([0, 8000])('is never up once it is stopped after %d ms', (milliseconds) => {
    const { timer, lapses } = start();
    vi.advanceTimersByTime(milliseconds);
    vi.advanceTimersToNextTimer();
    timer.stop();
    vi.advanceTimersByTime(100_000);
    expect(lapses).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
