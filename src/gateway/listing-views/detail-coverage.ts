/** Coverage of details: values that the service is known to leave out of details of listings, learnt from those that came. */
import type { Attribute, AttributeValue } from './attribute.ts';
import type { EntryField } from './entry-coverage.ts';
import { LearningPeriod } from './learning-period.ts';

/** A field of list entries, or an attribute, that a detail may complete. */
type Completed = EntryField | Attribute<AttributeValue>;

/** Details without a value after which others are not read for it, unless one had it. Of fewer, all may lack a rare value. */
const ENOUGH = 50;

const isValue = (value: unknown): boolean => value !== null && !(Array.isArray(value) && value.length === 0);

/**
 * Values that the service is known to leave out of details; one for all callers, and it holds no value of anybody.
 *
 * A value that neither entries nor details have would cost a call for each card of every page, and give null.
 */
export class DetailCoverage {
  readonly #period: LearningPeriod;
  /** Number of details in a row that had none; infinitely few when one has ever had a value. */
  readonly #misses = new Map<Completed, number>();

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#period = new LearningPeriod(now);
  }

  /** Records whether a detail has a value. */
  record(completed: Completed, value: unknown): void {
    const misses = this.#misses.get(completed) ?? 0;
    if (misses === Number.NEGATIVE_INFINITY) return;
    this.#misses.set(completed, isValue(value) ? Number.NEGATIVE_INFINITY : misses + 1);
  }

  /** Returns whether a detail is worth reading for a value that an entry lacks. */
  mayHave(completed: Completed): boolean {
    if (this.#period.isOver()) {
      for (const [missed, misses] of this.#misses) if (misses >= ENOUGH) this.#misses.delete(missed);
    }
    return (this.#misses.get(completed) ?? 0) < ENOUGH;
  }
}
