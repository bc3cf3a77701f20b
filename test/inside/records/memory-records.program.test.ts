import { describe, expect, it } from 'vitest';
import { createMemory } from './record-store-fixture.ts';

const MINUTE = 60_000;
const full = { name: 'RecordStoreError', reason: 'FULL' };
const claimOf = (id: string) => ({ id, holder: `holder of ${id}` });

describe('Records in memory', () => {
  it('are refused when it is full, and none that is there is lost for another', async () => {
    const { store } = createMemory({ maxBytes: 10_000 });
    const text = 'x'.repeat(1300);
    for (const id of 'abcde') expect(await store.claim(claimOf(id), text, MINUTE)).toBeNull();
    await expect(store.claim(claimOf('f'), '', MINUTE)).rejects.toMatchObject(full);
    await expect(store.finish(claimOf('g'), '')).rejects.toMatchObject(full);
    for (const id of 'abcde') expect(await store.claim(claimOf(id), '', MINUTE)).toEqual({ state: 'running', text });
  });

  it('stay as they are when a longer text finds no space, and take one that is shorter', async () => {
    const { store } = createMemory({ maxBytes: 1000 });
    await store.claim(claimOf('a'), 'x'.repeat(300), MINUTE);
    await expect(store.finish(claimOf('a'), 'y'.repeat(301))).rejects.toMatchObject(full);
    expect(await store.claim(claimOf('a'), '', MINUTE)).toMatchObject({ state: 'running', text: 'x'.repeat(300) });
    await store.finish(claimOf('a'), 'done');
    expect(await store.claim(claimOf('a'), '', MINUTE)).toEqual({ state: 'done', text: 'done' });
  });

  it('leave their space to others when they are released or gone', async () => {
    const { store, clock } = createMemory({ maxBytes: 1000, keepMs: MINUTE });
    const text = 'x'.repeat(300);
    for (const id of 'abcdefghij') {
      expect(await store.claim(claimOf(id), text, MINUTE)).toBeNull();
      await store.release(claimOf(id));
    }
    for (const id of 'abcdefghij') {
      expect(await store.claim(claimOf(id), text, MINUTE)).toBeNull();
      await store.finish(claimOf(id), text);
      clock.time += MINUTE;
    }
  });

  it('are kept for a while after they were written last', async () => {
    const { store, clock } = createMemory({ keepMs: MINUTE });
    for (const id of 'ab') await store.claim(claimOf(id), 'first', 1);
    clock.time += MINUTE - 1;
    await store.finish(claimOf('a'), 'second');
    clock.time += MINUTE - 1;
    expect(await store.claim(claimOf('a'), '', MINUTE)).toEqual({ state: 'done', text: 'second' });
    expect(await store.claim(claimOf('b'), '', MINUTE)).toBeNull();
    clock.time += 1;
    expect(await store.claim(claimOf('a'), '', MINUTE)).toBeNull();
  });
});
