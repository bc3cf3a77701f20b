import { describe, expect, it } from 'vitest';
import { createTimeSlices } from '../../../../src/gateway/operation/time-slices.ts';

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

const start = () => {
  let time = 0;
  const slices = createTimeSlices(() => time);
  return {
    slices,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
};

describe('A slice of time', () => {
  it('is over after 10 ms, for all that is made in the same turn of the event loop', async () => {
    const { slices, pass } = start();
    expect(slices.isOver()).toBe(false);
    pass(9);
    expect(slices.isOver()).toBe(false);
    pass(1);
    expect(slices.isOver()).toBe(true);
    await nextTurn();
    expect(slices.isOver()).toBe(false);
  });

  it('goes on in later turns, with a part of each in turn', async () => {
    const { slices, pass } = start();
    const done: string[] = [];
    const work = (...parts: string[]) => ({
      goOn: () => {
        done.push(parts.shift() ?? 'nothing');
        pass(6);
        return parts.length > 0;
      },
    });
    for (const parts of [['a', 'A', 'aa'], ['b'], ['c', 'C']]) slices.later(work(...parts));
    expect(done).toEqual([]);
    await nextTurn();
    expect(done).toEqual(['a', 'b']);
    await nextTurn();
    expect(done).toEqual(['a', 'b', 'c', 'A']);
    await nextTurn();
    expect(done).toEqual(['a', 'b', 'c', 'A', 'C', 'aa']);
  });

  it('goes on even when each part takes longer than a slice', async () => {
    const { slices, pass } = start();
    const done: number[] = [];
    const goOn = (): boolean => {
      done.push(done.length);
      pass(1_000);
      return done.length < 5;
    };
    slices.later({ goOn });
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    expect(done).toEqual([0, 1, 2, 3, 4]);
  });
});
