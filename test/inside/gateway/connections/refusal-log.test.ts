import { describe, expect, it } from 'vitest';
import { createRefusalLog, MAX_REFUSED_CLIENTS } from '../../../../src/gateway/connections/refusal-log.ts';
import { captureLog } from '../../../support/running-gateway.ts';

const createRefusals = () => {
  const clock = { time: 0 };
  const { log, lines } = captureLog();
  const refusals = createRefusalLog(log, () => clock.time);
  let read = 0;
  /** What was informed since the last time, without the time. */
  const told = (): unknown[] =>
    lines.slice(read, (read = lines.length)).map((line) => {
      const { time: _, ...rest }: Record<string, unknown> = JSON.parse(line);
      return rest;
    });
  return { refusals, clock, lines, told, [Symbol.dispose]: () => refusals[Symbol.dispose]() };
};

describe('The log of refusals', () => {
  it('has the first of a limit at once, and then a line a minute with how many there were', () => {
    using log = createRefusals();
    for (let second = 0; second < 150; second += 1) {
      log.clock.time = second * 1_000;
      for (let request = 0; request < 10; request += 1) log.refusals.record('in_flight');
      log.refusals.look();
    }
    const line = (refused: number) => ({ level: 40, limit: 'in_flight', refused, msg: 'A limit refuses requests.' });
    expect(log.told()).toEqual([line(1), line(609), line(600)]);
    log.refusals[Symbol.dispose]();
    expect(log.told()).toEqual([line(290)]);
  });

  it('reports each limit by itself, and begins again after a quiet minute', () => {
    using log = createRefusals();
    log.refusals.record('memory');
    log.refusals.record('connections');
    log.refusals.record('unread_bytes');
    expect(log.told()).toEqual([
      { level: 40, limit: 'memory', refused: 1, msg: 'A limit refuses requests.' },
      { level: 40, limit: 'connections', connections: 1, msg: 'A limit closes connections.' },
      { level: 40, limit: 'unread_bytes', connections: 1, msg: 'A limit closes connections.' },
    ]);
    log.clock.time = 60_000;
    log.refusals.look();
    expect(log.told()).toEqual([]);
    log.refusals.record('memory');
    expect(log.told()).toHaveLength(1);
  });

  it('names the addresses that are refused most, and the networks of usernames, but no token and no username', () => {
    using log = createRefusals();
    log.refusals.record('sign_in_username_address', '203.0.113.7 ann');
    log.refusals.record('sign_in_username', 'ann');
    expect(log.lines.join('')).not.toContain('ann');
    expect(log.told()).toMatchObject([{ most: { '203.0.113.7': 1 } }, { clients: 1 }]);
    log.refusals.record('address', '198.51.100.1');
    for (let request = 0; request < 100; request += 1)
      log.refusals.record('address', `198.51.100.${Math.floor(Math.sqrt(request))}`);
    for (let request = 0; request < 3 * MAX_REFUSED_CLIENTS; request += 1)
      log.refusals.record('refresh_token', `token-${request}`);
    log.clock.time = 60_000;
    log.refusals.look();
    expect(log.lines.join('')).not.toContain('token-');
    expect(log.told()).toMatchObject([
      { limit: 'address', refused: 1, clients: 1, most: { '198.51.100.1': 1 } },
      { limit: 'refresh_token', refused: 1, clients: 1 },
      {
        limit: 'address',
        refused: 100,
        clients: 10,
        most: { '198.51.100.9': 19, '198.51.100.8': 17, '198.51.100.7': 15, '198.51.100.6': 13, '198.51.100.5': 11 },
      },
      { limit: 'refresh_token', refused: 3 * MAX_REFUSED_CLIENTS - 1, clients: MAX_REFUSED_CLIENTS },
    ]);
  });
});
