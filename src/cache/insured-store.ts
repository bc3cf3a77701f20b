/** A shared store that is backed by a second one, for as long as the first cannot be used. */
import type { SharedStore } from './shared-store.ts';

/** Joins two stores: what is put goes into both; found and locked is in the first, else in the second. */
export const insuredStore = (first: SharedStore, second: SharedStore): SharedStore => ({
  find: async (key) => (await first.find(key)) ?? second.find(key),
  put: async (key, text, ageMs) => {
    await Promise.all([first.put(key, text, ageMs), second.put(key, text, ageMs)]);
  },
  lock: async (key) => (await first.lock(key)) ?? second.lock(key),
});
