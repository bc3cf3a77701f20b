import { describe, expect, it } from 'vitest';
import { Canceller } from '../../../../src/concurrency/cancellation.ts';
import {
  createOperationScheduler,
  type ExpectedCalls,
  type ScheduledOperation,
  SchedulerTimeoutError,
} from '../../../../src/gateway/operation/operation-scheduler.ts';
import type { RouteGroup } from '../../../../src/upstream/call/route-group.ts';
import { TestClock } from '../../../support/running-gateway.ts';

// Longer than all tests together: nobody waits for the turns that a test leaves.
const limits = { calls: 100, maxWaiting: 3, maxWaitMs: 24 * 3_600_000 };
const request = new Canceller();

/** Calls of one part of the service. */
const of = (calls: number, group: RouteGroup = 'listings'): ExpectedCalls => ({
  total: calls,
  spread: new Map([[group, calls]]),
});

/** Turns, and the names of operations in the order in which they have started. */
const startScheduler = () => {
  const clock = new TestClock();
  const scheduler = createOperationScheduler({ limits, now: clock.now });
  const started: string[] = [];
  return {
    scheduler,
    clock,
    started,
    /** Asks for a turn. */
    ask: async (name: string, calls: number, group?: RouteGroup): Promise<ScheduledOperation | null> => {
      const scheduled = await scheduler.schedule(of(calls, group), request);
      started.push(name);
      return scheduled;
    },
  };
};

/** Waits until what is available has gone on. */
const settle = () => new Promise(setImmediate);

describe('The schedule of operations', () => {
  it('are for those of many calls: one of four starts at once, whatever is under way', async () => {
    const { scheduler } = startScheduler();
    expect([await scheduler.schedule(of(100), request), await scheduler.schedule(of(4), request)]).toEqual([
      expect.anything(),
      null,
    ]);
    void scheduler.schedule(of(5), request);
    expect(scheduler.waiting).toBe(1);
  });

  it('come while fewer calls are still to be made than there may be', async () => {
    const { ask, started, scheduler } = startScheduler();
    const first = await ask('first', 60);
    await ask('second', 60);
    const third = ask('third', 60);
    for (let call = 0; call < 20; call += 1) first?.endCall('listings');
    await settle();
    expect([started, scheduler.waiting]).toEqual([['first', 'second'], 1]);
    first?.endCall('listings');
    await third;
    expect([started, scheduler.waiting]).toEqual([['first', 'second', 'third'], 0]);
  });

  it('do not wait for calls that an operation did not make', async () => {
    const { ask, started } = startScheduler();
    const first = await ask('first', 100);
    const second = ask('second', 100);
    first?.endCall('listings');
    first?.leave();
    first?.leave();
    await second;
    void ask('third', 100);
    await settle();
    expect(started).toEqual(['first', 'second']);
  });

  it('count all calls that are expected, though the last run of the operation made few', async () => {
    const { scheduler } = startScheduler();
    const expected: ExpectedCalls = { total: 60, spread: new Map([['listings', 1]]) };
    void scheduler.schedule(expected, request);
    void scheduler.schedule(expected, request);
    void scheduler.schedule(expected, request);
    expect(scheduler.waiting).toBe(1);
  });

  it('count no more calls of an operation than were expected', async () => {
    const { ask, started } = startScheduler();
    const first = await ask('first', 9);
    await ask('second', 100);
    for (let call = 0; call < 20; call += 1) first?.endCall('listings');
    void ask('third', 100);
    await settle();
    expect(started).toEqual(['first', 'second']);
  });

  it('come to those of few calls first, and to equals in the order in which they came', async () => {
    const { ask, started } = startScheduler();
    const first = await ask('first', 100);
    const others = [ask('large', 100), ask('small', 10), ask('also small', 10)];
    first?.leave();
    for (const scheduled of await Promise.all(others.slice(1))) scheduled?.leave();
    await others[0];
    expect(started).toEqual(['first', 'small', 'also small', 'large']);
  });

  it('come before those of others to who has waited for a quarter of the longest wait', async () => {
    const { ask, started, clock } = startScheduler();
    const first = await ask('first', 100);
    const large = ask('large', 100);
    clock.advance(limits.maxWaitMs / 4);
    void ask('small', 10);
    first?.leave();
    await large;
    await settle();
    expect(started).toEqual(['first', 'large']);
  });

  it('are refused to who has waited too long, which is reported', async () => {
    const refusals: string[] = [];
    const scheduler = createOperationScheduler({
      limits: { calls: 1, maxWaiting: 3, maxWaitMs: 10 },
      onRefusal: (refusal) => void refusals.push(refusal),
    });
    void scheduler.schedule(of(50), request);
    await expect(scheduler.schedule(of(50), request)).rejects.toThrow(SchedulerTimeoutError);
    expect([scheduler.waiting, refusals]).toEqual([0, ['turn']]);
  });

  it('are not waited for by who has gone', async () => {
    const { scheduler, ask, started } = startScheduler();
    const first = await ask('first', 100);
    const leaving = new Canceller();
    const gone = scheduler.schedule(of(100), leaving);
    const second = ask('second', 100);
    leaving.cancel(new Error('The client has gone.'));
    await expect(gone).rejects.toThrow('The client has gone.');
    first?.leave();
    await second;
    expect([started, scheduler.waiting]).toEqual([['first', 'second'], 0]);
  });

  it('are refused at once while too many wait, which is reported', async () => {
    const refusals: string[] = [];
    const scheduler = createOperationScheduler({ limits, onRefusal: (refusal) => void refusals.push(refusal) });
    for (let operation = 0; operation < 4; operation += 1) void scheduler.schedule(of(100), request);
    expect(scheduler.waiting).toBe(3);
    await expect(scheduler.schedule(of(5), request)).rejects.toThrow(SchedulerTimeoutError);
    expect([scheduler.waiting, refusals]).toEqual([3, ['turn_queue']]);
  });

  it('come to operations that need other parts of the service than one that hangs', async () => {
    const { ask, started, scheduler } = startScheduler();
    await ask('hanging', 100);
    for (const name of ['waiting', 'waiting too', 'and this']) void ask(name, 100);
    await expect(scheduler.schedule(of(5), request)).rejects.toThrow(SchedulerTimeoutError);
    const other = await ask('other', 60, 'user');
    void ask('another', 60, 'user');
    for (let call = 0; call < 11; call += 1) other?.endCall('user');
    await settle();
    expect(started).toEqual(['hanging', 'other', 'another']);
  });

  it('wait for all that an operation needs, and count what is left of each part', async () => {
    const { scheduler, ask, started } = startScheduler();
    const spread = new Map<RouteGroup, number>([
      ['listings', 30],
      ['user', 10],
    ]);
    const both = { total: 20, spread };
    const first = await scheduler.schedule(both, request);
    await ask('listings', 86);
    await ask('user', 20, 'user');
    void ask('more listings', 5);
    await settle();
    // 15 and 86 of the listings are as many as are left of 200 for all.
    expect(started).toEqual(['listings', 'user']);
    for (let call = 0; call < 5; call += 1) first?.endCall('user');
    await settle();
    expect(started).toEqual(['listings', 'user']);
    for (let call = 0; call < 20; call += 1) first?.endCall('listings');
    await settle();
    expect(started).toEqual(['listings', 'user', 'more listings']);
  });

  it('are for those that need connections which all share: lists that may be cached need none', () => {
    const { scheduler } = startScheduler();
    expect(scheduler.schedule({ total: 9, spread: new Map() }, request)).toBeNull();
  });
});
