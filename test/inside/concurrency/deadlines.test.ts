import { afterEach, describe, expect, it, vi } from 'vitest';
import { Deadlines, type Timed } from '../../../src/concurrency/deadlines.ts';

afterEach(() => vi.useRealTimers());

/** Something that has so much time. */
class Item implements Timed {
  previous: Item | null = null;
  next: Item | null = null;
  endsAt: number | null = null;
  readonly onTimeUp: () => void;

  constructor(onTimeUp: () => void) {
    this.onTimeUp = onTimeUp;
  }
}

describe('Deadlines of the same length', () => {
  it('are kept in their order, and not for what has ended', () => {
    vi.useFakeTimers();
    const deadlines = new Deadlines(100);
    const over: string[] = [];
    const begin = (name: string): Item => {
      const item = new Item(() => over.push(`${name} ${performance.now()}`));
      deadlines.begin(item);
      return item;
    };
    const start = performance.now();
    begin('a');
    vi.advanceTimersByTime(40);
    deadlines.end(begin('b'));
    begin('c');
    vi.advanceTimersByTime(200);
    expect(over.map((line) => line.split(' ')[0])).toEqual(['a', 'c']);
    const times = over.map((line) => Number(line.split(' ')[1]) - start);
    expect(times[0]).toBeGreaterThanOrEqual(100);
    expect(times[1]).toBeGreaterThanOrEqual(140);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('have one timer, also when another begins with each that is over', () => {
    vi.useFakeTimers();
    const deadlines = new Deadlines(100);
    let count = 0;
    const begin = (): void => {
      count += 1;
      deadlines.begin(new Item(begin));
    };
    for (let item = 0; item < 5; item += 1) begin();
    vi.advanceTimersByTime(2000);
    expect(count).toBeGreaterThan(50);
    expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
  });
});
