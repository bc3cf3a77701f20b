import { describe, expect, it } from 'vitest';
import { Canceller } from '../../../src/concurrency/cancellation.ts';
import { createSemaphore, WaitCancelledError } from '../../../src/concurrency/semaphore.ts';

describe('createSemaphore', () => {
  it('gives out places in the order in which they are asked for', async () => {
    const slots = createSemaphore(1, { maxWaiting: 10, maxWaitMs: 10_000 });
    const request = { ending: new Canceller() };
    const order: string[] = [];
    const first = await slots.take(request);
    const waiting = ['first', 'second'].map(async (name) => {
      const place = await slots.take(request);
      order.push(name);
      place.release();
    });
    expect([slots.taken, slots.waiting]).toEqual([1, 2]);
    first.release();
    await Promise.all(waiting);
    expect(order).toEqual(['first', 'second']);
    expect([slots.taken, slots.waiting]).toEqual([0, 0]);
  });

  it('lets go at once of who is ended while waiting, and of nobody else', async () => {
    const slots = createSemaphore(1, { maxWaiting: 10, maxWaitMs: 10_000 });
    const patient = { ending: new Canceller() };
    const leaving = new Canceller();
    const first = await slots.take(patient);
    const left = slots.take({ ending: leaving });
    const stayed = slots.take(patient);
    leaving.cancel(new Error('The caller has gone.'));
    await expect(left).rejects.toThrow(WaitCancelledError);
    expect([slots.taken, slots.waiting]).toEqual([1, 1]);
    first.release();
    await stayed;
    expect([slots.taken, slots.waiting]).toEqual([1, 0]);
  });

  it('keeps a place that was taken when its signal is aborted later', async () => {
    const slots = createSemaphore(1, { maxWaiting: 10, maxWaitMs: 10_000 });
    const ending = new Canceller();
    await slots.take({ ending });
    ending.cancel(new Error('The caller has gone.'));
    expect(slots.taken).toBe(1);
  });
});
