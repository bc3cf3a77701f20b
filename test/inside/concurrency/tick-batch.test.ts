import { describe, expect, it } from 'vitest';
import { batchByTick } from '../../../src/concurrency/tick-batch.ts';

/** Waits for the end of the turn. */
const turn = () => new Promise(setImmediate);

/** A batch, and what has been handled of it. */
const startBatch = () => {
  const handled: string[] = [];
  return { handled, add: batchByTick((item: string) => handled.push(item)) };
};

describe('What is done once in a turn', () => {
  it('is done at once for what comes alone', async () => {
    const { handled, add } = startBatch();
    for (const item of ['first', 'second', 'third']) {
      add(item);
      expect(handled.at(-1)).toBe(item);
      await turn();
    }
    expect(handled).toEqual(['first', 'second', 'third']);
  });

  it('is done at the end of the turn, in the order in which it came, when several came in the one before', async () => {
    const { handled, add } = startBatch();
    add('first');
    add('second');
    await turn();
    add('third');
    process.nextTick(add, 'fourth');
    await Promise.resolve();
    expect(handled).toEqual(['first', 'second']);
    await turn();
    expect(handled).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('is done at once again after a turn of one', async () => {
    const { handled, add } = startBatch();
    add('first');
    add('second');
    await turn();
    add('third');
    await turn();
    add('fourth');
    expect(handled).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('is done in the next turn for what comes of it', async () => {
    const handled: number[] = [];
    const add = batchByTick((item: number) => {
      handled.push(item);
      if (item > 1) add(item - 1);
    });
    add(1);
    add(1);
    await turn();
    add(3);
    add(3);
    await turn();
    expect(handled).toEqual([1, 1, 3, 3]);
    await turn();
    expect(handled).toEqual([1, 1, 3, 3, 2, 2]);
  });
});
