import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Deadlines, type Timed } from '../../../src/concurrency/deadlines.ts';
import { startTimeout } from '../../../src/concurrency/timeout.ts';
import { createShare } from '../../../src/rest/share.ts';
import { listen } from '../../support/network/listen.ts';
import { standStill } from '../../support/stand-still.ts';
import { take } from '../rest/test-taker.ts';

describe('A time-out', () => {
  it('is called off by what arrived while the process stood still', async () => {
    const server = createServer((socket) => socket.on('data', () => socket.write('response', () => standStill(100))));
    const port = await listen(server);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    for (let round = 0; round < 3; round += 1) {
      const first = await new Promise<string>((resolve) => {
        const stop = startTimeout(() => resolve('time-out'), 50);
        // As what comes in one tick is handled together, after all of it was read.
        socket.once('data', (chunk) =>
          setImmediate(() => {
            stop();
            resolve(String(chunk));
          }),
        );
        socket.write('request');
      });
      expect(first).toBe('response');
    }
    socket.destroy();
    server.close();
  });

  it('never comes once it was called off, at whichever turn', async () => {
    const late: number[] = [];
    for (let turns = 0; turns < 3; turns += 1) {
      // From here on: timers, then sockets, then the first of the two turns.
      await turn();
      const stop = startTimeout(() => late.push(turns), 1);
      standStill(5);
      for (let at = 0; at < turns; at += 1) await turn();
      stop();
      await turn();
      await turn();
      await turn();
    }
    expect(late.filter((turns) => turns < 2)).toEqual([]);
  });

  it('keeps the process unless told otherwise', () => {
    const count = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = count();
    const stops = [startTimeout(() => {}, 60_000, false)];
    expect(count()).toBe(before);
    stops.push(startTimeout(() => {}, 60_000));
    expect(count()).toBe(before + 1);
    for (const stop of stops) stop();
    expect(count()).toBe(before);
  });
});

it('The wait for a permit is not over while the process stands still and the permit is about to be given back', async () => {
  const permits = createShare({ count: 1, maxWaiting: 1, maxWaitMs: 20 });
  const release = await take(permits, 'listings');
  await turn();
  const second = take(permits, 'listings');
  setImmediate(release);
  standStill(40);
  (await second)();
  expect(permits.taken).toBe(0);
});

afterEach(() => vi.useRealTimers());

/** Something that has so much time. */
class Item implements Timed {
  previous: Item | null = null;
  next: Item | null = null;
  endsAt: number | null = null;
  readonly onTimeUp: () => void;

  constructor(onTimeUp: () => void) {
    this.onTimeUp = onTimeUp;
  }
}

describe('Deadlines of the same length', () => {
  it('are kept in their order, and not for what has ended', () => {
    vi.useFakeTimers();
    const deadlines = new Deadlines(100);
    const over: string[] = [];
    const begin = (name: string): Item => {
      const item = new Item(() => over.push(`${name} ${performance.now()}`));
      deadlines.begin(item);
      return item;
    };
    const start = performance.now();
    begin('a');
    vi.advanceTimersByTime(40);
    deadlines.end(begin('b'));
    begin('c');
    vi.advanceTimersByTime(200);
    expect(over.map((line) => line.split(' ')[0])).toEqual(['a', 'c']);
    const times = over.map((line) => Number(line.split(' ')[1]) - start);
    expect(times[0]).toBeGreaterThanOrEqual(100);
    expect(times[1]).toBeGreaterThanOrEqual(140);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('have one timer, also when another begins with each that is over', () => {
    vi.useFakeTimers();
    const deadlines = new Deadlines(100);
    let count = 0;
    const begin = (): void => {
      count += 1;
      deadlines.begin(new Item(begin));
    };
    for (let item = 0; item < 5; item += 1) begin();
    vi.advanceTimersByTime(2000);
    expect(count).toBeGreaterThan(50);
    expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
  });
});
