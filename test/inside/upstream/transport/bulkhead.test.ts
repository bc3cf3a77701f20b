import { describe, expect, it } from 'vitest';
import { Canceller } from '../../../../src/concurrency/cancellation.ts';
import { type Permit, QueueFullError, WaitCancelledError } from '../../../../src/concurrency/semaphore.ts';
import type { RouteGroup } from '../../../../src/upstream/call/route-group.ts';
import { type Bulkhead, createBulkhead } from '../../../../src/upstream/transport/bulkhead.ts';
import { TestClock } from '../../../support/running-gateway.ts';

// Longer than all tests together, by the clock of the system: what waits is left waiting.
const DAY_MS = 24 * 3_600_000;

/** A bulkhead, and the calls that have a place, by group. */
const startBulkhead = ({ count = 64, maxWaiting = 256, maxWaitMs = DAY_MS } = {}) => {
  const clock = new TestClock();
  const bulkhead = createBulkhead({ count, maxWaiting, maxWaitMs, now: clock.now });
  const held = new Map<RouteGroup, Permit[]>();
  const placesOf = (group: RouteGroup): Permit[] => {
    const places = held.get(group) ?? [];
    held.set(group, places);
    return places;
  };
  return {
    bulkhead,
    clock,
    /** Asks for so many places; reports how many were given at once. */
    ask: (group: RouteGroup, calls: number): number => {
      let given = 0;
      for (let call = 0; call < calls; call += 1) {
        const place = bulkhead.take({ group, ending: new Canceller(), recall: null });
        if (place instanceof Promise)
          place.then(
            (one) => placesOf(group).push(one),
            () => {},
          );
        else {
          given += 1;
          placesOf(group).push(place);
        }
      }
      return given;
    },
    /** Ends so many calls, those that began last, and lets those go on that waited for them. */
    end: async (group: RouteGroup, calls: number): Promise<void> => {
      for (const place of placesOf(group).splice(-calls, calls)) place.release();
      await new Promise(setImmediate);
    },
    count: (group: RouteGroup): number => placesOf(group).length,
  };
};

const refusalOf = (bulkhead: Bulkhead, group: RouteGroup): Promise<unknown> =>
  Promise.resolve(bulkhead.take({ group, ending: new Canceller(), recall: null })).then(
    () => null,
    (error: unknown) => error,
  );

describe('The places of a bulkhead', () => {
  it('are half of all for a group that is alone and has not responded, and some for each that comes', () => {
    const { ask } = startBulkhead();
    expect(ask('listings', 100)).toBe(32);
    expect(ask('user', 100)).toBe(16);
    expect(ask('watching', 100)).toBe(8);
    expect(ask('sections', 100)).toBe(4);
  });

  it.each([2, 3, 8, 64, 1_000])('leave one to each other group while one hangs, of %i', (count) => {
    const { ask } = startBulkhead({ count });
    const given = ask('listings', count);
    expect(given).toBeGreaterThanOrEqual(1);
    expect(given).toBeLessThanOrEqual(count / 2 + 1);
    expect(ask('user', 1)).toBe(1);
  });

  it('are all for a group that is alone and quick, as soon as each of its calls got a response once', async () => {
    const { ask, end, count } = startBulkhead();
    ask('listings', 200);
    await end('listings', 32);
    expect(count('listings')).toBe(64);
    await end('listings', 32);
    expect(count('listings')).toBe(64);
  });

  it('are no more than they were for a group that begins to hang', async () => {
    const { ask, end, count } = startBulkhead();
    ask('listings', 24);
    await end('listings', 10);
    ask('listings', 10);
    await end('listings', 10);
    ask('listings', 200);
    expect(count('listings')).toBe(32);
  });

  it('are no more than its share for a group whose responses take long', async () => {
    const { ask, end, count, clock } = startBulkhead();
    ask('listings', 200);
    for (let round = 0; round < 5; round += 1) {
      clock.advance(DAY_MS);
      await end('listings', 32);
      expect(count('listings')).toBe(32);
    }
  });

  it('are no more than its share for a group of which an eighth hangs while the rest is quick', async () => {
    const { ask, end, count, clock } = startBulkhead();
    ask('listings', 8);
    clock.advance(DAY_MS);
    ask('listings', 200);
    for (let round = 0; round < 10; round += 1) {
      await end('listings', 10);
      expect(count('listings')).toBe(32);
    }
  });

  it('come to the group that has the fewest, and within it in the order in which they were asked for', async () => {
    const { ask, end, count } = startBulkhead({ count: 4 });
    ask('listings', 40);
    await end('listings', 2);
    expect(count('listings')).toBe(4);
    ask('user', 3);
    await end('listings', 1);
    expect([count('listings'), count('user')]).toEqual([3, 1]);
    await end('user', 1);
    await end('listings', 1);
    expect([count('listings'), count('user')]).toEqual([2, 2]);
  });

  it('are let go by who is ended while waiting', async () => {
    const { bulkhead, ask, end } = startBulkhead({ count: 1 });
    ask('listings', 1);
    const ending = new Canceller();
    const left = bulkhead.take({ group: 'listings', ending, recall: null });
    ending.cancel(new Error('The caller has gone.'));
    await expect(left).rejects.toThrow(WaitCancelledError);
    await end('listings', 1);
    expect([bulkhead.taken, bulkhead.waiting]).toEqual([0, 0]);
  });
});

describe('The queue of a bulkhead', () => {
  it('has three quarters for one group, and space for others', async () => {
    const { bulkhead, ask } = startBulkhead();
    ask('listings', 32 + 192);
    expect(bulkhead.waiting).toBe(192);
    expect(await refusalOf(bulkhead, 'listings')).toBeInstanceOf(QueueFullError);
    ask('user', 16 + 48);
    expect(bulkhead.waiting).toBe(240);
    expect(await refusalOf(bulkhead, 'user')).toBeInstanceOf(QueueFullError);
  });

  it('counts as full for operations at a half, for the group that fills it alone', async () => {
    const { bulkhead, ask, end } = startBulkhead();
    ask('listings', 32 + 127);
    expect(bulkhead.isFull('listings')).toBe(false);
    ask('listings', 1);
    expect([bulkhead.isFull('listings'), bulkhead.isFull('user')]).toEqual([true, false]);
    await end('listings', 1);
    expect(bulkhead.isFull('listings')).toBe(false);
  });

  it('is left by who has waited too long', async () => {
    const { bulkhead, ask } = startBulkhead({ count: 1, maxWaitMs: 10 });
    ask('listings', 1);
    expect(await refusalOf(bulkhead, 'listings')).toBeInstanceOf(QueueFullError);
    expect(bulkhead.waiting).toBe(0);
  });
});

describe('A group that had nearly all places when its calls began to hang', () => {
  /** Has all four places taken by calls of one group; reports which of them were called back. */
  const startHanging = async (isRecallable: (call: number) => boolean) => {
    const clock = new TestClock();
    const bulkhead = createBulkhead({ count: 4, maxWaiting: 100, maxWaitMs: 20, now: clock.now });
    const recalled: number[] = [];
    const take = async (call: number) => {
      const place: Permit = await bulkhead.take({
        group: 'listings',
        ending: new Canceller(),
        recall: isRecallable(call)
          ? () => {
              recalled.push(call);
              place.release();
            }
          : null,
      });
      return place;
    };
    const first = await Promise.all([take(0), take(1)]);
    const calls = [1, 2, 3, 4].map(take);
    for (const place of first) place.release();
    await Promise.all(calls);
    expect(bulkhead.taken).toBe(4);
    return { bulkhead, clock, recalled };
  };

  it('gives back the one that has been under way for longest when another group needs it', async () => {
    const { bulkhead, clock, recalled } = await startHanging(() => true);
    clock.advance(10);
    await bulkhead.take({ group: 'user', ending: new Canceller(), recall: null });
    expect(recalled).toEqual([1]);
  });

  it('keeps what cannot be repeated', async () => {
    const { bulkhead, clock, recalled } = await startHanging((call) => call === 3);
    clock.advance(10);
    await bulkhead.take({ group: 'user', ending: new Canceller(), recall: null });
    expect(await refusalOf(bulkhead, 'sections')).toBeInstanceOf(QueueFullError);
    expect(recalled).toEqual([3]);
  });

  it('keeps calls that have just begun', async () => {
    const { bulkhead, clock, recalled } = await startHanging(() => true);
    clock.advance(9);
    expect(await refusalOf(bulkhead, 'user')).toBeInstanceOf(QueueFullError);
    expect(recalled).toEqual([]);
  });

  it('gives nothing back to its own calls', async () => {
    const { bulkhead, clock, recalled } = await startHanging(() => true);
    clock.advance(10);
    expect(await refusalOf(bulkhead, 'listings')).toBeInstanceOf(QueueFullError);
    expect(recalled).toEqual([]);
  });
});
