/** Figures of rounds: their middle and how far apart they are. */

/** The middle of several figures, with the least and the greatest. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly greatest: number;
}

/**
 * The median of figures: of an even number, the mean of the two in the middle.
 *
 * @throws RangeError without figures
 */
export const medianOf = (figures: readonly number[]): number => {
  const sorted = figures.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError('There are no figures.');
  return (lower + upper) / 2;
};

/**
 * The median and the range of figures.
 *
 * @throws RangeError without figures
 */
export const spreadOf = (figures: readonly number[]): Spread => ({
  median: medianOf(figures),
  least: Math.min(...figures),
  greatest: Math.max(...figures),
});

/**
 * The quotients of figures that were measured in the same rounds, round by round: what slows a machine for a while
 * slows both. A round that lacks one of the two is left out.
 */
export const ratiosOf = (figures: readonly number[], base: readonly number[]): number[] =>
  figures.flatMap((figure, round) => {
    const divisor = base[round];
    return divisor === undefined || divisor === 0 ? [] : [figure / divisor];
  });
