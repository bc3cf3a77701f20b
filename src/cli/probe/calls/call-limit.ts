/** A bound on how many calls run at once. */

/** Runs a call when there is room for it. */
export type RunBounded = <Result>(call: () => Promise<Result>) => Promise<Result>;

/** Creates a bound; calls beyond it wait in order. */
export const createCallLimit = (most: number): RunBounded => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (call) => {
    if (running >= most) {
      // Whoever ends a call hands its room on, so that nobody else can take it in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await call();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
