import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startTimeout } from '../../../src/concurrency/timeout.ts';
import { createShare } from '../../../src/upstream/share.ts';
import { listen } from '../../support/network/listen.ts';
import { standStill } from '../../support/stand-still.ts';
import { take } from '../upstream/test-taker.ts';

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

describe('The wait for a permit', () => {
  it('is not over while the process stands still and the permit is about to be given back', async () => {
    const permits = createShare({ count: 1, maxWaiting: 1, maxWaitMs: 20 });
    const release = await take(permits, 'listings');
    await turn();
    const second = take(permits, 'listings');
    setImmediate(release);
    standStill(40);
    (await second)();
    expect(permits.taken).toBe(0);
  });
});
