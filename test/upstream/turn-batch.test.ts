import { describe, expect, it } from 'vitest';
import { batchByTurn } from '../../src/upstream/turn-batch.ts';

/** Waits for the end of the turn. */
const turn = () => new Promise(setImmediate);

describe('What is done once in a turn', () => {
  it('is done for all that has come by then, in the order in which it came, and for nothing before', async () => {
    const handled: string[] = [];
    const add = batchByTurn((item: string) => handled.push(item));
    add('first');
    await Promise.resolve();
    add('second');
    process.nextTick(add, 'third');
    expect(handled).toEqual([]);
    await turn();
    expect(handled).toEqual(['first', 'second', 'third']);
  });

  it('is done in the next turn for what comes of it', async () => {
    const handled: number[] = [];
    const add = batchByTurn((item: number) => {
      handled.push(item);
      if (item < 3) add(item + 1);
    });
    add(1);
    await turn();
    expect(handled).toEqual([1]);
    await turn();
    await turn();
    expect(handled).toEqual([1, 2, 3]);
  });
});
