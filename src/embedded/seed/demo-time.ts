/** Ages of demo data as points in time. */

const DAY_MS = 24 * 60 * 60 * 1000;

/** Turns an age in days (fractions allowed, negative = in the future) into epoch milliseconds; null stays null. */
export const timeOf = <Age extends number | null>(startedAtMs: number, daysAgo: Age): Age | number =>
  typeof daysAgo === 'number' ? Math.round(startedAtMs - daysAgo * DAY_MS) : daysAgo;
