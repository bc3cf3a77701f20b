/** Attempts to sign in as all workers count them together, in the memory of their supervisor. */
import { createWindows, type Windows, type WindowTotal } from '../gateway/admission/rate-limit.ts';
import type { Report } from './messages.ts';

/**
 * Creates what counts.
 *
 * @param now a clock in milliseconds that never goes back
 */
export const createSignInCounts = (now: () => number) => {
  const countsByLimit = new Map<string, Windows>();
  return ({ name, windowS, key, points }: Extract<Report, { kind: 'count' }>): WindowTotal => {
    const windows = countsByLimit.get(name) ?? createWindows(windowS, now);
    countsByLimit.set(name, windows);
    return windows.add(key, points);
  };
};
