import { describe, expect, it } from 'vitest';
import { createMissedBeats } from '../../../src/workers/missed-beats.ts';

/** Looks so often, and reports at which looks it was certain. */
const look = (missed: ReturnType<typeof createMissedBeats>, times: number): readonly number[] =>
  Array.from({ length: times }, (_, at) => (missed.look() ? at + 1 : 0)).filter((at) => at > 0);

describe('createMissedBeats', () => {
  it('is certain once, after so many looks in a row that found nothing', () => {
    expect(look(createMissedBeats(3), 10)).toEqual([3]);
  });

  it('begins again with every sign of life', () => {
    const missed = createMissedBeats(3);
    for (let round = 0; round < 10; round += 1) {
      expect(look(missed, 2)).toEqual([]);
      missed.beat(false);
    }
    expect(look(missed, 3)).toEqual([3]);
  });

  it('is never certain while a debugger may have stopped the loop', () => {
    const missed = createMissedBeats(3);
    look(missed, 2);
    missed.beat(true);
    expect(look(missed, 100)).toEqual([]);
    missed.beat(false);
    expect(look(missed, 3)).toEqual([3]);
  });
});
