/** How much the tests try: a part of it by default, all of it with `TEST_EFFORT=full`, as in CI. */

/** True if everything is tried. Drills with many processes, servers, browsers or real load are left out of other runs. */
export const isFullRun = process.env['TEST_EFFORT'] === 'full';

/** Chooses an amount, e.g. of random cases. */
export const byEffort = (short: number, full: number): number => (isFullRun ? full : short);

/**
 * Takes one case of `step`.
 *
 * @param offset moves which these are, so that a test of several kinds of case tries all of each kind
 */
export const oneIn = <Case>(step: number, cases: readonly Case[], offset = 0): readonly Case[] =>
  cases.filter((_case, at) => (at + offset) % step === 0);

/** Takes every case in a full run, and one of `step` in a short one, as `oneIn` does. */
export const sampled = <Case>(step: number, cases: readonly Case[], offset = 0): readonly Case[] =>
  isFullRun ? cases : oneIn(step, cases, offset);
