import { describe, expect, it } from 'vitest';
import { abortSignalOf, Canceller } from '../../../src/concurrency/cancellation.ts';

const reason = new Error('The caller has gone.');

describe('A canceller', () => {
  it('notifies each listener once, and keeps the first reason', () => {
    const canceller = new Canceller();
    const told: string[] = [];
    canceller.addEventListener('abort', () => told.push('first'));
    canceller.addEventListener('abort', () => told.push('second'));
    expect(canceller).toMatchObject({ aborted: false, reason: undefined });
    canceller.cancel(reason);
    canceller.cancel(new Error('Out of time.'));
    expect(told).toEqual(['first', 'second']);
    expect(canceller).toMatchObject({ aborted: true, reason });
  });

  it('notifies nobody who has left, and everybody else when one leaves meanwhile', () => {
    const canceller = new Canceller();
    const told: string[] = [];
    const leaving = (): void => void told.push('leaving');
    const first = (): void => {
      told.push('first');
      canceller.removeEventListener('abort', first);
    };
    canceller.addEventListener('abort', leaving);
    canceller.addEventListener('abort', first);
    canceller.addEventListener('abort', () => told.push('last'));
    canceller.removeEventListener('abort', leaving);
    canceller.removeEventListener('abort', leaving);
    canceller.cancel(reason);
    expect(told).toEqual(['first', 'last']);
  });
});

describe('The AbortSignal of a cancellation', () => {
  it('is aborted with it, for the same reason', () => {
    const canceller = new Canceller();
    const signal = abortSignalOf(canceller);
    expect(signal.aborted).toBe(false);
    canceller.cancel(reason);
    expect(signal).toMatchObject({ aborted: true, reason });
  });

  it('is aborted from the beginning when that was before', () => {
    const canceller = new Canceller();
    canceller.cancel(reason);
    expect(abortSignalOf(canceller)).toMatchObject({ aborted: true, reason });
  });

  it('is an AbortSignal itself when it is one', () => {
    const { signal } = new AbortController();
    expect(abortSignalOf(signal)).toBe(signal);
  });
});
