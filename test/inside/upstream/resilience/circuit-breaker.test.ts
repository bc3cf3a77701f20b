import { describe, expect, it } from 'vitest';
import {
  type CallOutcome,
  type CircuitBreaker,
  type CircuitState,
  createCircuitBreaker,
} from '../../../../src/upstream/resilience/circuit-breaker.ts';
import { createServiceHealth } from '../../../../src/upstream/resilience/try-schedule.ts';
import { StillClock } from './resilient-calls.ts';

const start = (clock = new StillClock(), health = createServiceHealth(clock.now)) => {
  const changes: CircuitState[] = [];
  const breaker = createCircuitBreaker({
    now: clock.now,
    random: () => 0.5,
    health,
    onChange: (state) => changes.push(state),
  });
  /** Sends a call with one try; reports what it met. */
  const send = (outcome: CallOutcome) => {
    const leave = breaker.admit();
    if (typeof leave === 'string') return leave;
    leave.end(outcome, clock.now());
    if (outcome !== 'withdrawn') breaker.countCall(outcome === 'failed');
    return 'went';
  };
  /** Sends so many calls at this moment; reports how many went. */
  const burst = (outcome: CallOutcome, count: number): number =>
    Array.from({ length: count }, () => send(outcome)).filter((met) => met === 'went').length;
  return { clock, health, breaker, changes, send, burst };
};

/** Calls that are sent before anything is known of them. */
const sendAtOnce = ({ breaker, clock }: ReturnType<typeof start>, count: number) => {
  const sentAt = clock.now();
  const passes = Array.from({ length: count }, () => breaker.admit());
  return (outcome: CallOutcome): void => {
    for (const pass of passes) if (typeof pass !== 'string') pass.end(outcome, sentAt);
  };
};

/** Opens a breaker: eight failures, and another a second later. The next probe goes after 375 ms. */
const startOpen = () => {
  const started = start();
  started.burst('failed', 8);
  started.clock.advance(1_000);
  started.send('failed');
  return started;
};

const startRamp = () => {
  const started = startOpen();
  started.clock.advance(375);
  started.send('responded');
  return started;
};

const admitted = (breaker: CircuitBreaker, count: number): number =>
  Array.from({ length: count }, () => breaker.admit()).filter((leave) => typeof leave !== 'string').length;

describe('A closed breaker', () => {
  it('stays closed when all connections break at one moment, and lets one try through while others wait', () => {
    const started = start();
    sendAtOnce(started, 64)('failed');
    expect([started.breaker.judge(), started.send('withdrawn'), started.breaker.judge()]).toEqual([
      'go',
      'went',
      'wait',
    ]);
    started.clock.advance(100);
    expect([started.send('responded'), started.burst('responded', 100), started.changes]).toEqual(['went', 100, []]);
  });

  it('makes calls wait after eight failures in a row, not after seven, whatever went well before', () => {
    const { burst, breaker } = start();
    burst('responded', 50_000);
    burst('failed', 7);
    burst('responded', 1);
    expect(burst('failed', 7)).toBe(7);
    expect([breaker.judge(), burst('failed', 1), burst('failed', 100), breaker.judge()]).toEqual(['go', 1, 1, 'wait']);
  });

  it('tries every 5 ms until 64 tries have failed, then every 100 ms', () => {
    const { burst, clock } = start();
    burst('failed', 9);
    for (let round = 0; round < 55; round += 1) {
      clock.advance(5);
      expect(burst('failed', 10)).toBe(1);
    }
    clock.advance(99);
    expect(burst('failed', 10)).toBe(0);
    clock.advance(1);
    expect(burst('failed', 10)).toBe(1);
  });

  it('opens a second after the first failure of a run, and not before', () => {
    const { burst, clock, breaker, send } = start();
    burst('failed', 9);
    clock.advance(999);
    send('failed');
    expect(breaker.state).toBe('closed');
    clock.advance(5);
    send('failed');
    expect(breaker.state).toBe('open');
  });

  it('opens when calls have waited for a second for tries that hang', () => {
    const { burst, clock, breaker } = start();
    burst('failed', 8);
    breaker.admit();
    clock.advance(999);
    expect(breaker.state).toBe('closed');
    clock.advance(1);
    expect([breaker.state, breaker.admit()]).toEqual(['open', 'refused']);
  });

  it('is not opened by the clock alone, without a call that finds out', () => {
    const { burst, clock, breaker, send } = start();
    burst('failed', 8);
    clock.advance(9_000);
    expect([breaker.state, send('responded'), burst('responded', 10)]).toEqual(['closed', 'went', 10]);
  });

  it('is not fooled by responses to what was sent before the service went down', () => {
    const started = start();
    const endOld = Array.from({ length: 40 }, () => sendAtOnce(started, 1));
    started.clock.advance(10);
    for (const end of endOld.slice(0, 31)) {
      expect(started.send('failed')).toBe('went');
      end('responded');
    }
    started.send('failed');
    expect([started.send('failed'), started.send('failed')]).toEqual(['went', 'wait']);
  });

  it('opens when half of the calls have failed for a second, of twenty or more', () => {
    const { send, clock, breaker } = start();
    for (let call = 0; call < 60 && breaker.state === 'closed'; call += 1) {
      send(call % 2 === 0 ? 'failed' : 'responded');
      clock.advance(50);
    }
    // The twentieth call came after 950 ms; from then on it is a second.
    expect([breaker.state, clock.now() - 1_000]).toEqual(['open', 2_050]);
  });

  it('stays closed while fewer than half fail, however many', () => {
    const { burst, clock, changes } = start();
    for (let round = 0; round < 500; round += 1) {
      burst('responded', 3);
      burst('failed', 2);
      clock.advance(20);
    }
    expect(changes).toEqual([]);
  });

  it('does not count what a retry has mended', () => {
    const { breaker, clock, changes } = start();
    for (let round = 0; round < 200; round += 1) {
      for (const outcome of ['failed', 'responded'] as const) {
        const leave = breaker.admit();
        if (typeof leave !== 'string') leave.end(outcome, clock.now());
      }
      breaker.countCall(false);
      clock.advance(20);
    }
    expect(changes).toEqual([]);
  });

  it('does not count calls that were withdrawn', () => {
    const { burst, clock, breaker } = start();
    burst('failed', 7);
    burst('withdrawn', 100);
    clock.advance(2_000);
    expect([breaker.judge(), burst('withdrawn', 10)]).toEqual(['go', 10]);
  });

  it('forgets failures after ten seconds', () => {
    const { burst, clock, changes } = start();
    for (let round = 0; round < 20; round += 1) {
      expect(burst('failed', 7)).toBe(7);
      clock.advance(10_000);
    }
    expect(changes).toEqual([]);
  });
});

describe('What is long ago', () => {
  it('does not open a breaker: calls that waited and never heard', () => {
    const { burst, clock, breaker } = start();
    burst('failed', 9);
    breaker.admit();
    expect(breaker.state).toBe('closed');
    clock.advance(10_000);
    expect([burst('failed', 8), breaker.judge(), breaker.state]).toEqual([8, 'go', 'closed']);
  });

  it('does not open a breaker: a time in which most calls failed', () => {
    const { breaker, clock } = start();
    const count = (hasFailed: boolean, calls: number): void => {
      for (let call = 0; call < calls; call += 1) breaker.countCall(hasFailed);
    };
    count(true, 20);
    clock.advance(6_000);
    count(false, 30);
    count(true, 30);
    expect(breaker.state).toBe('closed');
    clock.advance(1_000);
    count(true, 1);
    expect(breaker.state).toBe('open');
  });
});

describe('Breakers of several groups', () => {
  it('are in doubt after three failures when everything else behind the address fails too, and not after two', () => {
    const one = start();
    const other = start(one.clock, one.health);
    one.burst('failed', 8);
    expect([other.burst('failed', 3), other.breaker.judge()]).toEqual([3, 'go']);
    expect(other.burst('failed', 10)).toBe(1);
    expect(other.breaker.judge()).toBe('wait');
  });

  it('do not hold each other up while calls of their own get responses', () => {
    const one = start();
    const other = start(one.clock, one.health);
    for (let round = 0; round < 40; round += 1) {
      one.burst('failed', 10);
      expect(other.burst('failed', 2) + other.burst('responded', 3)).toBe(5);
      one.clock.advance(100);
    }
    expect([one.breaker.state, other.changes]).toEqual(['open', []]);
  });

  it('probe in turn while nothing gets a response, and each for itself once something does', () => {
    const one = start();
    const other = start(one.clock, one.health);
    const probes: string[] = [];
    const tick = (): void => {
      one.clock.advance(25);
      if (one.send('failed') === 'went') probes.push('one');
      if (other.send('failed') === 'went') probes.push('other');
    };
    for (let at = 0; at < 60; at += 1) tick();
    expect([one.breaker.state, other.breaker.state]).toEqual(['open', 'open']);
    probes.length = 0;
    for (let at = 0; at < 120; at += 1) tick();
    expect(probes).toEqual(['one', 'other', 'one', 'other', 'one', 'other', 'one', 'other'].slice(0, probes.length));
    expect(probes.length).toBeGreaterThanOrEqual(6);
    one.clock.advance(800);
    expect([one.send('responded'), other.send('responded')]).toEqual(['went', 'went']);
  });
});

describe('An open breaker', () => {
  it.each([
    [0, 250],
    [0.5, 375],
    [0.999_999, 500],
  ])('refuses all but a probe every 250 to 500 ms: with %d every %d', (random, everyMs) => {
    const clock = new StillClock();
    const health = createServiceHealth(clock.now);
    const breaker = createCircuitBreaker({ now: clock.now, random: () => random, health, onChange: () => {} });
    const fail = (): void => {
      const leave = breaker.admit();
      if (typeof leave !== 'string') leave.end('failed', clock.now());
    };
    for (let call = 0; call < 8; call += 1) fail();
    clock.advance(1_000);
    fail();
    for (let round = 0; round < 5; round += 1) {
      clock.advance(everyMs - 1);
      expect([breaker.judge(), breaker.admit()]).toEqual(['refused', 'refused']);
      clock.advance(1);
      expect([breaker.judge(), admitted(breaker, 10)]).toEqual(['go', 1]);
    }
  });

  it('is shown half-open when the next call would be a probe, and closed when nobody has called for ten seconds', () => {
    const { breaker, clock, changes } = startOpen();
    expect(breaker.state).toBe('open');
    clock.advance(375);
    expect(breaker.state).toBe('half-open');
    clock.advance(9_624);
    expect(breaker.state).toBe('half-open');
    clock.advance(1);
    expect([breaker.state, changes]).toEqual(['closed', ['open', 'closed']]);
  });

  it('stays open while calls keep coming and probes fail', () => {
    const { breaker, clock, send, changes } = startOpen();
    for (let round = 0; round < 600; round += 1) {
      clock.advance(100);
      send('failed');
    }
    expect([breaker.state, changes]).toEqual(['open', ['open']]);
  });

  it('is not moved by calls from before it opened, however they end', () => {
    const started = start();
    const endEarly = sendAtOnce(started, 40);
    started.burst('failed', 8);
    started.clock.advance(1_000);
    started.send('failed');
    endEarly('responded');
    expect(started.changes).toEqual(['open']);
  });
});

describe('A breaker whose probe got a response', () => {
  it('lets a share of the calls through that grows from a tenth to all of them, and is closed after 300 ms', () => {
    const { clock, burst, changes } = startRamp();
    const shares: number[] = [];
    for (let tick = 0; tick < 4; tick += 1) {
      shares.push(burst('responded', 100));
      clock.advance(100);
    }
    for (const [at, share] of [10, 40, 70, 100].entries()) expect(Math.abs((shares[at] ?? 0) - share)).toBeLessThan(2);
    expect(changes).toEqual(['open', 'half-open', 'closed']);
  });

  it('lets the first call through', () => {
    expect(startRamp().send('responded')).toBe('went');
  });

  it('closes without calls too', () => {
    const { breaker, clock } = startRamp();
    expect(breaker.state).toBe('half-open');
    clock.advance(300);
    expect(breaker.state).toBe('closed');
  });

  it('opens again at three failures that are half of the responses, and not when they are fewer', () => {
    const weak = startRamp();
    weak.clock.advance(290);
    expect([weak.burst('responded', 2), weak.burst('failed', 3)]).toEqual([2, 3]);
    expect(weak.changes).toEqual(['open', 'half-open', 'open']);
    const strong = startRamp();
    strong.clock.advance(290);
    expect([strong.burst('responded', 5), strong.burst('failed', 4)]).toEqual([5, 4]);
    expect(strong.breaker.state).toBe('half-open');
  });

  it('closes with an empty memory', () => {
    const { clock, burst, breaker } = startRamp();
    clock.advance(300);
    expect(burst('failed', 7)).toBe(7);
    clock.advance(1_000);
    expect(breaker.judge()).toBe('go');
  });
});
