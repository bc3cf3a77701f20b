import { once, EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createUnsettledSteps } from '../../src/idempotency/unsettled-steps.ts';

/** Steps to a store that can be reached, or not. */
const createSteps = ({ most = 100, mostBytes = 1000 } = {}) => {
  const store = { isReachable: true };
  const made: string[] = [];
  const emitter = new EventEmitter();
  const steps = createUnsettledSteps({ isReachable: () => store.isReachable, pauseMs: 1, most, mostBytes });
  const add = (holder: string, { name = holder, bytes = 0, fails = false } = {}) =>
    steps.add(holder, {
      bytes,
      make: async () => {
        made.push(name);
        emitter.emit(name);
        if (fails || !store.isReachable) throw new Error('It is away.');
      },
    });
  return { add, remove: steps.remove, made, store, madeOf: (name: string) => once(emitter, name) };
};

describe('createUnsettledSteps', () => {
  it('makes each step once when the store can be reached', async () => {
    const { add, made, madeOf } = createSteps();
    add('a');
    add('b');
    await madeOf('b');
    add('c');
    await madeOf('c');
    expect(made).toEqual(['a', 'b', 'c']);
  });

  it('tries only the first while it cannot, and makes all of them in the end', async () => {
    const { add, made, madeOf, store } = createSteps();
    store.isReachable = false;
    add('a');
    add('b');
    await madeOf('a');
    await madeOf('a');
    expect(made).toEqual(['a', 'a']);
    store.isReachable = true;
    await madeOf('b');
    expect(made.filter((name) => name === 'b')).toEqual(['b']);
  });

  it('makes the last step of a holder, and none that was confirmed meanwhile', async () => {
    const { add, remove, made, madeOf } = createSteps();
    add('a', { name: 'first of a' });
    add('b');
    add('a', { name: 'second of a' });
    remove('b');
    await madeOf('second of a');
    expect(made).toEqual(['second of a']);
  });

  it('gives up a step that the store refuses', async () => {
    const { add, made, madeOf } = createSteps();
    add('a', { fails: true });
    add('b');
    await madeOf('b');
    add('c');
    await madeOf('c');
    expect(made).toEqual(['a', 'b', 'c']);
  });

  it('gives up the oldest for others, by number and by bytes', async () => {
    const few = createSteps({ most: 2 });
    for (const holder of 'abc') few.add(holder);
    await few.madeOf('c');
    expect(few.made).toEqual(['b', 'c']);
    const small = createSteps({ mostBytes: 100 });
    small.add('a', { bytes: 60 });
    small.add('b', { bytes: 50 });
    small.add('b', { bytes: 30 });
    small.add('c', { bytes: 70 });
    small.add('d', { bytes: 101 });
    small.add('e');
    await small.madeOf('e');
    expect(small.made).toEqual(['e']);
  });
});
