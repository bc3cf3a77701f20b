/** Compares an answer with the one that a document shows. */
import { expect } from 'vitest';

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** What fits a text that is shown: `…` in it stands for anything. */
export const patternOf = (text: string): RegExp => new RegExp(`^${text.split('…').map(escape).join('.*')}$`, 's');

/**
 * What fits an answer that is shown: `…` in a text stands for any text, as the last entry of a list for more entries, and
 * of a time in milliseconds the number does not count.
 */
export const likeShown = (shown: unknown, name = ''): unknown => {
  if (typeof shown === 'string') return shown.includes('…') ? expect.stringMatching(patternOf(shown)) : shown;
  if (typeof shown === 'number') return name.endsWith('Ms') ? expect.any(Number) : shown;
  if (Array.isArray(shown)) {
    const entries = shown.filter((entry) => entry !== '…').map((entry) => likeShown(entry));
    return entries.length === shown.length ? entries : expect.arrayContaining(entries);
  }
  if (typeof shown !== 'object' || shown === null) return shown;
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, likeShown(value, key)]));
};
