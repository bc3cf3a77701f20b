import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLoopTurns } from '../../../src/concurrency/loop-turns.ts';

describe('Turns of the event loop', () => {
  // What other tests in this process have left is done by then.
  beforeEach(async () => {
    for (let turns = 0; turns < 100; turns += 1) await turn();
  });

  it('have one piece of work each, of each kind that has some in turn', async () => {
    const [documents, responses] = [createLoopTurns(), createLoopTurns()];
    const done: string[] = [];
    const seen: number[] = [];
    for (const name of ['d1', 'd2', 'd3']) documents(() => done.push(name));
    for (const name of ['r1', 'r2']) responses(() => done.push(name));
    for (let turns = 0; turns < 6; turns += 1) {
      await turn();
      seen.push(done.length);
    }
    expect(done).toEqual(['d1', 'r1', 'd2', 'r2', 'd3']);
    expect(seen).toEqual([1, 2, 3, 4, 5, 5]);
  });

  it('come to the callers of a kind one after another, however much one of them has', async () => {
    const [documents, responses] = [createLoopTurns(), createLoopTurns()];
    const done: string[] = [];
    for (const name of ['a1', 'a2', 'a3']) documents(() => done.push(name), 'a');
    for (const name of ['b1', 'b2']) documents(() => done.push(name), 'b');
    documents(() => done.push('nobody'));
    responses(() => done.push('r1'), 'a');
    for (let turns = 0; turns < 7; turns += 1) await turn();
    expect(done).toEqual(['a1', 'r1', 'b1', 'nobody', 'a2', 'b2', 'a3']);
  });

  it('come in order to what work asks for while it is done', async () => {
    const [documents, responses] = [createLoopTurns(), createLoopTurns()];
    const done: string[] = [];
    documents(() => {
      done.push('d1');
      responses(() => done.push('r1'));
      documents(() => done.push('d2'));
    });
    for (let turns = 0; turns < 4; turns += 1) await turn();
    expect(done).toEqual(['d1', 'r1', 'd2']);
    documents(() => done.push('d3'));
    await turn();
    expect(done).toEqual(['d1', 'r1', 'd2', 'd3']);
  });
});
