import { describe, expect, it } from 'vitest';
import { type CrossProcessFill, fillForFleet } from '../../../src/cache/cross-process-fill.ts';
import type { SharedStore, StoredText } from '../../../src/cache/shared-store.ts';
import { WithAge } from '../../../src/cache/with-age.ts';

/** A store in memory whose every word is noted. */
const createMemoryStore = () => {
  const texts = new Map<string, StoredText>();
  const locked = new Set<string>();
  const store: SharedStore = {
    find: async (key) => texts.get(key) ?? null,
    put: async (key, text, ageMs) => void texts.set(key, { text, ageMs }),
    lock: async (key) => {
      if (locked.has(key)) return 'taken';
      locked.add(key);
      return { release: async () => void locked.delete(key) };
    },
  };
  return { store, texts, locked };
};

const goneStore: SharedStore = { find: async () => null, put: async () => {}, lock: async () => null };

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const wait = { limitMs: 60_000, pollMs: 1 };

const fillOf = (
  fill: () => Promise<string>,
  options: Partial<CrossProcessFill<string>> = {},
): CrossProcessFill<string> => ({
  key: 'a',
  maxAgeMs: Number.POSITIVE_INFINITY,
  decode: async (text) => (text.startsWith('good:') ? text.slice(5) : undefined),
  fill: async () => {
    const value = await fill();
    return { value, text: `good:${value}` };
  },
  ...options,
});

const forbidden = async (): Promise<string> => {
  throw new Error('must not be called');
};

describe('fillForFleet', () => {
  it('fills once for all who ask at once, and informs the others', async () => {
    const { store, locked } = createMemoryStore();
    let fills = 0;
    const results = await Promise.all(
      Array.from({ length: 10 }, () =>
        fillForFleet(
          store,
          fillOf(async () => {
            fills += 1;
            await settle();
            return 'value';
          }),
          wait,
        ),
      ),
    );
    expect(fills).toBe(1);
    expect(results.map((result) => (result instanceof WithAge ? result.value : result))).toEqual(
      Array.from({ length: 10 }, () => 'value'),
    );
    await settle();
    expect(locked.size).toBe(0);
  });

  it('takes what is there, with its age', async () => {
    const { store, texts } = createMemoryStore();
    texts.set('a', { text: 'good:old', ageMs: 500 });
    expect(await fillForFleet(store, fillOf(forbidden), wait)).toEqual(new WithAge('old', 500));
  });

  it('fills when what is there is older than will do, or cannot be read', async () => {
    for (const stored of [
      { text: 'good:old', ageMs: 501 },
      { text: 'evil', ageMs: 0 },
    ]) {
      const { store, texts } = createMemoryStore();
      texts.set('a', stored);
      expect(
        await fillForFleet(
          store,
          fillOf(async () => 'new', { maxAgeMs: 500 }),
          wait,
        ),
      ).toBe('new');
      await settle();
      expect(texts.get('a')?.text).toBe('good:new');
    }
  });

  it('does not store what is not to be stored, and lets the next one fill', async () => {
    const { store, texts, locked } = createMemoryStore();
    const fill = fillOf(forbidden, { fill: async () => ({ value: 'empty', text: null }) });
    expect(await fillForFleet(store, fill, wait)).toBe('empty');
    await settle();
    expect([texts.size, locked.size]).toEqual([0, 0]);
  });

  it('leaves a failure to whoever had it: the next one fills', async () => {
    const { store } = createMemoryStore();
    const failing = fillForFleet(
      store,
      fillOf(async () => {
        await settle();
        throw new Error('bad token');
      }),
      wait,
    );
    const other = fillForFleet(
      store,
      fillOf(async () => 'value'),
      wait,
    );
    await expect(failing).rejects.toThrow('bad token');
    expect(await other).toBe('value');
  });

  it('fills by itself when whoever has the lock says nothing for long', async () => {
    const { store, texts } = createMemoryStore();
    await store.lock('a');
    const filled = await fillForFleet(
      store,
      fillOf(async () => 'value'),
      { limitMs: 5, pollMs: 1 },
    );
    expect(filled).toBe('value');
    await settle();
    expect(texts.get('a')?.text).toBe('good:value');
  });

  it('looks once more when it has the lock, which another may have filled under', async () => {
    const { store, texts } = createMemoryStore();
    const late: SharedStore = {
      ...store,
      lock: async (key) => {
        texts.set(key, { text: 'good:by another', ageMs: 1 });
        return store.lock(key);
      },
    };
    expect(await fillForFleet(late, fillOf(forbidden), wait)).toEqual(new WithAge('by another', 1));
  });

  it('fills without a store as if there were none', async () => {
    expect(
      await fillForFleet(
        goneStore,
        fillOf(async () => 'value'),
        wait,
      ),
    ).toBe('value');
  });

  it('does not wait for the store to take what was filled', async () => {
    const { store } = createMemoryStore();
    const stuck: SharedStore = { ...store, put: () => new Promise(() => {}) };
    expect(
      await fillForFleet(
        stuck,
        fillOf(async () => 'value'),
        wait,
      ),
    ).toBe('value');
  });
});
