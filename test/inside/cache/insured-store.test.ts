import { describe, expect, it } from 'vitest';
import { insuredStore } from '../../../src/cache/insured-store.ts';
import type { SharedStore } from '../../../src/cache/shared-store.ts';
import { createSharedTexts, createWorkerTexts } from '../../../src/workers/shared-texts.ts';

/** A store that works, and one that is gone. */
const working = (): SharedStore => {
  const share = createSharedTexts({ keepMs: 60_000, lockMs: 60_000 }, () => 0);
  return createWorkerTexts((request) => Promise.resolve(share(request)));
};
const gone = createWorkerTexts(() => Promise.resolve(null));

describe('A store that is backed by a second one', () => {
  it('finds and locks what another process put, while either of the two works', async () => {
    for (const [first, second] of [
      [working(), working()],
      [working(), gone],
      [gone, working()],
    ] as const) {
      const [one, other] = [insuredStore(first, second), insuredStore(first, second)];
      const lock = await one.lock('key');
      expect(await other.lock('key')).toBe('taken');
      await one.put('key', 'text', 0);
      if (lock !== 'taken') await lock?.release();
      expect((await other.find('key'))?.text).toBe('text');
      expect(await other.lock('key')).toMatchObject({ release: expect.any(Function) });
    }
  });

  it('finds in the second what was put before the first was gone', async () => {
    const [first, second] = [working(), working()];
    await insuredStore(first, second).put('key', 'text', 0);
    expect((await insuredStore(gone, second).find('key'))?.text).toBe('text');
  });

  it('is no store while neither works', async () => {
    const none = insuredStore(gone, gone);
    await none.put('key', 'text', 0);
    expect([await none.find('key'), await none.lock('key')]).toEqual([null, null]);
  });
});
