/** Counts over the last seconds: what counts as recent is forgotten a tenth at a time. */

interface Bucket {
  readonly startedAt: number;
  calls: number;
  marks: number;
}

const BUCKETS = 10;

/**
 * Creates a window, which counts calls, and marks some of them, over a time that slides along.
 *
 * @param windowMs how long a count is remembered, to within a tenth
 * @param now a clock in milliseconds that never goes back
 */
export const createSlidingWindow = (windowMs: number, now: () => number) => {
  let newest: Bucket = { startedAt: now(), calls: 0, marks: 0 };
  const older: Bucket[] = [];
  let calls = 0;
  let marks = 0;

  const current = (): Bucket => {
    const time = now();
    if (time - newest.startedAt >= windowMs / BUCKETS) {
      older.push(newest);
      newest = { startedAt: time, calls: 0, marks: 0 };
    }
    for (let oldest = older[0]; oldest !== undefined && time - oldest.startedAt >= windowMs; oldest = older[0]) {
      calls -= oldest.calls;
      marks -= oldest.marks;
      older.shift();
    }
    return newest;
  };

  return {
    /** Calls within the window. */
    get calls(): number {
      current();
      return calls;
    },
    /** Marks within the window. */
    get marks(): number {
      current();
      return marks;
    },
    addCall: (): void => {
      current().calls += 1;
      calls += 1;
    },
    addMark: (): void => {
      current().marks += 1;
      marks += 1;
    },
  };
};
