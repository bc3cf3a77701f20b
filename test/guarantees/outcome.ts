/** What came of one group of the catalogue: the same for its short form and for the report of its full one. */

/** What came of one group. */
export interface Outcome {
  readonly group: string;
  /** Cases that were tried. */
  readonly cases: number;
  /** Cases that did not end as promised, in words; empty when all survived. */
  readonly failures: readonly string[];
  /** Further figures, e.g. `leaks 0 of 2,310 replies`. */
  readonly figures: readonly string[];
  /** Lines of logs that were looked through for secrets. */
  readonly logLines: number;
  /** Seed with which the run can be repeated; null when nothing in it is random. */
  readonly seed: number | null;
}

/** A group of the catalogue. `amount` scales it: cases, rounds or requests, as each group says. */
export type RunGroup = (amount: number, seed: number) => Promise<Outcome>;

/** Seed of a run: `GUARANTEES_SEED`, so that a run can be repeated, or one that is always the same. */
export const seedOfRun = (): number => Number(process.env['GUARANTEES_SEED'] ?? 20_240_601);

/** What a failed run says: its first failures, and how to see them again. */
export const failuresOf = ({ failures, seed }: Outcome): readonly string[] =>
  failures.length === 0 || seed === null
    ? failures
    : [`Again with GUARANTEES_SEED=${seed}; ${failures.length} failures:`, ...failures.slice(0, 20)];

/** Formats a number, e.g. `12,000`. */
export const figure = (value: number): string => value.toLocaleString('en-GB');
