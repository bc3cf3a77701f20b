import { errors } from 'undici';
import { describe, expect, it } from 'vitest';
import { CircuitBreaker } from '../../../src/rest/circuit-breaker.ts';
import { failureOfConnection, failureOfTime, isLate } from '../../../src/rest/exchange-failures.ts';
import { TestClock } from '../../support/running-gateway.ts';

describe('CircuitBreaker', () => {
  const start = () => {
    const clock = new TestClock();
    const states: string[] = [];
    const breaker = new CircuitBreaker({ now: clock.now, opens: true, onChange: (state) => states.push(state) });
    return { clock, states, breaker };
  };
  const asked = (number: number) => ({ caller: `caller ${number}`, path: `/v1/listings/${number}` });

  it('hears nothing of what began before it opened, also when it has closed since', () => {
    const { clock, states, breaker } = start();
    const turns = Array.from({ length: 60 }, (_, number) => breaker.admit(asked(number).caller) ?? Number.NaN);
    for (let number = 0; number < 20; number += 1) breaker.end(turns[number] ?? Number.NaN, 'failed', asked(number));
    clock.advance(250);
    breaker.end(breaker.admit('probe') ?? Number.NaN, 'responded', asked(60));
    for (let number = 20; number < 60; number += 1) breaker.end(turns[number] ?? Number.NaN, 'failed', asked(number));
    expect(states).toEqual(['open', 'half-open', 'closed']);
  });

  it('hears of what is late only while it has heard nothing else since that began', () => {
    const { states, breaker } = start();
    const turns = Array.from({ length: 60 }, () => breaker.admit(null) ?? Number.NaN);
    breaker.end(breaker.admit(null) ?? Number.NaN, 'responded', asked(0));
    for (const [number, turn] of turns.entries()) breaker.end(turn, 'late', asked(number));
    expect(states).toEqual([]);
    for (let number = 0; number < 60; number += 1)
      breaker.end(breaker.admit(null) ?? Number.NaN, 'late', asked(number));
    expect(states).toContain('open');
  });
});

describe('A call that was sent, and whose response is too late', () => {
  const route = { operation: 'POST /v1/listings', group: 'listings', method: 'POST', retry: 'never' } as const;
  const rows = [
    ['a read', 'safe'],
    ['a write', 'never'],
  ] as const;
  it.each(rows)('is known by that: %s', (_, retry) => {
    const timeout = new errors.HeadersTimeoutError();
    expect(isLate(failureOfTime({ ...route, expects: 'json', retry }, null, true))).toBe(true);
    expect(isLate(failureOfConnection({ ...route, retry }, timeout, null, true))).toBe(true);
    expect(isLate(failureOfConnection({ ...route, retry }, new errors.SocketError('reset'), null, true))).toBe(false);
    expect(isLate(failureOfConnection({ ...route, retry }, timeout, null, false))).toBe(false);
  });
});
