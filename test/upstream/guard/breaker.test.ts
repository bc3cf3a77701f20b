import { describe, expect, it } from 'vitest';
import {
  type Breaker,
  type BreakerState,
  type CallOutcome,
  createBreaker,
  createServiceRun,
} from '../../../src/upstream/breaker.ts';
import { StillClock } from './guarded-calls.ts';

const start = (clock = new StillClock(), serviceRun = createServiceRun(clock.now)) => {
  const changes: BreakerState[] = [];
  const breaker = createBreaker({ now: clock.now, serviceRun, onChange: (state) => changes.push(state) });
  return { clock, serviceRun, breaker, changes };
};

const make = (breaker: Breaker, outcome: CallOutcome, times = 1): void => {
  for (let time = 0; time < times; time += 1) breaker.admit()?.end(outcome);
};

/** Opens a breaker and waits until it lets probes through. */
const startHalfOpen = () => {
  const started = start();
  make(started.breaker, 'failed', 20);
  started.clock.advance(2_000);
  return started;
};

describe('A closed breaker', () => {
  it('opens at the twentieth call when half have failed, and not before', () => {
    const { breaker } = start();
    make(breaker, 'answered', 10);
    make(breaker, 'failed', 9);
    expect(breaker.state).toBe('closed');
    make(breaker, 'failed');
    expect(breaker.state).toBe('open');
  });

  it('stays closed while fewer than half fail, however many', () => {
    const { breaker } = start();
    for (let round = 0; round < 500; round += 1) {
      make(breaker, 'answered', 3);
      make(breaker, 'failed', 2);
    }
    expect(breaker.state).toBe('closed');
  });

  it('stays closed with fewer than twenty calls in ten seconds, though all fail', () => {
    const { breaker, clock } = start();
    for (let round = 0; round < 20; round += 1) {
      make(breaker, 'failed', 19);
      clock.advance(10_000);
    }
    expect(breaker.state).toBe('closed');
  });

  it('opens after twenty failures in a row, whatever went well in the busy seconds before', () => {
    const { breaker } = start();
    make(breaker, 'answered', 50_000);
    make(breaker, 'failed', 19);
    make(breaker, 'answered');
    make(breaker, 'failed', 19);
    expect(breaker.state).toBe('closed');
    make(breaker, 'failed');
    expect(breaker.state).toBe('open');
  });

  it('does not count calls that were withdrawn', () => {
    const { breaker } = start();
    make(breaker, 'failed', 19);
    make(breaker, 'withdrawn', 100);
    expect(breaker.state).toBe('closed');
  });

  it('opens after three failures when everything else behind the address fails too, and not after two', () => {
    const { breaker: one, clock, serviceRun } = start();
    const { breaker: other } = start(clock, serviceRun);
    make(one, 'failed', 20);
    make(other, 'failed', 2);
    expect(other.state).toBe('closed');
    make(other, 'failed');
    expect(other.state).toBe('open');
  });

  it('is not opened by the failures of others while calls of its own are answered', () => {
    const { breaker: one, clock, serviceRun } = start();
    const { breaker: other } = start(clock, serviceRun);
    make(one, 'failed', 20);
    for (let round = 0; round < 5; round += 1) {
      make(other, 'failed', 2);
      make(other, 'answered', 3);
    }
    expect([one.state, other.state]).toEqual(['open', 'closed']);
  });
});

describe('An open breaker', () => {
  it('refuses for two seconds, then lets a call through', () => {
    const { breaker, clock } = start();
    make(breaker, 'failed', 20);
    expect(breaker.refusedForMs).toBe(2_000);
    clock.advance(1_999);
    expect([breaker.refusedForMs, breaker.admit()]).toEqual([1, null]);
    clock.advance(1);
    expect(breaker.refusedForMs).toBe(0);
    expect(breaker.admit()).not.toBeNull();
    expect(breaker.state).toBe('half-open');
  });

  it('refuses twice as long after each probe that fails, up to thirty seconds', () => {
    const { breaker, clock } = startHalfOpen();
    const periods: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      make(breaker, 'failed');
      periods.push(breaker.refusedForMs);
      clock.advance(breaker.refusedForMs);
    }
    expect(periods).toEqual([4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('refuses for two seconds again when it opens after it was closed', () => {
    const { breaker, clock } = startHalfOpen();
    make(breaker, 'failed');
    clock.advance(4_000);
    make(breaker, 'answered', 2);
    make(breaker, 'failed', 20);
    expect(breaker.refusedForMs).toBe(2_000);
  });

  it('is not moved by calls from before it opened, however they end', () => {
    const { breaker } = start();
    const early = Array.from({ length: 40 }, () => breaker.admit());
    for (const pass of early.slice(0, 20)) pass?.end('failed');
    for (const pass of early.slice(20)) pass?.end('answered');
    expect([breaker.state, breaker.refusedForMs]).toEqual(['open', 2_000]);
  });
});

describe('A half-open breaker', () => {
  it('lets one call through, and two more once that is answered', () => {
    const { breaker } = startHalfOpen();
    const first = breaker.admit();
    expect(breaker.admit()).toBeNull();
    expect(breaker.refusedForMs).toBeGreaterThan(0);
    first?.end('answered');
    const others = [breaker.admit(), breaker.admit()];
    expect(others).not.toContain(null);
    expect(breaker.admit()).toBeNull();
  });

  it('closes when two of three are answered', () => {
    const { breaker, changes } = startHalfOpen();
    make(breaker, 'answered');
    make(breaker, 'failed');
    expect(breaker.state).toBe('half-open');
    make(breaker, 'answered');
    expect(changes).toEqual(['open', 'half-open', 'closed']);
  });

  it('opens when the first fails, or two of three', () => {
    const { breaker, clock } = startHalfOpen();
    make(breaker, 'failed');
    expect(breaker.state).toBe('open');
    clock.advance(4_000);
    make(breaker, 'answered');
    make(breaker, 'failed', 2);
    expect([breaker.state, breaker.refusedForMs]).toEqual(['open', 8_000]);
  });

  it('lets another call through in place of one that was withdrawn', () => {
    const { breaker } = startHalfOpen();
    make(breaker, 'withdrawn', 10);
    make(breaker, 'answered', 2);
    expect(breaker.state).toBe('closed');
  });

  it('does not wait for a slow probe: half a second later the next goes, and three at most', () => {
    const { breaker, clock } = startHalfOpen();
    breaker.admit();
    clock.advance(499);
    expect(breaker.admit()).toBeNull();
    clock.advance(1);
    const [second, tooEarly] = [breaker.admit(), breaker.admit()];
    expect([second === null, tooEarly]).toEqual([false, null]);
    clock.advance(500);
    expect(breaker.admit()).not.toBeNull();
    clock.advance(500);
    expect(breaker.admit()).toBeNull();
    second?.end('answered');
    expect(breaker.state).toBe('half-open');
  });

  it('closes with an empty memory', () => {
    const { breaker } = startHalfOpen();
    make(breaker, 'answered', 2);
    make(breaker, 'failed', 19);
    expect(breaker.state).toBe('closed');
  });
});
