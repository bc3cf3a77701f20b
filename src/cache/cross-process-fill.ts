/** One fill for all processes that share a store: whoever fills publishes the value, for which the others wait a little. */

import { setTimeout as pause } from 'node:timers/promises';
import type { FillLock, SharedStore } from './shared-store.ts';
import { WithAge } from './with-age.ts';

/** Fill of one key. */
export interface CrossProcessFill<Value> {
  readonly key: string;
  /** Age in milliseconds up to which a stored value will do. */
  readonly maxAgeMs: number;
  /** Makes a value of a stored text; undefined when the text is none, which is then as good as nothing. */
  readonly decode: (text: string) => Promise<Value | undefined>;
  /** Gets the value from where it comes from, and the text to store; null when it is not to be stored. */
  readonly fill: () => Promise<{ readonly value: Value; readonly text: string | null }>;
}

/** Bounds of the wait for another process, in milliseconds. */
export interface FleetWait {
  /** Longest wait for it in all; then the value is got without it. */
  readonly limitMs: number;
  /** Wait between two looks. */
  readonly pollMs: number;
}

/** Long enough for a usual call of a service; a call that takes longer is worth making twice. */
const defaultWait: FleetWait = { limitMs: 1000, pollMs: 20 };

/**
 * Gets a value: a stored one that will do, else by a fill that the other processes wait for. Without a store it is a fill
 * and nothing else.
 *
 * @throws what `fill` throws
 */
export const fillForFleet = async <Value>(
  store: SharedStore,
  { key, maxAgeMs, decode, fill }: CrossProcessFill<Value>,
  { limitMs, pollMs }: FleetWait = defaultWait,
): Promise<Value | WithAge<Value>> => {
  const findUsable = async (): Promise<WithAge<Value> | null> => {
    const stored = await store.find(key);
    if (stored === null || stored.ageMs > maxAgeMs) return null;
    const value = await decode(stored.text);
    return value === undefined ? null : new WithAge(value, stored.ageMs);
  };

  const fillAndAnnounce = async (lock: FillLock | null): Promise<Value> => {
    let filled: { readonly value: Value; readonly text: string | null } | null = null;
    try {
      filled = await fill();
      return filled.value;
    } finally {
      // Nobody has to wait for the store to take it.
      void publish(filled?.text ?? null, lock, performance.now());
    }
  };

  const publish = async (text: string | null, lock: FillLock | null, gotAt: number): Promise<void> => {
    if (text !== null) await store.put(key, text, performance.now() - gotAt);
    await lock?.release();
  };

  const giveUpAt = performance.now() + limitMs;
  for (;;) {
    const found = await findUsable();
    if (found !== null) return found;
    const lock = await store.lock(key);
    if (lock === null || (lock === 'taken' && performance.now() >= giveUpAt)) return fillAndAnnounce(null);
    if (lock === 'taken') {
      await pause(pollMs);
      continue;
    }
    // Whoever had the lock before may have filled between the look and the lock.
    const filledMeanwhile = await findUsable();
    if (filledMeanwhile === null) return fillAndAnnounce(lock);
    void lock.release();
    return filledMeanwhile;
  }
};
